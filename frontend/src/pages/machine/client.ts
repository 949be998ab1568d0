/** A reader of one pasted text, beside the page: two that are read at a time have one each. */
import * as Comlink from 'comlink';
import type { MachineWorker } from './machine.worker';
import { createWorker } from './worker';

export function startReader(): { reader: Comlink.Remote<MachineWorker>; stop: () => void } {
  const worker = createWorker();
  return {
    reader: Comlink.wrap<MachineWorker>(worker),
    stop: () => {
      worker.terminate();
    },
  };
}
