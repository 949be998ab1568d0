/** A pane's worker from its own file. A build without files beside it has `embed/element/worker.ts` in this place. */
export function createWorker(): Worker {
  return new Worker(new URL('./pane.worker.ts', import.meta.url), { type: 'module' });
}
