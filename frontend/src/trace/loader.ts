/** A whole trace, from a file or an address to its columns and the report of its reading. */
import { pause } from '../core/work/pause';
import type { ReaderPool } from './parallel/pool';
import { isPacked, readTrace, TRACE_BOUNDS, type TraceInput, type TraceModules } from './reader/input';
import { withGenericKinds } from './store/generic-kinds';
import { startPipeline, feeder, type PipelineState, type PipelineObserver } from './reader/pipeline';
import { reportOf, type TraceReport } from './trace-report';
import type { TraceStore } from './store/store';

export type { TraceInput } from './reader/input';

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
export interface EarlyView {
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
  early?: EarlyView,
  crew?: ReaderPool | null,
): Promise<LoadedTrace> {
  const seen = seenBy(on, signal, early);
  if (crew && input.kind === 'blob' && (await isLong(input.blob, crew))) {
    // Fetched where it is wanted: most texts are short, and many machines have two cores.
    const apart = await import('./parallel/reader').catch(() => null);
    const whole = (reading: PipelineState) => loaded(reading, null);
    const read = await apart?.readParallel(modules, input.blob, crew, seen, whole, signal);
    if (read) return read;
  }
  return readAlone(modules, input, seen, signal);
}

const isLong = async (blob: Blob, { alone, first }: ReaderPool): Promise<boolean> =>
  blob.size > Math.max(alone, first) && blob.size <= TRACE_BOUNDS.maxBytes && !(await isPacked(blob));

async function readAlone(
  modules: TraceModules,
  input: TraceInput,
  seen: PipelineObserver,
  signal?: AbortSignal,
): Promise<LoadedTrace> {
  const { reader, builder } = await startPipeline(modules);
  const cutOff = await readTrace(input, modules.zstd, feeder(reader, builder, seen), signal);
  reader.end();
  return loaded({ text: reader, builder }, cutOff);
}

function loaded({ text, builder }: PipelineState, cutOff: string | null): LoadedTrace {
  const { store, cut } = builder.finish(text.names());
  return { store: withGenericKinds(store), report: reportOf(text, cut, cutOff) };
}

function seenBy(
  on: (progress: TraceProgress) => void,
  signal?: AbortSignal,
  early?: EarlyView,
): PipelineObserver {
  let reported = -Infinity;
  let due = early ? performance.now() + early.after : Infinity;
  return async ({ text, builder }, bytes, total) => {
    const now = performance.now();
    if (now - reported < TELL_EVERY_MS) return;
    reported = now;
    const { lines, events } = text.report();
    on({ bytes, total, lines, events });
    await pause();
    signal?.throwIfAborted();
    // An empty look would be the only one at a short reading: the next one has to wait.
    if (builder.bytes === 0 || now < due) return;
    if ((total ?? Infinity) - bytes < LEFT_LEAST || builder.bytes > COPY_MOST) return;
    const store = withGenericKinds(builder.peek(text.names()));
    await early?.show({ store, report: reportOf(text, NONE_CUT) });
    due = now + 3 * (performance.now() - now) + 10 * (early?.after ?? 0);
    signal?.throwIfAborted();
  };
}
