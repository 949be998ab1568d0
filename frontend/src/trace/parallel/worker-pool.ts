/** The crew that a browser has: a worker for each core but one. */
import * as Comlink from 'comlink';
import type { PartWork } from './part.worker';
import type { ReaderPool, PartReader } from './pool';

/** Joining what they read keeps up with about so many. */
const MOST = 8;

/** What a browser tells of its machine; some tell no memory, in GiB. */
type Machine = Partial<Pick<Navigator, 'hardwareConcurrency'>> & { readonly deviceMemory?: number };

/** Workers beside the one that joins: each takes a core, and up to a GiB with the parts that wait. */
export function workersFor({ hardwareConcurrency = 1, deviceMemory = MOST }: Machine): number {
  return Math.max(1, Math.floor(Math.min(MOST, hardwareConcurrency - 1, deviceMemory)));
}

/** Null where one worker reads all of a text. */
export function poolFor(machine: Machine = navigator): ReaderPool | null {
  const n = workersFor(machine);
  return n < 2 ? null : poolOf(n);
}

export const poolOf = (n: number): ReaderPool => ({
  alone: 24 << 20,
  first: 1 << 20,
  block: 8 << 20,
  hands: n,
  hand,
});

function hand(blob: Blob, module: WebAssembly.Module): PartReader {
  const worker = new Worker(new URL('./part.worker.ts', import.meta.url), { type: 'module' });
  // One that has died answers nothing any more.
  const died = new Promise<never>((_, reject) => {
    const end = (event: Event) => {
      // Otherwise it is an error of this worker, too.
      event.preventDefault();
      reject(new Error('A worker could not read its part.'));
    };
    worker.onerror = end;
    worker.onmessageerror = end;
  });
  died.catch(() => undefined);
  const work = Comlink.wrap<PartWork>(worker);
  work.begin(module, blob).catch(() => undefined);
  return {
    read: (block, carry) => Promise.race([work.read(block, carry), died]),
    close: () => {
      worker.terminate();
    },
  };
}
