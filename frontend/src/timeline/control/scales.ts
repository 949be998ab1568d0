/** What fills the height of a row: the greatest of what is in view in either capture, or in all of it. */
import { otherOf, PANES, type PaneId } from '../../core/panes';
import { sameTops, type ScaleBy, type Tops } from '../draw/scene';
import type { Desks } from '../desks';
import type { TimelineStore } from '../state';

/** While one moves the view the canvas has the right heights at once; the words follow when it stands still. */
const SETTLED_MS = 150;

export class Scales {
  readonly #store: TimelineStore;
  readonly #desks: Desks;
  readonly #tops: Record<PaneId, Tops> = { A: {}, B: {} };
  /** What each was told of the other. */
  readonly #told: Record<PaneId, Tops> = { A: {}, B: {} };
  #timer: ReturnType<typeof setTimeout> | null = null;
  #both: Tops = {};
  readonly #listeners = new Set<() => void>();

  constructor(store: TimelineStore, desks: Desks) {
    this.#store = store;
    this.#desks = desks;
  }

  /** What a capture has just drawn. */
  take(slot: PaneId, tops: Tops): void {
    this.#tops[slot] = tops;
    for (const pane of PANES) this.#tell(pane);
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#timer = null;
      this.#both = greatest(PANES.map((pane) => this.#tops[pane]));
      for (const listener of this.#listeners) listener();
    }, SETTLED_MS);
  }

  /** What fills the height of each row, by its key, as it was when it last stood still. */
  get tops(): Tops {
    return this.#both;
  }

  listen(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  }

  /** Only what is greater in the other one makes a difference. */
  #tell(slot: PaneId): void {
    if (!this.#store.getState().slots[slot].info) return;
    const own = this.#tops[slot];
    const more = Object.entries(this.#tops[otherOf(slot)]).filter(([key, top]) => top > (own[key] ?? 0));
    const others: Tops = Object.fromEntries(more);
    if (sameTops(others, this.#told[slot])) return;
    this.#told[slot] = others;
    this.#desks.send(slot, { others });
  }

  /** Of what has gone nothing is left on the scale of the other. */
  forget(slot: PaneId): void {
    this.take(slot, {});
  }

  choose(scaleBy: ScaleBy): void {
    this.#store.setState({ scaleBy });
  }

  next(): void {
    const { scaleBy } = this.#store.getState();
    this.choose(scaleBy === 'view' ? 'capture' : 'view');
  }
}

function greatest(all: readonly Tops[]): Tops {
  const found: Record<string, number> = {};
  for (const [key, top] of all.flatMap((tops) => Object.entries(tops)))
    found[key] = Math.max(found[key] ?? 0, top);
  return found;
}
