/** Marks: places in time that a link holds. */
import { MARKS_MAX } from './url';
import { PANES, type PaneId } from '../../core/panes';
import type { Mark, TimelineStore } from './state';
import type { VisibleSpans } from './visible-spans';
import type { Axis } from './axis';

/** By how much later the first mark of A is than that of B, in ns; null where one has none. */
export function spacingOf(marks: readonly Mark[]): number | null {
  const [a, b] = PANES.map((slot) => marks.find((m) => m.slot === slot));
  return a && b ? a.ts - b.ts : null;
}

export class Marks {
  readonly #store: TimelineStore;
  readonly #views: VisibleSpans;
  readonly #axis: Axis;

  constructor(store: TimelineStore, views: VisibleSpans, axis: Axis) {
    this.#store = store;
    this.#views = views;
    this.#axis = axis;
  }

  of(slot: PaneId): Mark[] {
    return this.#store.getState().marks.filter((m) => m.slot === slot);
  }

  /** Sets a mark at the event shown or in the middle of the view; removes it when there is one. */
  toggle(): void {
    const slot = this.#axis.focus;
    const { event, marks } = this.#store.getState();
    const view = this.#views.get(slot);
    const here = event?.slot === slot ? event.event : null;
    const ts = here?.ts ?? Math.round((view.t0 + view.t1) / 2);
    const there = marks.find((m) => m.slot === slot && m.ts === ts);
    if (there) this.#store.setState({ marks: marks.filter((m) => m !== there) });
    else if (marks.length < MARKS_MAX) this.add(slot, [{ slot, ts, name: here?.name ?? '' }]);
    else this.#store.setState({ panel: 'marks', panelFolded: false });
  }

  /** Adds marks of a capture, where there is room and where they lie in it. */
  add(slot: PaneId, added: readonly Mark[]): void {
    const { marks } = this.#store.getState();
    const known = (mark: Mark) => marks.some((m) => m.slot === slot && m.ts === mark.ts);
    const fresh = added.filter((m) => m.ts <= this.#axis.span(slot) && !known(m));
    if (fresh.length === 0) return;
    const next = [...marks, ...fresh].slice(0, MARKS_MAX);
    this.#store.setState({ marks: next.sort((a, b) => a.ts - b.ts) });
  }

  remove(index: number): void {
    this.#store.setState(({ marks }) => ({ marks: marks.filter((_, i) => i !== index) }));
  }

  /** Puts the first marks of both captures above each other, on one axis. Nothing where one has none. */
  align(): void {
    const by = spacingOf(this.#store.getState().marks);
    if (by === null) return;
    this.#store.setState({ linked: true });
    this.#axis.setOffset(by, this.#axis.focus);
  }

  /** All of a capture. */
  clear(slot: PaneId): void {
    this.#store.setState(({ marks }) => ({ marks: marks.filter((m) => m.slot !== slot) }));
  }
}
