/** One worker per pane, and how to talk to it. The page's own thread never reads, runs or checks. */
import * as Comlink from 'comlink';
import type { PaneSource } from '../../capture/pane-source';
import { createWorker } from './worker';

export type PaneWorker = Comlink.Remote<PaneSource>;

const UNSTARTED =
  'The reader cannot be started: its file cannot be fetched, or the policy of this site forbids workers.';

function started(): Worker {
  try {
    return createWorker();
  } catch (cause) {
    throw new Error(UNSTARTED, { cause });
  }
}

/** `onCrash`: the worker died, for instance of memory; start another with the next load. */
export function startWorker(onCrash: (reason: string) => void): { core: PaneWorker; stop: () => void } {
  const worker = started();
  let spoke = false;
  const heard = () => {
    spoke = true;
  };
  worker.addEventListener('message', heard, { once: true });
  worker.addEventListener('error', (event) => {
    onCrash(event.message || (spoke ? 'The reader stopped.' : UNSTARTED));
  });
  return {
    core: Comlink.wrap<PaneSource>(worker),
    stop: () => {
      worker.terminate();
    },
  };
}

export const proxy = Comlink.proxy;
