/** A pane's worker where there are no files beside the module: in it, as text. Stands for stage/workers/worker.ts. */
import PaneWorker from '../../stage/workers/pane.worker.ts?worker&inline';

export function createWorker(): Worker {
  return new PaneWorker();
}
