/** A text while it is read: the reader, and the columns that its events go to. */
import { ColumnsBuilder } from './columns';
import type { TraceModules } from './input';
import { TraceReader, type TextRead } from './reader';

/** What has been read so far. */
export interface Reading {
  text: TextRead;
  builder: ColumnsBuilder;
}

/** Tells of it now and then, and lets messages in. */
export type Seen = (reading: Reading, bytes: number, total: number | null) => Promise<void>;

export async function begun(
  modules: TraceModules,
): Promise<{ reader: TraceReader; builder: ColumnsBuilder }> {
  let builder: ColumnsBuilder | null = null;
  const reader = await TraceReader.create(modules.trace, {
    batch: (batch, memory) => {
      builder?.append(batch, memory);
    },
  });
  builder = new ColumnsBuilder(reader.description);
  return { reader, builder };
}

export const fed =
  (reader: TraceReader, builder: ColumnsBuilder, seen: Seen) =>
  (plain: Uint8Array, bytes: number, total: number | null): Promise<void> => {
    builder.reached(total === null ? 0 : bytes / total);
    reader.feed(plain);
    return seen({ text: reader, builder }, bytes, total);
  };
