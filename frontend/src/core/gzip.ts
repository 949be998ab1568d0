/**
 * gzip undone on the fly (RFC 1952), member after member, with their checksums. Zero bytes behind a member are
 * padding. Memory does not grow with the file.
 */
import { crc32 } from './crc32';
import { SourceError } from './error';
import { Damaged, HEADER_BYTES, Inflate } from './inflate';

/** Packed bytes looked at together. */
const PIECE = 1 << 16;
const TRAILER_BYTES = 8;
const FLAGS = { headCrc: 2, extra: 4, name: 8, comment: 16, reserved: 0xe0 };

export class Gunzip {
  readonly #inflate = new Inflate();
  #header = header();
  #part: 'header' | 'data' | 'trailer' | 'between' = 'header';
  /** Bytes that came and may not be used yet, so many of the file's; the next is that with bit `#at`. */
  #bytes = new Uint8Array(0);
  #length = 0;
  #at = 0;
  /** Bytes of the file before these. */
  #before = 0;
  /** Of the member's plain bytes: checksum, and number modulo 2^32. */
  #crc = 0;
  #size = 0;

  /** Plain pieces, each valid until the next is asked for. Throws SourceError. */
  *push(chunk: Uint8Array): Generator<Uint8Array> {
    for (let at = 0; at < chunk.length; at += PIECE) {
      this.#take(chunk.subarray(at, at + PIECE));
      this.#length = this.#bytes.length;
      yield* this.#read(false);
    }
  }

  /** No more bytes will come. */
  *end(): Generator<Uint8Array> {
    this.#take(new Uint8Array(HEADER_BYTES));
    yield* this.#read(true);
  }

  #take(chunk: Uint8Array): void {
    const rest = this.#bytes.subarray(this.#at >>> 3, this.#length);
    this.#before += this.#at >>> 3;
    this.#at &= 7;
    this.#bytes = new Uint8Array(rest.length + chunk.length);
    this.#bytes.set(rest);
    this.#bytes.set(chunk, rest.length);
    this.#length = rest.length;
  }

  *#read(final: boolean): Generator<Uint8Array> {
    try {
      while (yield* this.#step(final));
      if (final && this.#part !== 'between') throw new Damaged('cut off');
    } catch (error) {
      if (!(error instanceof Damaged)) throw error;
      const at = this.#before + Math.min(this.#at >>> 3, this.#length);
      throw new SourceError(`The gzip data is damaged or cut off at byte ${at}.`, {
        advice: 'Copy the file again, or test it with gzip -t.',
      });
    }
  }

  /** One part of a member; false where more bytes are needed for it. */
  *#step(final: boolean): Generator<Uint8Array, boolean> {
    switch (this.#part) {
      case 'header':
        while (this.#left > 0) {
          if (this.#header.next(this.#byte()).done !== true) continue;
          this.#inflate.reset();
          this.#crc = this.#size = 0;
          this.#part = 'data';
          return true;
        }
        return false;
      case 'data':
        yield* this.#data(final);
        if (!this.#inflate.done) return false;
        this.#at = (this.#at + 7) & ~7;
        this.#part = 'trailer';
        return true;
      case 'trailer':
        if (this.#left < TRAILER_BYTES) return false;
        if (this.#number() !== this.#crc || this.#number() !== this.#size) throw new Damaged('checksum');
        this.#part = 'between';
        return true;
      case 'between':
        while (this.#left > 0 && this.#bytes[this.#at >>> 3] === 0) this.#at += 8;
        if (this.#left === 0) return false;
        this.#header = header();
        this.#part = 'header';
        return true;
    }
  }

  *#data(final: boolean): Generator<Uint8Array> {
    const pieces = this.#inflate.read(this.#bytes, this.#at, this.#length * 8, final);
    for (;;) {
      const { done, value } = pieces.next();
      if (done === true) {
        this.#at = value;
        return;
      }
      this.#crc = crc32(this.#crc, value);
      this.#size = (this.#size + value.length) >>> 0;
      yield value;
    }
  }

  get #left(): number {
    return this.#length - (this.#at >>> 3);
  }

  #byte(): number {
    const byte = this.#bytes[this.#at >>> 3] ?? 0;
    this.#at += 8;
    return byte;
  }

  #number(): number {
    return (this.#byte() | (this.#byte() << 8) | (this.#byte() << 16) | (this.#byte() << 24)) >>> 0;
  }
}

/** Gets the bytes of a member's header one by one, and is done with the last. */
function header(): Generator<undefined, undefined, number> {
  const steps = parts();
  steps.next();
  return steps;
}

function* parts(): Generator<undefined, undefined, number> {
  const magic = [yield, yield, yield];
  if (magic[0] !== 0x1f || magic[1] !== 0x8b || magic[2] !== 8) throw new Damaged('no member');
  const flags = yield;
  if (flags & FLAGS.reserved) throw new Damaged('flags');
  // Time, strength and system.
  for (let i = 0; i < 6; i++) yield;
  if (flags & FLAGS.extra) for (let n = (yield) | ((yield) << 8); n > 0; n--) yield;
  if (flags & FLAGS.name) while ((yield) !== 0);
  if (flags & FLAGS.comment) while ((yield) !== 0);
  if (flags & FLAGS.headCrc) {
    yield;
    yield;
  }
  return undefined;
}
