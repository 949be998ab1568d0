/**
 * zstd undone on the fly. Memory is bounded by the window a frame asks for, so every frame's header is read
 * here before the decompressor sees it. Formats: RFC 8878, section 3.1.
 */
import { Decompress } from 'fzstd';
import { SourceError } from './error';

/** Bytes of a window at most: what `zstd -d` allows without being told. */
export const WINDOW_MAX = 2 ** 27;
/** Bytes of a block at most, packed or plain. */
const BLOCK_MAX = 2 ** 17;
/** Compressed bytes given to the decompressor at once. What it makes of them waits: 16 MiB at most. */
const PIECE = 1 << 9;
/**
 * Bytes of windows moved at most: the decompressor moves the whole window for each block, however short. So many
 * for each compressed byte, which is more than any text of traces takes, and so many at all events.
 */
const MOVED_PER_BYTE = 2 ** 17;
const MOVED_FREE = 2 ** 34;

const MAGIC = 0xfd2fb528;
const SKIPPABLE = 0x184d2a50;

const damaged = (byte: number) =>
  new SourceError(`The zstd data is damaged or cut off at byte ${byte}.`, {
    advice: 'Copy the file again, or test it with zstd -t.',
  });

export class Unzstd {
  readonly #frames = new Frames();
  readonly #inner: Decompress;
  #waiting: Uint8Array[] = [];

  constructor() {
    this.#inner = new Decompress((plain) => {
      if (plain.length > 0) this.#waiting.push(plain);
    });
  }

  /** Plain pieces. Throws SourceError. */
  *push(chunk: Uint8Array): Generator<Uint8Array> {
    for (let at = 0; at < chunk.length; at += PIECE) {
      const piece = chunk.subarray(at, at + PIECE);
      this.#frames.push(piece);
      // It keeps what it cannot use yet, so it gets bytes of its own.
      yield* this.#unpack(piece.slice(), false);
    }
  }

  /** No more bytes will come. */
  *end(): Generator<Uint8Array> {
    if (!this.#frames.complete) throw damaged(this.#frames.bytes);
    yield* this.#unpack(new Uint8Array(0), true);
  }

  #unpack(piece: Uint8Array, final: boolean): Uint8Array[] {
    try {
      this.#inner.push(piece, final);
    } catch {
      throw damaged(this.#frames.bytes);
    }
    const ready = this.#waiting;
    this.#waiting = [];
    return ready;
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
  #window = 0;
  #moved = 0;
  /** Bytes of the file so far. */
  bytes = 0;

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
        this.bytes += n;
        at += n;
        continue;
      }
      this.#head.push(bytes[at++] ?? 0);
      this.bytes++;
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
    if (magic !== MAGIC) throw damaged(this.bytes);
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
        `Unpacking this zstd file takes more than ${WINDOW_MAX / 2 ** 20} MiB of memory, at byte ${this.bytes}.`,
        {
          advice: 'Compress it again without --ultra and --long.',
        },
      );
    }
    this.#checksum = (flags & 4) !== 0;
    this.#window = window;
    this.#move();
    this.#next = 'block';
    return true;
  }

  #block(): boolean {
    if (this.#head.length < 3) return false;
    const header = little(this.#head, 0, 3);
    const [last, type, size] = [header & 1, (header >> 1) & 3, header >> 3];
    if (type === 3 || size > BLOCK_MAX) throw damaged(this.bytes);
    this.#skip = type === 1 ? 1 : size;
    this.#move();
    if (last === 1) {
      this.#next = 'frame';
      if (this.#checksum) this.#skip += 4;
    }
    return true;
  }

  #move(): void {
    this.#moved += this.#window;
    if (this.#moved <= MOVED_FREE + this.bytes * MOVED_PER_BYTE) return;
    throw new SourceError(`The zstd data have too many short blocks, up to byte ${this.bytes}.`, {
      advice: 'Unpack it with zstd -d, or compress it with gzip.',
    });
  }
}

/** An unsigned number of so many bytes; exact below 2^53, and far above any bound beyond. */
function little(bytes: readonly number[], at: number, n: number): number {
  let value = 0;
  for (let i = n - 1; i >= 0; i--) value = value * 256 + (bytes[at + i] ?? 0);
  return value;
}
