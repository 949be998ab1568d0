/** mmtrace.wasm, fetched and compiled once in a thread; once more after it failed. */
import wasmUrl from '../../../wasm-core/dist/mmtrace.wasm?url';

let compiled: Promise<WebAssembly.Module> | null = null;

export function traceModule(): Promise<WebAssembly.Module> {
  compiled ??= compile().catch((error: unknown) => {
    compiled = null;
    throw error;
  });
  return compiled;
}

/** Streaming needs the type application/wasm, which not every static host sends. */
async function compile(): Promise<WebAssembly.Module> {
  const response = await fetch(wasmUrl);
  if (!response.ok) throw new Error(`mmtrace.wasm cannot be fetched (${response.status}).`);
  return WebAssembly.compile(await response.arrayBuffer());
}
