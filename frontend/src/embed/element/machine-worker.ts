/** The reader of pasted texts where there are no files beside the module: in it, as text. Stands for pages/machine/worker.ts. */
import MachineWorker from '../../pages/machine/machine.worker.ts?worker&inline';

export function createWorker(): Worker {
  return new MachineWorker();
}
