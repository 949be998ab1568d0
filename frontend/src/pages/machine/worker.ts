/** The reader of pasted texts, from its own file. A build without files beside it has `embed/element/machine-worker.ts`. */
export function createWorker(): Worker {
  return new Worker(new URL('./machine.worker.ts', import.meta.url), { type: 'module' });
}
