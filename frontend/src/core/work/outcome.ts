/** What became of work that may fail, or be given up. */
import { failureOf, type Failure } from '../error';

export type Outcome<T> = { ok: true; value: T } | { ok: false; failure: Failure; cancelled: boolean };

/** What becomes of work that throws. It was given up where a signal ended it. */
export async function outcomeOf<T>(work: () => Promise<T>): Promise<Outcome<T>> {
  try {
    return { ok: true, value: await work() };
  } catch (error) {
    const cancelled = error instanceof DOMException && error.name === 'AbortError';
    return { ok: false, failure: failureOf(error), cancelled };
  }
}
