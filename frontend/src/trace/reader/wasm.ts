/** mmtrace.wasm and mmzstd.wasm, in a thread that reads traces. */
import wasmUrl from '../../../../wasm-core/dist/mmtrace.wasm?url';
import { wasmLoader } from '../../core/wasm/wasm';
import { zstdModule } from '../../capture/local/wasm';
import type { TraceModules } from './input';

export const traceModule = wasmLoader(wasmUrl, 'mmtrace.wasm');

export const traceModules = async (): Promise<TraceModules> => ({
  trace: await traceModule(),
  zstd: zstdModule,
});
