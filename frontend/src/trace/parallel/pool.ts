/** Who reads a long text side by side, and in which order what they read is put together. */
import type { ColumnBuilder } from '../reader/column-builder';
import type { Carry, TraceReader } from '../reader/reader';
import { ParallelRefusal, orRefusal } from './errors';
import { chunksOf, type Chunk } from './chunks';
import type { PartMerger } from './merger';
import { readPart, type Part } from './part';

/** One who reads parts, in the order in which it is asked. */
export interface PartReader {
  read: (block: Chunk, carry: Carry) => Promise<Part>;
  close: () => void;
}

export interface ReaderPool {
  /** Bytes of a file that one alone reads. */
  alone: number;
  /** Bytes of the first part, which tells what the others go on with: 64 KiB at least; and of each other one. */
  first: number;
  block: number;
  hands: number;
  hand: (blob: Blob, module: WebAssembly.Module) => PartReader;
}

/** Not every browser lets a worker have workers. */
export function partReaderOf(crew: ReaderPool, blob: Blob, module: WebAssembly.Module): PartReader {
  try {
    return crew.hand(blob, module);
  } catch {
    throw new ParallelRefusal();
  }
}

/** Parts that each hand has been asked for and that have not been put together yet. So memory is bounded. */
const AHEAD = 2;

/** Reads from `from` on; `seen` after each part, with the bytes of the file until there. `reader` reads again what was
 * guessed wrongly: it waits for nobody, so all of it is not slower than one reader. */
export async function readParts(
  { blob, from, bytes }: { blob: Blob; from: number; bytes: number },
  hands: readonly PartReader[],
  { reader, joined, builder }: { reader: TraceReader; joined: PartMerger; builder: ColumnBuilder },
  seen: (bytes: number) => Promise<void>,
  signal?: AbortSignal,
): Promise<void> {
  const given = givenUp(signal);
  const blocks = chunksOf(blob, from, bytes);
  const asked: { block: Chunk; guess: Carry; part: Promise<Part> }[] = [];
  let asks = 0;
  const ask = (block: Chunk) => {
    const guess = joined.carry;
    const hand = hands[asks++ % hands.length];
    const part = hand ? orRefusal(hand.read(block, guess)) : Promise.reject(new ParallelRefusal());
    part.catch(() => undefined);
    return { block, guess, part };
  };
  for (let more = true; ;) {
    while (more && asked.length < AHEAD * hands.length) {
      const { value: block } = await Promise.race([blocks.next(), given]);
      if (block) asked.push(ask(block));
      else more = false;
    }
    const next = asked.shift();
    if (!next) return;
    let { guess } = next;
    let part = await Promise.race([next.part, given]);
    if (!joined.fits(part, guess)) {
      guess = joined.carry;
      part = await orRefusal(readPart(reader, blob, next.block, guess));
    }
    builder.reached(next.block.to / blob.size);
    const elsewhere = joined.add(part, guess);
    for (const kind of part.kinds) if (builder.appendRaw(kind, elsewhere)) joined.unsorted();
    await seen(next.block.to);
  }
}

/** Rejects when the signal says so. */
function givenUp(signal?: AbortSignal): Promise<never> {
  const given = new Promise<never>((_, reject) => {
    signal?.addEventListener('abort', () => {
      reject(signal.reason as Error);
    });
    if (signal?.aborted) reject(signal.reason as Error);
  });
  given.catch(() => undefined);
  return given;
}
