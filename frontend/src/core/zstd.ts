/**
 * zstd undone on the fly. Memory is bounded by the window a frame asks for, so every frame's header is read
 * here before the decompressor sees it. Formats: RFC 8878, section 3.1.
 */
import { Decompress } from 'fzstd';
import { SourceError } from './error';

/** Bytes of a window at most: what `zstd -d` allows without being told. */
export const WINDOW_MAX = 2 ** 27;
/** Compressed bytes given to the decompressor at once: what it makes of them waits in memory. */
const PIECE = 1 << 14;

const MAGIC = 0xfd2fb528;
const SKIPPABLE = 0x184d2a50;
const DAMAGED = new SourceError('The zstd data is damaged or cut off.', {
  advice: 'Copy the file again, or test it with zstd -t.',
});

/** `sink` gets plain bytes in order and may throw to stop; nothing of them is kept. */
export class Unzstd {
  readonly #frames = new Frames();
  readonly #inner: Decompress;

  constructor(sink: (plain: Uint8Array) => void) {
    this.#inner = new Decompress((plain) => {
      if (plain.length > 0) sink(plain);
    });
  }

  push(chunk: Uint8Array): void {
    for (let at = 0; at < chunk.length; at += PIECE) {
      const piece = chunk.subarray(at, at + PIECE);
      this.#frames.push(piece);
      this.#inside(() => {
        // It keeps what it cannot use yet, so it gets bytes of its own.
        this.#inner.push(piece.slice());
      });
    }
  }

  end(): void {
    if (!this.#frames.complete) throw DAMAGED;
    this.#inside(() => {
      this.#inner.push(new Uint8Array(0), true);
    });
  }

  #inside(work: () => void): void {
    try {
      work();
    } catch (error) {
      if (error instanceof SourceError) throw error;
      throw DAMAGED;
    }
  }
}

/** Follows the frames of a stream from header to header, without looking into blocks. */
class Frames {
  /** Bytes of the part that begins next, as far as they came; headers have 18 at most. */
  #head: number[] = [];
  /** Bytes to pass over before that part. */
  #skip = 0;
  #next: 'frame' | 'block' = 'frame';
  #checksum = false;

  /** At the end of a frame. */
  get complete(): boolean {
    return this.#next === 'frame' && this.#skip === 0 && this.#head.length === 0;
  }

  push(bytes: Uint8Array): void {
    let at = 0;
    while (at < bytes.length) {
      if (this.#skip > 0) {
        const n = Math.min(this.#skip, bytes.length - at);
        this.#skip -= n;
        at += n;
        continue;
      }
      this.#head.push(bytes[at++] ?? 0);
      this.#read();
    }
  }

  #read(): void {
    const done = this.#next === 'block' ? this.#block() : this.#frame();
    if (done) this.#head = [];
  }

  #frame(): boolean {
    const h = this.#head;
    if (h.length < 5) return false;
    const magic = little(h, 0, 4);
    if ((magic & 0xfffffff0) >>> 0 === SKIPPABLE) {
      if (h.length < 8) return false;
      this.#skip = little(h, 4, 4);
      return true;
    }
    if (magic !== MAGIC) throw DAMAGED;
    const flags = h[4] ?? 0;
    const single = (flags >> 5) & 1;
    const sizeFlag = flags >> 6;
    const dictionary = [0, 1, 2, 4][flags & 3] ?? 0;
    const sizeBytes = sizeFlag > 0 ? 1 << sizeFlag : single;
    const length = 6 - single + dictionary + sizeBytes;
    if (h.length < length) return false;
    const size = little(h, length - sizeBytes, sizeBytes) + (sizeFlag === 1 ? 256 : 0);
    const exponent = 2 ** (10 + ((h[5] ?? 0) >> 3));
    const window = single ? size : exponent + (exponent / 8) * ((h[5] ?? 0) & 7);
    if (window > WINDOW_MAX) {
      throw new SourceError(
        `Unpacking this zstd file takes more than ${WINDOW_MAX / 2 ** 20} MiB of memory.`,
        {
          advice: 'Compress it again without --ultra and --long.',
        },
      );
    }
    this.#checksum = (flags & 4) !== 0;
    this.#next = 'block';
    return true;
  }

  #block(): boolean {
    if (this.#head.length < 3) return false;
    const header = little(this.#head, 0, 3);
    const [last, type, size] = [header & 1, (header >> 1) & 3, header >> 3];
    if (type === 3) throw DAMAGED;
    this.#skip = type === 1 ? 1 : size;
    if (last === 1) {
      this.#next = 'frame';
      if (this.#checksum) this.#skip += 4;
    }
    return true;
  }
}

/** An unsigned number of so many bytes; exact below 2^53, and far above any bound beyond. */
function little(bytes: readonly number[], at: number, n: number): number {
  let value = 0;
  for (let i = n - 1; i >= 0; i--) value = value * 256 + (bytes[at + i] ?? 0);
  return value;
}
