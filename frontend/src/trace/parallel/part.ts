/** One part of a text, read by an instance of its own: its rows as they are, and all else that it tells. */
import { buffersOf, ColumnBuilder, type RawKind } from '../reader/column-builder';
import { readFile } from '../reader/input';
import type { Carry, PartResult, TraceReader } from '../reader/reader';
import type { Chunk } from './chunks';

export interface Part extends PartResult {
  kinds: RawKind[];
}

/** The text as a whole has bounds; a part of it has none. */
const BOUNDLESS = { columns: Infinity, text: Infinity };

/** `carry`: what lines before it left behind, or a guess of that. */
export async function readPart(reader: TraceReader, blob: Blob, block: Chunk, carry: Carry): Promise<Part> {
  const builder = new ColumnBuilder(reader.description, BOUNDLESS);
  reader.goOn(carry, {
    batch: (batch, memory) => {
      builder.append(batch, memory);
    },
  });
  await readFile(blob.slice(block.from, block.to), (piece, bytes, total) => {
    builder.reached(total === null ? 0 : bytes / total);
    reader.feed(piece);
  });
  if (block.last) reader.end();
  else reader.part();
  return { ...reader.result(), kinds: builder.raw() };
}

/** What is moved and not copied when a part is sent. */
export function transferablesOf({
  kinds,
  report,
  counts,
  heap,
  lengths,
  learned,
  cpus,
  first,
  last,
  carry,
}: Part): ArrayBuffer[] {
  const parts = [report, counts, heap, lengths, learned, cpus, first, last, carry];
  return [...kinds.flatMap(buffersOf), ...parts.map(({ buffer }) => buffer)];
}
