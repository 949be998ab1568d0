/** Events and stretches of time: the one whose fields are shown, the steps along a track, what is selected. */
import type { CaptureWorkers } from './workers';
import type { EventId, ActivitySpan } from '../model/timeline-capture';
import { FOUND } from '../model/capture';
import { otherOf, type PaneId } from '../../core/panes';
import { widthOf } from '../model/time/span';
import type { TimelineStore } from './state';
import type { VisibleSpans } from './visible-spans';
import type { Axis } from './axis';
import type { Tracks } from './tracks';

export class Events {
  readonly #store: TimelineStore;
  readonly #views: VisibleSpans;
  readonly #desks: CaptureWorkers;
  readonly #axis: Axis;
  readonly #tracks: Tracks;

  constructor(store: TimelineStore, views: VisibleSpans, desks: CaptureWorkers, axis: Axis, tracks: Tracks) {
    this.#store = store;
    this.#views = views;
    this.#desks = desks;
    this.#axis = axis;
    this.#tracks = tracks;
  }

  async show(slot: PaneId, id: EventId): Promise<void> {
    const found = await this.#desks.of(slot).detail(id);
    if (!found) return;
    this.#store.setState({ event: { slot, id, ...found }, focus: slot, panel: 'event' });
    this.#axis.hold(found.event.ts, slot);
  }

  /** The event after or before the one shown, on the chosen track; or among those found. */
  async step(by: 1 | -1, among: 'track' | 'found' = 'track'): Promise<void> {
    const slot = this.#axis.focus;
    const { event } = this.#store.getState();
    const here = event?.slot === slot ? event : null;
    const view = this.#views.get(slot);
    const from = here?.event.ts ?? (by > 0 ? view.t0 : view.t1);
    const track = among === 'found' ? FOUND : this.#tracks.chosen(slot);
    const next = await this.#desks.of(slot).step(track, from, here?.id ?? null, by);
    if (next) await this.show(slot, next);
  }

  /** What goes on after what is chosen on the track under the keys, or before it; where nothing does, the next event. */
  async stepSpan(by: 1 | -1): Promise<void> {
    const { row, span } = this.#store.getState();
    const slot = this.#slotOf(row);
    const track = this.#tracks.numberOf(slot, row);
    if (row === null || track === null) return;
    const info = this.#store.getState().slots[slot].info?.tracks[track];
    if (info?.most === undefined) return this.step(by);
    const here = span?.slot === slot && span.key === row ? span.at : null;
    const found = await this.#desks.of(slot).stepSpan(track, here, this.#views.get(slot), by);
    if (found) this.#choose(slot, row, found);
  }

  /** What goes on at a time on a row; false where nothing does. */
  async spanAt(slot: PaneId, key: string, t: number, within: number): Promise<boolean> {
    const track = this.#tracks.numberOf(slot, key);
    const found = track === null ? null : await this.#desks.of(slot).spanAt(track, t, within);
    if (found) this.#choose(slot, key, found);
    return found !== null;
  }

  #choose(slot: PaneId, key: string, found: ActivitySpan): void {
    this.#store.setState({ span: { ...found, slot, key }, focus: slot, panel: 'event' });
    this.#axis.hold(found.from, slot);
  }

  /** The capture under the keys, or the only one that has the row's track. */
  #slotOf(row: string | null): PaneId {
    const slot = this.#axis.focus;
    return this.#tracks.numberOf(slot, row) === null ? otherOf(slot) : slot;
  }

  /** What is chosen on a track becomes the selected stretch; false where nothing is. */
  spanAsRange(): boolean {
    const { span } = this.#store.getState();
    if (span) void this.range(span.slot, span.from, span.to);
    return span !== null;
  }

  /** Moves an end of the selected stretch by a share of the view. */
  moveEnd(end: 'from' | 'to', share: number): void {
    const { range } = this.#store.getState();
    if (!range) return;
    const by = share * widthOf(this.#views.get(range.slot));
    const most = this.#axis.span(range.slot);
    const moved = Math.max(0, Math.min(most, Math.round(range[end] + by)));
    const { from, to } = end === 'from' ? { from: moved, to: range.to } : { from: range.from, to: moved };
    void this.range(range.slot, Math.min(from, to), Math.max(from, to));
  }

  async range(slot: PaneId, from: number, to: number): Promise<void> {
    const [a, b] = [Math.min(from, to), Math.max(from, to)];
    const range = { slot, from: a, to: b, statistics: null };
    this.#store.setState({ range, panel: 'range', focus: slot });
    const outcome = await this.#desks.of(slot).statistics(this.#tracks.chosen(slot), a, b);
    if (this.#store.getState().range !== range || !outcome.ok) return;
    this.#store.setState({ range: { ...range, statistics: outcome.value } });
  }

  /** Selects what is in view. */
  async rangeView(): Promise<void> {
    const slot = this.#axis.focus;
    const { t0, t1 } = this.#views.get(slot);
    const end = Math.min(this.#axis.span(slot) + 1, Math.ceil(t1));
    await this.range(slot, Math.max(0, Math.floor(t0)), end);
  }

  /** Shown while it is drawn with the pointer; counted at the end. */
  rangeDraft(slot: PaneId, from: number, to: number): void {
    const [a, b] = [Math.min(from, to), Math.max(from, to)];
    this.#desks.send(slot, { range: { from: a, to: b } });
  }

  clear(): void {
    this.#store.setState({ range: null, event: null, span: null });
  }
}
