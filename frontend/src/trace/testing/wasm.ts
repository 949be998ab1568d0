import { readFileSync } from 'node:fs';

/** The trace reader as built; tests run against the real one. */
export const traceModule = new WebAssembly.Module(
  readFileSync(new URL('../../../../wasm-core/dist/mmtrace.wasm', import.meta.url)),
);
