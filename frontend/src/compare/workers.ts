/** The workers of the page. It does so little meanwhile that it needs no processor: `make bench-sweep` looks for long tasks. */
import * as Comlink from 'comlink';
import type { RunWorker } from './compare.worker';
import { Pool, type Runner } from './pool';

function start(): Runner {
  const worker = new Worker(new URL('./compare.worker.ts', import.meta.url), { type: 'module' });
  const remote = Comlink.wrap<RunWorker>(worker);
  return {
    run: (params, capture) => remote.run(params, capture),
    stop: () => {
      worker.terminate();
    },
  };
}

export const pool = new Pool(start, Math.max(1, navigator.hardwareConcurrency));
