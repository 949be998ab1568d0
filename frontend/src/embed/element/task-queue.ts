/** Figures of a page take turns: what takes long is done in a task of its own, and between two the page may do its own. */
import { pause as nextTask } from '../../core/work/pause';

let last = Promise.resolve();

/** Resolves in a task that nobody else has. */
export function ownTask(): Promise<void> {
  last = last.then(nextTask);
  return last;
}
