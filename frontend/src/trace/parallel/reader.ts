/** A long text, read side by side. */
import { readFile, type TraceModules } from '../reader/input';
import { startPipeline, feeder, type PipelineState, type PipelineObserver } from '../reader/pipeline';
import { ParallelRefusal } from './errors';
import { lineEnd } from './chunks';
import { partReaderOf, readParts, type ReaderPool, type PartReader } from './pool';
import { PartMerger } from './merger';

/** `done` of all of it; null where it has to be read alone. Nothing is left then of what has been read. */
export async function readParallel<T>(
  modules: TraceModules,
  blob: Blob,
  crew: ReaderPool,
  seen: PipelineObserver,
  done: (reading: PipelineState) => T,
  signal?: AbortSignal,
): Promise<T | null> {
  const { reader, builder } = await startPipeline(modules);
  const hands: PartReader[] = [];
  try {
    while (hands.length < crew.hands) hands.push(partReaderOf(crew, blob, modules.trace));
    const to = await lineEnd(blob, crew.first);
    const feed = feeder(reader, builder, seen);
    await readFile(blob.slice(0, to), (plain, bytes) => feed(plain, bytes, blob.size), signal);
    if (!reader.canGoOn() || to === blob.size) {
      await readFile(blob.slice(to), (plain, bytes) => feed(plain, to + bytes, blob.size), signal);
      reader.end();
      return done({ text: reader, builder });
    }
    reader.part();
    const joined = new PartMerger(reader);
    const reading = { text: joined, builder };
    const progress = (bytes: number) => seen(reading, bytes, blob.size);
    await readParts(
      { blob, from: to, bytes: crew.block },
      hands,
      { reader, joined, builder },
      progress,
      signal,
    );
    return done(reading);
  } catch (error) {
    // One reader needs less memory.
    if (!(error instanceof ParallelRefusal || error instanceof RangeError)) throw error;
    builder.drop();
    return null;
  } finally {
    for (const hand of hands) hand.close();
  }
}
