import { ColumnBuilder } from '../reader/column-builder';
import { readTrace } from '../reader/input';
import { loadTrace, type LoadedTrace } from '../loader';
import { TraceReader } from '../reader/reader';
import { traceModules } from './wasm';

/** A whole trace from its text or its packed bytes. */
export const load = (data: string | Uint8Array<ArrayBuffer>): Promise<LoadedTrace> =>
  loadTrace(traceModules, { kind: 'blob', blob: new Blob([data]) }, () => undefined);

/** The same with the kinds of the module's table only, as the server has them. */
export async function loadPlain(data: Uint8Array<ArrayBuffer>) {
  let builder: ColumnBuilder | null = null;
  const reader = await TraceReader.create(traceModules.trace, {
    batch: (batch, memory) => {
      builder?.append(batch, memory);
    },
  });
  builder = new ColumnBuilder(reader.description);
  await readTrace({ kind: 'blob', blob: new Blob([data]) }, traceModules.zstd, (plain) => {
    reader.feed(plain);
    return Promise.resolve();
  });
  reader.end();
  return { store: builder.finish(reader.names()).store, generics: reader.generics() };
}
