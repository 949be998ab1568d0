/** Long work in a worker, in portions: between two of them messages come in and the work can be cancelled. */
import { pause } from './pause';

export interface WorkProgress {
  readonly signal: AbortSignal;
  /** Called with the share done, 0 to 1. */
  readonly progress: (share: number) => void;
}

/** Rows of a portion: some ten milliseconds of work. */
export const PORTION = 1 << 19;

/** Lets messages in. Throws what the signal was aborted with. */
export async function pauseWork(pulse: WorkProgress, share: number): Promise<void> {
  pulse.progress(share);
  await pause();
  pulse.signal.throwIfAborted();
}
