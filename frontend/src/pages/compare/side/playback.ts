/** One cursor over all runs: where it is, and whether it plays. */
import { createStore, type StoreApi } from 'zustand/vanilla';
import { PlaybackClock } from '../../../stage/cursor/clock';

export interface PlaybackState {
  /** Decision, from 1; 0: before the first. */
  k: number;
  playing: boolean;
  speed: number;
}

export class SidePlayback {
  readonly store: StoreApi<PlaybackState> = createStore<PlaybackState>(() => ({
    k: 0,
    playing: false,
    speed: 4,
  }));
  readonly #clock = new PlaybackClock();
  #end = 0;
  #frame = 0;

  /** How many decisions there are. */
  reach(end: number): void {
    this.#end = end;
    if (this.store.getState().k > end) this.store.setState({ k: end });
  }

  /** By hand: it stops. */
  go(k: number): void {
    this.pause();
    this.store.setState({ k: Math.min(Math.max(0, k), this.#end) });
  }

  step(by: number): void {
    this.go(this.store.getState().k + by);
  }

  setSpeed(speed: number): void {
    this.#clock.reset();
    this.store.setState({ speed });
  }

  toggle(): void {
    if (this.store.getState().playing) this.pause();
    else this.#play();
  }

  pause(): void {
    cancelAnimationFrame(this.#frame);
    if (this.store.getState().playing) this.store.setState({ playing: false });
  }

  #play(): void {
    if (this.#end === 0) return;
    const { k } = this.store.getState();
    this.#clock.reset();
    this.store.setState({ playing: true, k: k >= this.#end ? 0 : k });
    const next = (now: number) => {
      const { k: at, speed } = this.store.getState();
      const due = this.#clock.steps(now, speed);
      if (due > 0) this.store.setState({ k: Math.min(this.#end, at + due) });
      if (at + due >= this.#end) this.pause();
      else this.#frame = requestAnimationFrame(next);
    };
    this.#frame = requestAnimationFrame(next);
  }
}

export const playback = new SidePlayback();
