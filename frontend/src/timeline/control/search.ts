/** What is asked of every capture that is open: a measure, a search. */
import type { CaptureWorkers } from './workers';
import type { PaneId } from '../../core/panes';
import { readySlots, type TimelineStore } from './state';
import type { Events } from './events';

export class Search {
  readonly #store: TimelineStore;
  readonly #desks: CaptureWorkers;
  readonly #events: Events;

  constructor(store: TimelineStore, desks: CaptureWorkers, events: Events) {
    this.#store = store;
    this.#desks = desks;
    this.#events = events;
  }

  /** Shows a measure on one scale for all captures; '' counts events. */
  async measure(name: string): Promise<void> {
    this.#store.setState({ measure: name });
    const slots = readySlots(this.#store.getState());
    const extents = await Promise.all(slots.map((slot) => this.#desks.of(slot).measure(name)));
    if (this.#store.getState().measure !== name) return;
    const known = extents.filter((e) => e !== null);
    const scale =
      known.length === 0
        ? null
        : { min: Math.min(...known.map((e) => e.min)), max: Math.max(...known.map((e) => e.max)) };
    this.#store.setState({ scale });
    const { range } = this.#store.getState();
    if (range) await this.#events.range(range.slot, range.from, range.to);
  }

  /** '' ends the search. */
  async find(query: string): Promise<void> {
    this.#store.setState({ query, complaint: null, searching: true });
    const slots = readySlots(this.#store.getState());
    const found: Record<PaneId, number | null> = { A: null, B: null };
    const outcomes = await Promise.all(slots.map((slot) => this.#desks.of(slot).find(query)));
    const complaint = outcomes.map((o) => (o.ok ? o.value.complaint : null)).find((c) => c !== null) ?? null;
    for (const [i, slot] of slots.entries()) {
      const outcome = outcomes[i];
      if (outcome?.ok && query.trim() !== '') found[slot] = outcome.value.events;
    }
    if (this.#store.getState().query !== query) return;
    this.#store.setState({
      ...{ found: complaint === null ? found : { A: null, B: null }, complaint },
      searching: false,
    });
  }

  /** The same once more, of a capture that was just opened. */
  async again(): Promise<void> {
    const { measure, query } = this.#store.getState();
    if (measure !== '') await this.measure(measure);
    if (query !== '') await this.find(query);
  }
}
