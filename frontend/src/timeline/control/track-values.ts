/** What the tracks of each capture come to in view and in the selected stretch: asked of the workers, and kept. */
import { PANES, type PaneId } from '../../core/panes';
import type { Counts } from '../model/timeline-capture';
import type { CaptureWorkers } from './workers';
import type { WorkQueue } from './work-queue';
import { stretchOn, readySlots, type TimelineState, type TimelineStore } from './state';

export interface Values {
  /** Null while it is counted, or where nothing is selected. */
  view: Counts | null;
  stretch: Counts | null;
}

const LATE_MS = 400;

const NONE: Values = { view: null, stretch: null };

export class TrackValues {
  readonly #store: TimelineStore;
  readonly #desks: CaptureWorkers;
  readonly #paced: WorkQueue;
  readonly #values: Record<PaneId, Values> = { A: NONE, B: NONE };
  readonly #listeners = new Set<() => void>();
  /** Of which there will be asked when nothing moves. */
  readonly #due = new Set<PaneId>();
  /** What was asked for last; an answer to what was asked before is dropped. */
  readonly #asked: Record<PaneId, number> = { A: 0, B: 0 };
  readonly #counting: Record<PaneId, Promise<void>> = { A: Promise.resolve(), B: Promise.resolve() };
  #stop: (() => void) | null = null;
  #version = 0;

  constructor(store: TimelineStore, desks: CaptureWorkers, paced: WorkQueue) {
    this.#store = store;
    this.#desks = desks;
    this.#paced = paced;
  }

  /** Changes with them. */
  get version(): number {
    return this.#version;
  }

  of(slot: PaneId): Values {
    return this.#values[slot];
  }

  /** Asked for as long as somebody listens. */
  listen = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    if (!this.#stop) {
      this.#stop = this.#store.subscribe((now, before) => {
        this.#follow(now, before);
      });
      for (const slot of PANES) this.#askOf(slot);
    }
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size > 0) return;
      this.#stop?.();
      this.#stop = null;
    };
  };

  #follow(now: TimelineState, before: TimelineState): void {
    const range =
      now.range !== before.range &&
      (now.range?.from !== before.range?.from || now.range?.to !== before.range?.to);
    const moved = now.range && (now.linked !== before.linked || now.offset !== before.offset);
    for (const slot of PANES) {
      const other = now.slots[slot].info !== before.slots[slot].info;
      const view = now.settled[slot] !== before.settled[slot];
      // Numbers of its tracks are others.
      if (other) this.#put(slot, NONE);
      if (other || range || moved || view) this.#askOf(slot);
    }
  }

  /** Nothing is being counted. */
  async counted(): Promise<void> {
    await Promise.all(PANES.map((slot) => this.#counting[slot]));
  }

  #askOf(slot: PaneId): void {
    if (this.#due.has(slot)) return;
    this.#due.add(slot);
    this.#counting[slot] = new Promise((resolve) => {
      this.#paced.run(`count ${slot}`, () => this.#asking(slot, resolve));
    });
  }

  *#asking(slot: PaneId, resolve: (asked: Promise<void>) => void): Generator<void> {
    this.#due.delete(slot);
    resolve(this.#ask(slot));
    // Waking a worker is enough for one frame.
    yield;
  }

  async #ask(slot: PaneId): Promise<void> {
    const state = this.#store.getState();
    const mine = ++this.#asked[slot];
    let next = NONE;
    if (readySlots(state).includes(slot)) {
      const range = stretchOn(slot, state);
      const view = state.settled[slot];
      // What was counted before stands for a moment only.
      const late = setTimeout(() => {
        if (mine === this.#asked[slot]) this.#put(slot, NONE);
      }, LATE_MS);
      const counts = await this.#desks.of(slot).counts(range ? [view, range] : [view]);
      clearTimeout(late);
      next = { view: counts?.[0] ?? null, stretch: counts?.[1] ?? null };
    }
    if (mine === this.#asked[slot]) this.#put(slot, next);
  }

  #put(slot: PaneId, next: Values): void {
    this.#values[slot] = next;
    this.#version++;
    for (const listener of this.#listeners) listener();
  }
}
