/** What fills the height of a row: the greatest of what is in view in either capture, or in all of it. */
import { PANES, type PaneId } from '../../core/panes';
import type { ScaleBy, Tops } from '../canvas/state';
import type { TimelineStore } from './state';

export class Scales {
  readonly #store: TimelineStore;
  readonly #tops: Record<PaneId, Tops> = { A: {}, B: {} };
  #both: Tops = {};
  readonly #listeners = new Set<() => void>();

  constructor(store: TimelineStore) {
    this.#store = store;
  }

  /** What a capture shows, now that it stands still. */
  take(slot: PaneId, tops: Tops): void {
    this.#tops[slot] = tops;
    this.#both = greatest(PANES.map((pane) => this.#tops[pane]));
    for (const listener of this.#listeners) listener();
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
