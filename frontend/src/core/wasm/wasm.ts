/** A wasm module, fetched and compiled once in a thread, when it is first asked for; once more after it failed. */
export function wasmLoader(url: string, name: string): () => Promise<WebAssembly.Module> {
  let compiled: Promise<WebAssembly.Module> | null = null;
  return () => {
    compiled ??= compile(url, name).catch((error: unknown) => {
      compiled = null;
      throw error;
    });
    return compiled;
  };
}

/** What browsers say where a Content-Security-Policy forbids it. */
const REFUSED = /unsafe-eval|content security|\bCSP\b/i;

/** Streaming needs the type application/wasm, which not every static host sends. */
async function compile(url: string, name: string): Promise<WebAssembly.Module> {
  const response = await fetch(url).catch(() => null);
  if (!response) throw new Error(`${name} cannot be fetched: no server answers.`);
  if (!response.ok) throw new Error(`${name} cannot be fetched (${response.status}).`);
  const bytes = await response.arrayBuffer();
  return WebAssembly.compile(bytes).catch((error: unknown) => {
    throw new Error(
      REFUSED.test(String(error))
        ? `The policy of this site refuses WebAssembly: its script-src needs 'wasm-unsafe-eval'.`
        : `${name} is damaged, or something else came in its place. Reload the page.`,
      { cause: error },
    );
  });
}
