/** A pulse that nobody watches or cancels. */
import type { WorkProgress } from '../../core/work/progress';

export const idleProgress: WorkProgress = { signal: new AbortController().signal, progress: () => undefined };
