/**
 * The stretches of time in view. They change with every frame of a movement, so they are kept apart from
 * what React draws: canvases listen, and the rest learns of it when it stands still.
 */
import type { Span } from '../model/time/span';
import { otherOf, type PaneId } from '../../core/panes';

const SETTLED_MS = 150;

type Listener = (slot: PaneId, view: Span) => void;

export class VisibleSpans {
  readonly #views: Record<PaneId, Span> = { A: { t0: 0, t1: 1 }, B: { t0: 0, t1: 1 } };
  readonly #listeners = new Set<Listener>();
  readonly #settled: (views: Record<PaneId, Span>) => void;
  #timer: ReturnType<typeof setTimeout> | null = null;

  constructor(settled: (views: Record<PaneId, Span>) => void) {
    this.#settled = settled;
  }

  get(slot: PaneId): Span {
    return this.#views[slot];
  }

  /** `offset`: how much later the axis of B is; null when each has its own. */
  set(slot: PaneId, view: Span, offset: number | null): void {
    this.#put(slot, view);
    if (offset !== null) {
      const by = slot === 'A' ? -offset : offset;
      this.#put(otherOf(slot), { t0: view.t0 + by, t1: view.t1 + by });
    }
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.settle();
    }, SETTLED_MS);
  }

  /** Tells at once what it would tell when it stands still. */
  settle(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    this.#settled({ ...this.#views });
  }

  /** It has not come to rest. */
  get moving(): boolean {
    return this.#timer !== null;
  }

  listen(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  }

  #put(slot: PaneId, view: Span): void {
    this.#views[slot] = view;
    for (const listener of this.#listeners) listener(slot, view);
  }
}
