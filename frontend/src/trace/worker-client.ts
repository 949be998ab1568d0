/** The page's one helper for trace files (trace.worker.ts), started when it is first asked. */
import * as Comlink from 'comlink';
import type { TraceWork } from './trace.worker';

let helper: Comlink.Remote<TraceWork> | null = null;

export function traceWorker(): Comlink.Remote<TraceWork> {
  if (helper) return helper;
  const worker = new Worker(new URL('./trace.worker.ts', import.meta.url), { type: 'module' });
  // One that died is of no use to the next who asks.
  worker.addEventListener('error', () => {
    helper = null;
  });
  helper = Comlink.wrap<TraceWork>(worker);
  return helper;
}
