/** The workers of the page. It does so little meanwhile that it needs no processor: `make bench-sweep` looks for long tasks. */
import * as Comlink from 'comlink';
import type { RunWorker } from './compare.worker';
import type { Measured } from '../../core/session';
import { contentOf } from './digest';
import { BrowserStorage } from './storage';
import { Pool, type Runner } from './pool';
import type { Whole } from './run';
import { ranker } from './ranking-runs';
import { sweeping } from './sweep';

function starter<T>(how: (remote: Comlink.Remote<RunWorker>) => Runner<T>['run']): () => Runner<T> {
  return () => {
    const worker = new Worker(new URL('./compare.worker.ts', import.meta.url), { type: 'module' });
    return {
      run: how(Comlink.wrap<RunWorker>(worker)),
      stop: () => {
        worker.terminate();
      },
    };
  };
}

const SIZE = Math.max(1, navigator.hardwareConcurrency);
const pool = new Pool<Measured[]>(
  starter((remote) => (params, capture) => remote.run(params, capture)),
  SIZE,
  new BrowserStorage(),
);
export const sweep = sweeping(pool, contentOf);
export const ranked = ranker(pool, contentOf);
/** Of two sources, each by a worker. */
export const wholes = new Pool<Whole>(
  starter((remote) => (params, capture) => remote.whole(params, capture)),
  SIZE,
);
