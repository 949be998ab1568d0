/** A pulse that nobody watches or cancels. */
import type { Pulse } from '../model/pulse';

export const still: Pulse = { signal: new AbortController().signal, progress: () => undefined };
