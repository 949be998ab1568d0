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

/** Throws SourceError in words; what `signal` was aborted with when that happened. */
export async function loadTrace(
  modules: TraceModules,
  input: TraceInput,
  on: (progress: TraceProgress) => void,
  signal?: AbortSignal,
): Promise<LoadedTrace> {
  let builder: ColumnsBuilder | null = null;
  const reader = await TraceReader.create(modules.trace, {
    batch: (batch, memory) => {
      builder?.append(batch, memory);
    },
  });
  builder = new ColumnsBuilder(reader.description);
  let told = -Infinity;
  await readTrace(
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
    },
    signal,
  );
  reader.end();
  const { store, cut } = builder.finish(reader.names());
  return { store: withOwnKinds(store), report: reportOf(reader, cut) };
}
