/** A crew within this thread: what tests read with, in as small parts as they like. */
import type { ReaderPool, PartReader } from '../parallel/pool';
import { readPart } from '../parallel/part';
import { TraceReader } from '../reader/reader';

interface WatchedPool extends ReaderPool {
  /** Parts that hands have read. */
  read: number;
  /** Hands. */
  made: number;
  closed: number;
}

export function localPool(n: number, block: number, first = 1 << 16): WatchedPool {
  const hand = (blob: Blob, module: WebAssembly.Module): PartReader => {
    watched.made++;
    const reader = TraceReader.create(module, {});
    let before: Promise<unknown> = reader;
    return {
      read: (of, carry) => {
        watched.read++;
        const part = before.then(async () => readPart(await reader, blob, of, carry));
        before = part.catch(() => undefined);
        return part;
      },
      close: () => {
        watched.closed++;
      },
    };
  };
  const watched: WatchedPool = {
    alone: 0,
    first,
    block,
    hands: n,
    hand,
    read: 0,
    made: 0,
    closed: 0,
  };
  return watched;
}
