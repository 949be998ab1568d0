/**
 * zstd undone on the fly by mmzstd.wasm (wasm-core/include/mms/zstd_abi.h), which is zstd's own decoder. One instance
 * unpacks one file; its memory grows with the window that a frame asks for, and is bounded there.
 */
import { CutOffError, damaged, SourceError } from '../../core/error';

interface ZstdExports {
  readonly memory: WebAssembly.Memory;
  _initialize(): void;
  mms_zstd_begin(): number;
  mms_zstd_input(): number;
  mms_zstd_output(): number;
  mms_zstd_feed(bytes: number): number;
  mms_zstd_end(): number;
  mms_zstd_bytes(): bigint;
}

/** The module, compiled; asked for when a file is packed with zstd. */
export type ZstdModule = () => Promise<WebAssembly.Module>;

/** Bytes that the module takes at once. */
const INPUT = 2 ** 16;
/** The module's errors; any other says that it gets no memory. */
const [DAMAGED, WINDOW] = [-1, -2];

export class Unzstd {
  readonly #api: ZstdExports;

  private constructor(api: ZstdExports) {
    this.#api = api;
  }

  static async create(module: WebAssembly.Module): Promise<Unzstd> {
    const instance = await WebAssembly.instantiate(module, {});
    const api = instance.exports as unknown as ZstdExports;
    api._initialize();
    const unzstd = new Unzstd(api);
    unzstd.#good(api.mms_zstd_begin());
    return unzstd;
  }

  /** Plain pieces, each valid until the next is asked for. Throws SourceError. */
  *push(chunk: Uint8Array): Generator<Uint8Array> {
    const api = this.#api;
    for (let at = 0; at < chunk.length; at += INPUT) {
      const piece = chunk.subarray(at, at + INPUT);
      new Uint8Array(api.memory.buffer, api.mms_zstd_input(), piece.length).set(piece);
      let plain = this.#good(api.mms_zstd_feed(piece.length));
      while (plain > 0) {
        yield new Uint8Array(api.memory.buffer, api.mms_zstd_output(), plain);
        plain = this.#good(api.mms_zstd_feed(0));
      }
    }
  }

  /** No more bytes will come. */
  end(): Iterable<Uint8Array> {
    const result = this.#api.mms_zstd_end();
    if (result === DAMAGED) throw new CutOffError('zstd', Number(this.#api.mms_zstd_bytes()));
    this.#good(result);
    return [];
  }

  #good(result: number): number {
    if (result >= 0) return result;
    if (result === DAMAGED) throw damaged('zstd', Number(this.#api.mms_zstd_bytes()));
    const why = result === WINDOW ? 'takes more than 128 MiB of memory' : 'takes more memory than there is';
    throw new SourceError(`Unpacking this zstd file ${why}: compress it again without --ultra and --long`);
  }
}
