/** What became of work that may fail, or be given up. */
import type { Failure } from './error';

export type Outcome<T> = { ok: true; value: T } | { ok: false; failure: Failure; cancelled: boolean };
