/** The functions that mmpaste.wasm exports (wasm-core/include/mms/paste_abi.h): a text in, what it says out. */
import type { Answer, Distances } from './answer';

interface PasteExports {
  readonly memory: WebAssembly.Memory;
  _initialize(): void;
  mms_paste_abi_version(): number;
  mms_paste_begin(bytes: number): number;
  mms_paste_read(): number;
  mms_paste_answer(): number;
  mms_paste_request(): number;
  mms_paste_ask(bytes: number): number;
}

const ABI = 1;
/** MMS_PASTE_REQUEST. */
const REQUEST = 256;

/** One text. A new one is read by a new instance: nothing of the old one stays. */
export class PasteReader {
  readonly #api: PasteExports;

  private constructor(api: PasteExports) {
    this.#api = api;
  }

  static async of(module: WebAssembly.Module): Promise<PasteReader> {
    const { exports } = await WebAssembly.instantiate(module, {});
    const api = exports as unknown as PasteExports;
    api._initialize();
    const version = api.mms_paste_abi_version();
    if (version !== ABI)
      throw new Error(`mmpaste.wasm has ABI ${version}, this page was built for ${ABI}. Reload the page.`);
    return new PasteReader(api);
  }

  read(text: Uint8Array): Answer {
    const at = this.#api.mms_paste_begin(text.length);
    if (at === 0) throw new Error('There is no room for a text of this length.');
    new Uint8Array(this.#api.memory.buffer, at, text.length).set(text);
    return this.#answer(this.#api.mms_paste_read()) as Answer;
  }

  /** `GFP_KERNEL order=0 node=0`, and sysctls that are to be others: `watermark_scale_factor=100`. */
  ask(request: string): Distances {
    const all = new TextEncoder().encode(request);
    // A part of it would be another request: what is too long is none.
    const bytes = all.length > REQUEST ? new Uint8Array() : all;
    const at = this.#api.mms_paste_request();
    new Uint8Array(this.#api.memory.buffer, at, bytes.length).set(bytes);
    return this.#answer(this.#api.mms_paste_ask(bytes.length)) as Distances;
  }

  #answer(bytes: number): unknown {
    if (bytes === 0) throw new Error('The text tells more than there is room for.');
    const at = this.#api.mms_paste_answer();
    return JSON.parse(new TextDecoder().decode(new Uint8Array(this.#api.memory.buffer, at, bytes)));
  }
}
