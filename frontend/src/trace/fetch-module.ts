/** mmtrace.wasm and mmzstd.wasm, in a thread that reads traces. */
import wasmUrl from '../../../wasm-core/dist/mmtrace.wasm?url';
import { fetched } from '../core/fetched';
import { zstdModule } from '../core/fetch-zstd';
import type { TraceModules } from './input';

export const traceModule = fetched(wasmUrl, 'mmtrace.wasm');

export const traceModules = async (): Promise<TraceModules> => ({
  trace: await traceModule(),
  zstd: zstdModule,
});
