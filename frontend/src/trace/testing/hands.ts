/** A crew within this thread: what tests read with, in as small parts as they like. */
import type { Crew, Hand } from '../apart/crew';
import { readPart } from '../apart/part';
import { TraceReader } from '../reader';

export interface Watched extends Crew {
  /** Parts that hands have read. */
  read: number;
  /** Hands. */
  made: number;
  closed: number;
}

export function crewHere(n: number, block: number, first = 1 << 16): Watched {
  const hand = (blob: Blob, module: WebAssembly.Module): Hand => {
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
  const watched: Watched = {
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
