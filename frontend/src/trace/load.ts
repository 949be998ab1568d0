/** A whole trace, from a file or an address to its columns and the report of its reading. */
import { turn } from '../core/turn';
import { ColumnsBuilder } from './columns';
import { readTrace, type TraceInput, type TraceModules } from './input';
import { TraceReader } from './reader';
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
  /** ms to the first look; to the next ones three times as long, and three times as long as the last one took. */
  after: number;
  show: (part: LoadedTrace) => Promise<void>;
}

/** No look where so little is left of the input, or where a copy of what has been read would be so large. */
const [LEFT_LEAST, COPY_MOST] = [8 << 20, 256 << 20];

/** Throws SourceError in words; what `signal` was aborted with when that happened. */
export async function loadTrace(
  modules: TraceModules,
  input: TraceInput,
  on: (progress: TraceProgress) => void,
  signal?: AbortSignal,
  early?: Early,
): Promise<LoadedTrace> {
  let builder: ColumnsBuilder | null = null;
  const reader = await TraceReader.create(modules.trace, {
    batch: (batch, memory) => {
      builder?.append(batch, memory);
    },
  });
  builder = new ColumnsBuilder(reader.description);
  let told = -Infinity;
  let due = early ? performance.now() + early.after : Infinity;
  const cutOff = await readTrace(
    input,
    modules.zstd,
    async (plain, bytes, total) => {
      builder.reached(total === null ? 0 : bytes / total);
      reader.feed(plain);
      const now = performance.now();
      if (now - told < TELL_EVERY_MS) return;
      told = now;
      const { lines, events } = reader.report();
      on({ bytes, total, lines, events });
      await turn();
      signal?.throwIfAborted();
      if (now < due || (total ?? Infinity) - bytes < LEFT_LEAST || builder.bytes > COPY_MOST) return;
      const store = withOwnKinds(builder.peek(reader.names()));
      await early?.show({ store, report: reportOf(reader, NONE_CUT) });
      due = now + 3 * (performance.now() - now) + 3 * (early?.after ?? 0);
      signal?.throwIfAborted();
    },
    signal,
  );
  reader.end();
  const { store, cut } = builder.finish(reader.names());
  return { store: withOwnKinds(store), report: reportOf(reader, cut, cutOff) };
}
