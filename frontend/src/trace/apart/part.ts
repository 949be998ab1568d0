/** One part of a text, read by an instance of its own: its rows as they are, and all else that it tells. */
import { buffersOf, ColumnsBuilder, type RawKind } from '../columns';
import { readFile } from '../input';
import type { Carry, PartTold, TraceReader } from '../reader';
import type { Block } from './blocks';

export interface Part extends PartTold {
  kinds: RawKind[];
}

/** The text as a whole has bounds; a part of it has none. */
const BOUNDLESS = { columns: Infinity, text: Infinity };

/** `carry`: what lines before it left behind, or a guess of that. */
export async function readPart(reader: TraceReader, blob: Blob, block: Block, carry: Carry): Promise<Part> {
  const builder = new ColumnsBuilder(reader.description, BOUNDLESS);
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
  return { ...reader.told(), kinds: builder.raw() };
}

/** What is moved and not copied when a part is sent. */
export function movedWith({
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
  const told = [report, counts, heap, lengths, learned, cpus, first, last, carry];
  return [...kinds.flatMap(buffersOf), ...told.map(({ buffer }) => buffer)];
}
