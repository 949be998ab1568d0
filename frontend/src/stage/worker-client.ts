/** One worker per pane, and how to talk to it. The page's own thread never reads, runs or checks. */
import * as Comlink from 'comlink';
import type { PaneSource } from '../core/pane-source';
import { newWorker } from './new-worker';

export type PaneWorker = Comlink.Remote<PaneSource>;

/** `onCrash`: the worker died, for instance of memory; start another with the next load. */
export function startWorker(onCrash: (reason: string) => void): { core: PaneWorker; stop: () => void } {
  const worker = newWorker();
  worker.addEventListener('error', (event) => {
    onCrash(event.message || 'The reader stopped.');
  });
  return {
    core: Comlink.wrap<PaneSource>(worker),
    stop: () => {
      worker.terminate();
    },
  };
}

export const proxy = Comlink.proxy;
