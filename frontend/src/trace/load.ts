/** A whole trace, from a file or an address to its columns and the report of its reading. */
import { turn } from '../core/turn';
import type { Crew } from './apart/crew';
import { isPacked, readTrace, TRACE_BOUNDS, type TraceInput, type TraceModules } from './input';
import { withOwnKinds } from './own-kinds';
import { begun, fed, type Reading, type Seen } from './reading';
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
  if (crew && input.kind === 'blob' && (await isLong(input.blob, crew))) {
    // Fetched where it is wanted: most texts are short, and many machines have two cores.
    const apart = await import('./apart/read').catch(() => null);
    const whole = (reading: Reading) => loaded(reading, null);
    const read = await apart?.readApart(modules, input.blob, crew, seen, whole, signal);
    if (read) return read;
  }
  return readAlone(modules, input, seen, signal);
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
