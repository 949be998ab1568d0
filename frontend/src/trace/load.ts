/** A whole trace, from a file or an address to its columns and the report of its reading. */
import { turn } from '../core/turn';
import { Alone } from './apart/alone';
import { lineEnd } from './apart/blocks';
import { handOf, readParts, type Crew, type Hand } from './apart/crew';
import { Joined } from './apart/joined';
import { ColumnsBuilder } from './columns';
import { isPacked, readFile, readTrace, TRACE_BOUNDS, type TraceInput, type TraceModules } from './input';
import { TraceReader, type TextRead } from './reader';
import { withOwnKinds } from './own-kinds';
import { reportOf, type TraceReport } from './report';
import type { TraceStore } from './store';

export type { TraceInput } from './input';

export interface TraceProgress {
  /** Of the input as it is, packed or not. */
  bytes: number;
  /** Null where the length is not known. */
  total: number | null;
  lines: number;
  events: number;
}

export interface LoadedTrace {
  store: TraceStore;
  report: TraceReport;
}

const TELL_EVERY_MS = 50;
const NONE_CUT: ReadonlyMap<number, number> = new Map();

/** Who wants to see what has been read while the rest is. */
export interface Early {
  /** ms to the first look; to the next ones ten times as long, and three times as long as the last one took. */
  after: number;
  show: (part: LoadedTrace) => Promise<void>;
}

/** No look where so little is left of the input, or where a copy of what has been read would be so large. */
const [LEFT_LEAST, COPY_MOST] = [8 << 20, 256 << 20];

/** What has been read so far. */
interface Reading {
  text: TextRead;
  builder: ColumnsBuilder;
}

/** Tells of it now and then, and lets messages in. */
type Seen = (reading: Reading, bytes: number, total: number | null) => Promise<void>;

/** Throws SourceError in words; what `signal` was aborted with when that happened. `crew`: reads long files side by
 * side, to the same end. */
export async function loadTrace(
  modules: TraceModules,
  input: TraceInput,
  on: (progress: TraceProgress) => void,
  signal?: AbortSignal,
  early?: Early,
  crew?: Crew | null,
): Promise<LoadedTrace> {
  const seen = seenBy(on, signal, early);
  const apart = crew && input.kind === 'blob' && (await isLong(input.blob, crew));
  return (
    (apart ? await readApart(modules, input.blob, crew, seen, signal) : null) ??
    readAlone(modules, input, seen, signal)
  );
}

const isLong = async (blob: Blob, { alone, first }: Crew): Promise<boolean> =>
  blob.size > Math.max(alone, first) && blob.size <= TRACE_BOUNDS.maxBytes && !(await isPacked(blob));

async function readAlone(
  modules: TraceModules,
  input: TraceInput,
  seen: Seen,
  signal?: AbortSignal,
): Promise<LoadedTrace> {
  const { reader, builder } = await begun(modules);
  const cutOff = await readTrace(input, modules.zstd, fed(reader, builder, seen), signal);
  reader.end();
  return loaded({ text: reader, builder }, cutOff);
}

/** Null where it has to be read alone. Nothing is left then of what has been read. */
async function readApart(
  modules: TraceModules,
  blob: Blob,
  crew: Crew,
  seen: Seen,
  signal?: AbortSignal,
): Promise<LoadedTrace | null> {
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
      return loaded({ text: reader, builder }, null);
    }
    reader.part();
    const joined = new Joined(reader);
    const reading = { text: joined, builder };
    const told = (bytes: number) => seen(reading, bytes, blob.size);
    await readParts({ blob, from: to, bytes: crew.block }, hands, { reader, joined, builder }, told, signal);
    return loaded(reading, null);
  } catch (error) {
    // One reader needs less memory.
    if (!(error instanceof Alone || error instanceof RangeError)) throw error;
    builder.drop();
    return null;
  } finally {
    for (const hand of hands) hand.close();
  }
}

async function begun(modules: TraceModules): Promise<{ reader: TraceReader; builder: ColumnsBuilder }> {
  let builder: ColumnsBuilder | null = null;
  const reader = await TraceReader.create(modules.trace, {
    batch: (batch, memory) => {
      builder?.append(batch, memory);
    },
  });
  builder = new ColumnsBuilder(reader.description);
  return { reader, builder };
}

const fed =
  (reader: TraceReader, builder: ColumnsBuilder, seen: Seen) =>
  (plain: Uint8Array, bytes: number, total: number | null): Promise<void> => {
    builder.reached(total === null ? 0 : bytes / total);
    reader.feed(plain);
    return seen({ text: reader, builder }, bytes, total);
  };

function loaded({ text, builder }: Reading, cutOff: string | null): LoadedTrace {
  const { store, cut } = builder.finish(text.names());
  return { store: withOwnKinds(store), report: reportOf(text, cut, cutOff) };
}

function seenBy(on: (progress: TraceProgress) => void, signal?: AbortSignal, early?: Early): Seen {
  let told = -Infinity;
  let due = early ? performance.now() + early.after : Infinity;
  return async ({ text, builder }, bytes, total) => {
    const now = performance.now();
    if (now - told < TELL_EVERY_MS) return;
    told = now;
    const { lines, events } = text.report();
    on({ bytes, total, lines, events });
    await turn();
    signal?.throwIfAborted();
    if (now < due || (total ?? Infinity) - bytes < LEFT_LEAST || builder.bytes > COPY_MOST) return;
    const store = withOwnKinds(builder.peek(text.names()));
    await early?.show({ store, report: reportOf(text, NONE_CUT) });
    due = now + 3 * (performance.now() - now) + 10 * (early?.after ?? 0);
    signal?.throwIfAborted();
  };
}
