import { readFileSync } from 'node:fs';

import { zstdModule } from '../../core/testing/wasm';
import type { TraceModules } from '../reader/input';

/** The trace reader as built; tests run against the real one. */
export const traceModule = new WebAssembly.Module(
  readFileSync(new URL('../../../../wasm-core/dist/mmtrace.wasm', import.meta.url)),
);

export const traceModules: TraceModules = { trace: traceModule, zstd: zstdModule };
