/** What fills the height of a row: the greatest of what is in view in either capture, or in all of it. */
import { otherOf, PANES, type PaneId } from '../../core/panes';
import type { ScaleBy, Tops } from '../draw/scene';
import type { Desks } from '../desks';
import type { TimelineStore } from '../state';

/** While one moves the view the canvas has the right heights at once; the words follow when it stands still. */
const SETTLED_MS = 150;

export class Scales {
  readonly #store: TimelineStore;
  readonly #desks: Desks;
  #tops: Readonly<Record<PaneId, Tops>> = { A: {}, B: {} };
  #waiting = false;

  constructor(store: TimelineStore, desks: Desks) {
    this.#store = store;
    this.#desks = desks;
  }

  /** What a capture has just drawn. */
  take(slot: PaneId, tops: Tops): void {
    this.#tops = { ...this.#tops, [slot]: tops };
    const other = otherOf(slot);
    if (this.#store.getState().slots[other].info) this.#desks.send(other, { others: tops });
    if (this.#waiting) return;
    this.#waiting = true;
    setTimeout(() => {
      this.#waiting = false;
      this.#store.setState({ tops: greatest(PANES.map((pane) => this.#tops[pane])) });
    }, SETTLED_MS);
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
