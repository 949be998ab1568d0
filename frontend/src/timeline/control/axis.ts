/** The stretch of time in view: moving along it, coming nearer, and how the axes of two captures hang together. */
import { fitted, holding, NARROWEST, panned, whole, widthOf, zoomed, type Span } from '../model/time/span';
import { otherOf, PANES, type PaneId } from '../../core/panes';
import { readySlots, type TimelineStore } from './state';
import type { VisibleSpans } from './visible-spans';

export class Axis {
  readonly #store: TimelineStore;
  readonly #views: VisibleSpans;

  constructor(store: TimelineStore, views: VisibleSpans) {
    this.#store = store;
    this.#views = views;
  }

  /** The capture that keys move. */
  get focus(): PaneId {
    const state = this.#store.getState();
    const slots = readySlots(state);
    return slots.includes(state.focus) ? state.focus : (slots[0] ?? state.focus);
  }

  /** ns of a capture. */
  span(slot: PaneId): number {
    return this.#store.getState().slots[slot].info?.span ?? 0;
  }

  /** Of the capture, or with one axis for both, of what they take together. */
  #extent(slot: PaneId, own = this.span(slot)): number {
    const { linked, offset, slots } = this.#store.getState();
    const other = otherOf(slot);
    if (!linked || !slots[other].info) return own;
    return Math.max(own, this.span(other) + (slot === 'A' ? offset : -offset));
  }

  #move(slot: PaneId, view: Span): void {
    const { linked, offset } = this.#store.getState();
    this.#views.set(slot, view, linked ? offset : null);
  }

  /** What a link says of a capture that was just opened; null: all of it, or as the other one stands. */
  begin(slot: PaneId, view: Span | null): void {
    const { linked, slots } = this.#store.getState();
    const other = otherOf(slot);
    if (view) this.#views.set(slot, view, null);
    else if (linked && slots[other].info) {
      const [seen, all] = [this.#views.get(other), whole(this.span(other))];
      // Who has not moved sees all of both: a longer one is not cut to the other's length.
      const moved = seen.t0 !== all.t0 || seen.t1 !== all.t1;
      this.#move(other, moved ? seen : whole(this.#extent(other)));
    } else this.#views.set(slot, whole(this.span(slot)), null);
    this.#views.settle();
  }

  /** The capture was `before` ns long as far as it was read: who has not moved sees all of it still. */
  grown(slot: PaneId, before: number): void {
    const [view, all] = [this.#views.get(slot), whole(this.#extent(slot, before))];
    if (view.t0 === all.t0 && view.t1 === all.t1) this.#move(slot, whole(this.#extent(slot)));
    this.#views.settle();
  }

  /** By a share of what is in view. */
  pan(share: number, slot = this.focus): void {
    const view = this.#views.get(slot);
    this.#move(slot, panned(view, share * widthOf(view), this.#extent(slot)));
  }

  /** `at`: where in the view, 0 to 1, time stands still. */
  zoom(by: number, at = 0.5, slot = this.focus): void {
    const view = this.#views.get(slot);
    this.#move(slot, zoomed(view, view.t0 + at * widthOf(view), by, this.#extent(slot)));
  }

  /** All of it. */
  all(slot = this.focus): void {
    this.#move(slot, whole(this.#extent(slot)));
  }

  /** The selected stretch, or the event whose fields are shown. */
  fit(): void {
    const { range, event } = this.#store.getState();
    if (range) this.#move(range.slot, fitted(range.from, range.to, this.#extent(range.slot)));
    else if (event) this.#move(event.slot, fitted(event.event.ts, event.event.ts, this.#extent(event.slot)));
  }

  /** `t` in the middle. */
  seek(t: number, slot = this.focus): void {
    const view = this.#views.get(slot);
    this.#move(slot, panned(view, t - (view.t0 + view.t1) / 2, this.#extent(slot)));
  }

  /** From one time to another. */
  set(slot: PaneId, { t0, t1 }: Span): void {
    const view = { t0, t1: Math.max(t1, t0 + NARROWEST) };
    this.#move(slot, panned(view, 0, this.#extent(slot)));
  }

  /** As little as brings `t` into view. */
  hold(t: number, slot: PaneId): void {
    const view = this.#views.get(slot);
    const held = holding(view, t, this.#extent(slot));
    if (held !== view) this.#move(slot, held);
  }

  /** One axis for both, as they stand now; or one for each. */
  setLinked(linked: boolean): void {
    const [a, b] = [this.#views.get('A'), this.#views.get('B')];
    if (linked) {
      this.#store.setState({ linked, offset: a.t0 - b.t0 });
      this.#move('A', a);
    } else this.#store.setState({ linked });
  }

  /** B later by so much, in ns; 0 puts their first events above each other. What is in view of `still` stays. */
  setOffset(offset: number, still: PaneId = 'A'): void {
    this.#store.setState({ offset });
    this.#views.set(still, this.#views.get(still), offset);
  }

  /** Moves one capture against the other, later by a share of the view. Where each has its own axis, along that. */
  shift(share: number, slot: PaneId = 'B'): void {
    const state = this.#store.getState();
    if (readySlots(state).length < PANES.length) return;
    if (!state.linked) this.pan(-share, slot);
    else {
      const by = share * widthOf(this.#views.get(slot));
      this.setOffset(state.offset + (slot === 'B' ? by : -by), otherOf(slot));
    }
  }
}
