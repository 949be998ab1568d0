/**
 * gzip undone on the fly (RFC 1952), member after member, with their checksums: a browser's own DecompressionStream
 * refuses what follows the first. Zero bytes behind a member are padding. Memory does not grow with the file.
 */
import {
  Z_BUF_ERROR,
  Z_NO_FLUSH,
  Z_OK,
  Z_STREAM_END,
  zlibInflate,
  zlibInflateInit2,
  zlibInflateReset,
  ZStream,
} from 'pako';
import { CutOffError, damaged } from '../../core/error';

/** Plain bytes of a piece at most. */
const PIECE = 1 << 18;
/** To zlib: a window of 2^15 bytes, and nothing but gzip. */
const GZIP_ONLY = 15 + 16;

export class Gunzip {
  readonly #z = new ZStream();
  readonly #plain = new Uint8Array(PIECE);
  /** Behind a member; before the first there is none to be behind. */
  #between = false;
  /** Bytes of the file before the chunk at hand. */
  #before = 0;

  constructor() {
    zlibInflateInit2(this.#z, GZIP_ONLY);
  }

  /** Plain pieces, each valid until the next is asked for. Throws SourceError. */
  *push(chunk: Uint8Array): Generator<Uint8Array> {
    const z = this.#z;
    Object.assign(z, { input: chunk, next_in: 0, avail_in: chunk.length });
    while (this.#goesOn(chunk)) {
      Object.assign(z, { output: this.#plain, next_out: 0, avail_out: PIECE });
      const status = zlibInflate(z, Z_NO_FLUSH);
      if (z.next_out > 0) yield this.#plain.subarray(0, z.next_out);
      this.#between = status === Z_STREAM_END;
      if (this.#between) continue;
      if (status !== Z_OK && status !== Z_BUF_ERROR) throw damaged('gzip', this.#before + z.next_in);
      if (z.avail_in === 0 && z.avail_out > 0) break;
    }
    this.#before += chunk.length;
  }

  /** No more bytes will come. Throws SourceError where some are missing. */
  end(): readonly Uint8Array[] {
    if (!this.#between) throw new CutOffError('gzip', this.#before);
    return [];
  }

  /** False where nothing but padding is left; begins the next member where that is due. */
  #goesOn(chunk: Uint8Array): boolean {
    const z = this.#z;
    if (!this.#between) return true;
    while (z.avail_in > 0 && chunk[z.next_in] === 0) {
      z.next_in++;
      z.avail_in--;
    }
    if (z.avail_in > 0) zlibInflateReset(z);
    return z.avail_in > 0;
  }
}
