// The wasm modules in Node: instantiate one and read its description of itself.
import { readFile } from 'node:fs/promises';

export const WASM = new URL('../../wasm-core/dist/mmscope.wasm', import.meta.url);
export const TRACE_WASM = new URL('../../wasm-core/dist/mmtrace.wasm', import.meta.url);

/** @returns {Promise<unknown>} the JSON text of mms_describe(), parsed */
export const describe = () => described(WASM, 'mms_describe');

/** @returns {Promise<unknown>} the same of mms_trace_describe() */
export const describeTrace = () => described(TRACE_WASM, 'mms_trace_describe');

/** @param {URL} file @param {string} name */
async function described(file, name) {
  const { instance } = await WebAssembly.instantiate(await readFile(file), {});
  const api = /** @type {Record<string, () => number> & { memory: WebAssembly.Memory }} */ (
    /** @type {unknown} */ (instance.exports)
  );
  api['_initialize']?.();
  const at = api[name]?.() ?? 0;
  const bytes = new Uint8Array(api.memory.buffer, at, api[`${name}_len`]?.());
  return JSON.parse(new TextDecoder().decode(bytes));
}
