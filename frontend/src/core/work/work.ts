/** Work that can pause: done at once, or in portions between which messages come in. */
import { pause } from './pause';

export type Work<T> = Generator<undefined, T>;

/** ms of a portion. */
const PORTION_MS = 5;

export function atOnce<T>(work: Work<T>): T {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}

/** Null when it was no longer wanted before it was done. */
export async function inPortions<T>(work: Work<T>, wanted: () => boolean): Promise<T | null> {
  for (let since = performance.now(); wanted();) {
    const step = work.next();
    if (step.done) return step.value;
    if (performance.now() - since < PORTION_MS) continue;
    await pause();
    since = performance.now();
  }
  return null;
}
