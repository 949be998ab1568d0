/** The crew that a browser has: a worker for each core but one. */
import type { Carry } from '../reader/reader';
import type { Chunk } from './chunks';
import type { ReaderPool, PartReader } from './pool';
import type { Part } from './part';

export type PartRequest = { module: WebAssembly.Module; blob: Blob } | { block: Chunk; carry: Carry };
/** Null: it could not be read. */
export type PartResponse = Part | null;

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

interface Waiting {
  resolve: (part: Part) => void;
  reject: (error: Error) => void;
}

function hand(blob: Blob, module: WebAssembly.Module): PartReader {
  const worker = new Worker(new URL('./part.worker.ts', import.meta.url), { type: 'module' });
  /** In the order they were asked, which is that of the answers. */
  const waiting: Waiting[] = [];
  let ended = false;
  const failure = () => new Error('A worker could not read its part.');
  const end = () => {
    ended = true;
    for (const { reject } of waiting.splice(0)) reject(failure());
  };
  const say = (asked: PartRequest) => {
    worker.postMessage(asked);
  };
  worker.onerror = (event) => {
    // Otherwise it is an error of this worker, too.
    event.preventDefault();
    end();
  };
  worker.onmessageerror = end;
  worker.onmessage = ({ data }: MessageEvent<PartResponse>) => {
    const next = waiting.shift();
    if (data) next?.resolve(data);
    else next?.reject(failure());
  };
  say({ module, blob });
  return {
    read: (block, carry) =>
      new Promise((resolve, reject) => {
        if (ended) {
          reject(failure());
          return;
        }
        waiting.push({ resolve, reject });
        say({ block, carry });
      }),
    close: () => {
      worker.terminate();
    },
  };
}
