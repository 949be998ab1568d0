/** A text while it is read: the reader, and the columns that its events go to. */
import { ColumnBuilder } from './column-builder';
import type { TraceModules } from './input';
import { TraceReader, type TextRead } from './reader';

/** What has been read so far. */
export interface PipelineState {
  text: TextRead;
  builder: ColumnBuilder;
}

/** Tells of it now and then, and lets messages in. */
export type PipelineObserver = (reading: PipelineState, bytes: number, total: number | null) => Promise<void>;

export async function startPipeline(
  modules: TraceModules,
): Promise<{ reader: TraceReader; builder: ColumnBuilder }> {
  let builder: ColumnBuilder | null = null;
  const reader = await TraceReader.create(modules.trace, {
    batch: (batch, memory) => {
      builder?.append(batch, memory);
    },
  });
  builder = new ColumnBuilder(reader.description);
  return { reader, builder };
}

export const feeder =
  (reader: TraceReader, builder: ColumnBuilder, seen: PipelineObserver) =>
  (plain: Uint8Array, bytes: number, total: number | null): Promise<void> => {
    builder.reached(total === null ? 0 : bytes / total);
    reader.feed(plain);
    return seen({ text: reader, builder }, bytes, total);
  };
