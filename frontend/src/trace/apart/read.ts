/** A long text, read side by side. */
import { readFile, type TraceModules } from '../input';
import { begun, fed, type Reading, type Seen } from '../reading';
import { Alone } from './alone';
import { lineEnd } from './blocks';
import { handOf, readParts, type Crew, type Hand } from './crew';
import { Joined } from './joined';

/** `done` of all of it; null where it has to be read alone. Nothing is left then of what has been read. */
export async function readApart<T>(
  modules: TraceModules,
  blob: Blob,
  crew: Crew,
  seen: Seen,
  done: (reading: Reading) => T,
  signal?: AbortSignal,
): Promise<T | null> {
  const { reader, builder } = await begun(modules);
  const hands: Hand[] = [];
  try {
    while (hands.length < crew.hands) hands.push(handOf(crew, blob, modules.trace));
    const to = await lineEnd(blob, crew.first);
    const feed = fed(reader, builder, seen);
    await readFile(blob.slice(0, to), (plain, bytes) => feed(plain, bytes, blob.size), signal);
    if (!reader.canGoOn() || to === blob.size) {
      await readFile(blob.slice(to), (plain, bytes) => feed(plain, to + bytes, blob.size), signal);
      reader.end();
      return done({ text: reader, builder });
    }
    reader.part();
    const joined = new Joined(reader);
    const reading = { text: joined, builder };
    const told = (bytes: number) => seen(reading, bytes, blob.size);
    await readParts({ blob, from: to, bytes: crew.block }, hands, { reader, joined, builder }, told, signal);
    return done(reading);
  } catch (error) {
    // One reader needs less memory.
    if (!(error instanceof Alone || error instanceof RangeError)) throw error;
    builder.drop();
    return null;
  } finally {
    for (const hand of hands) hand.close();
  }
}
