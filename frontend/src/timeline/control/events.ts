/** Events and stretches of time: the one whose fields are shown, the steps along a track, what is selected. */
import type { Desks } from '../desks';
import type { EventId } from '../model/picture';
import { FOUND } from '../model/capture';
import type { PaneId } from '../../core/panes';
import type { TimelineStore } from '../state';
import type { Views } from '../views';
import type { Axis } from './axis';
import type { Tracks } from './tracks';

export class Events {
  readonly #store: TimelineStore;
  readonly #views: Views;
  readonly #desks: Desks;
  readonly #axis: Axis;
  readonly #tracks: Tracks;

  constructor(store: TimelineStore, views: Views, desks: Desks, axis: Axis, tracks: Tracks) {
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
    this.#store.setState({ range: null, event: null });
  }
}
