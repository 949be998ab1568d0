/**
 * How many steps are due, given real time and speed: that many a second, but no more at speed 1 and below than the parts
 * of a step take one after the other.
 */
import { STEP_MS } from '../../scenes/timing';

export const SPEEDS = [0.5, 1, 2, 4, 8, 16, 32, 64] as const;

/** Above this many steps a second, states switch without tween. */
export const TWEEN_MAX = 4;

/** ms from one step to the next. */
const period = (speed: number) => (speed <= 1 ? STEP_MS : 1000) / speed;

/** ms that the parts of a step take: by hand and up to speed 1 as long as they are; faster, in proportion. */
export const stepTime = (playing: boolean, speed: number): number =>
  playing && speed > 1 ? 0.8 * period(speed) : STEP_MS;

/** ms that all of a step takes to run back. */
export const BACK_MS = 400;

/** A frame this late (a hidden tab, a busy machine) does not make the cursor leap. */
const LATEST_MS = 250;

export class PlaybackClock {
  #last: number | null = null;
  #owed = 0;

  /** Forget the past: called when playback starts, and when the speed changes. */
  reset(): void {
    this.#last = null;
    this.#owed = 0;
  }

  /** Whole steps due at `now` (ms, of any clock that only goes forward). */
  steps(now: number, speed: number): number {
    const passed = this.#last === null ? 0 : Math.min(Math.max(0, now - this.#last), LATEST_MS);
    this.#last = now;
    this.#owed += passed / period(speed);
    // A hair of tolerance, or 0.1 + 0.2 would owe a step for one frame more.
    const due = Math.floor(this.#owed + 1e-9);
    this.#owed -= due;
    return due;
  }
}

export function nextSpeed(speed: number, by: 1 | -1): number {
  const at = SPEEDS.findIndex((s) => s >= speed);
  const from = at < 0 ? SPEEDS.length - 1 : at;
  return SPEEDS[Math.min(Math.max(0, from + by), SPEEDS.length - 1)] ?? speed;
}
