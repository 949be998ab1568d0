/** A text split behind ends of lines, into blocks that can be read apart. */
import { ParallelRefusal, orRefusal } from './errors';

export interface Chunk {
  from: number;
  to: number;
  /** Behind it nothing comes. */
  last: boolean;
}

/** Bytes in which the end of a line is looked for at a time: more than most lines have. And how often, at most. */
const LOOK = 1 << 14;
const LOOKS = 64;
const NEWLINE = 10;

/** Each has `bytes` at least, the last one excepted; a line is never in two. */
export async function* chunksOf(blob: Blob, from: number, bytes: number): AsyncGenerator<Chunk, void, void> {
  while (from < blob.size) {
    const to = await lineEnd(blob, from + bytes);
    yield { from, to, last: to === blob.size };
    from = to;
  }
}

/** Behind the first end of a line that is at a place, right before it, or after it. */
export async function lineEnd(blob: Blob, at: number): Promise<number> {
  const begin = Math.max(0, at - 1);
  for (let from = begin; from < blob.size; from += LOOK) {
    if (from === begin + LOOKS * LOOK) throw new ParallelRefusal();
    const bytes = new Uint8Array(await orRefusal(blob.slice(from, from + LOOK).arrayBuffer()));
    const found = bytes.indexOf(NEWLINE);
    if (found >= 0) return from + found + 1;
  }
  return blob.size;
}
