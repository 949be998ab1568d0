// The wasm core in Node: instantiate it and read its description of itself.
import { readFile } from 'node:fs/promises';

export const WASM = new URL('../../wasm-core/dist/mmscope.wasm', import.meta.url);

/** @returns {Promise<unknown>} the JSON text of mms_describe(), parsed */
export async function describe() {
  const { instance } = await WebAssembly.instantiate(await readFile(WASM), {});
  const api = /** @type {Record<string, () => number> & { memory: WebAssembly.Memory }} */ (
    /** @type {unknown} */ (instance.exports)
  );
  api['_initialize']?.();
  const at = api['mms_describe']?.() ?? 0;
  const bytes = new Uint8Array(api.memory.buffer, at, api['mms_describe_len']?.());
  return JSON.parse(new TextDecoder().decode(bytes));
}
