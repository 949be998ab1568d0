/** How many steps are due, given real time and speed. Speed 1 is one decision a second. */

export const SPEEDS = [0.5, 1, 2, 4, 8, 16, 32, 64] as const;

/** Above this many steps a second, states switch without tween. */
export const TWEEN_MAX = 4;

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
    this.#owed += (passed / 1000) * speed;
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
