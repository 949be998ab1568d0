/**
 * DEFLATE (RFC 1951) undone on the fly, in bounded memory. Browsers can do this too, but do not say where a stream
 * ends, and so cannot read what follows it. Codes are read from the lowest bit of a byte on; a place in the input
 * is a number of bits.
 */

/** Bytes that a copy may look back. */
const WINDOW = 1 << 15;
/** Plain bytes of a piece at most. */
const PIECE = 1 << 18;
const LONGEST_COPY = 258;
/** Bits of a code at most, and of those that are found in a table at once. */
const CODE_MAX = 15;
const TABLE_BITS = 10;
const END_OF_BLOCK = 256;
/** Bits from the beginning of a symbol to the last byte that is looked at for it. */
const SYMBOL_BITS = 80;
/** Bytes that a block's header takes at most. */
export const HEADER_BYTES = 600;

const LENGTH_BASE = [
  3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195,
  227, 258,
];
const LENGTH_EXTRA = [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0];
const LENGTHS_ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];
const LITERALS_MAX = 286;
const DISTANCES_MAX = 30;

/** The data cannot be what a packer wrote. */
export class Damaged extends Error {}

/** A Huffman code. */
class Code {
  /** By the next bits: symbol * 16 + length of its code; 0 for longer codes and for none. */
  readonly #table = new Uint16Array(1 << TABLE_BITS);
  /** Codes by length, and symbols in the order of their codes: what longer ones are read by. */
  readonly #counts = new Uint16Array(CODE_MAX + 1);
  readonly #symbols = new Uint16Array(LITERALS_MAX + 2);
  readonly #next = new Uint16Array(CODE_MAX + 2);

  /** `lengths` of the codes by symbol, 0 for none. Only a code of one symbol may leave bits unused. */
  build(lengths: Uint8Array, single: boolean): this {
    const [counts, next] = [this.#counts.fill(0), this.#next.fill(0)];
    for (const length of lengths) counts[length] = (counts[length] ?? 0) + 1;
    const used = lengths.length - (counts[0] ?? 0);
    counts[0] = 0;
    let left = 1;
    for (let length = 1; length <= CODE_MAX; length++) {
      const count = counts[length] ?? 0;
      left = 2 * left - count;
      if (left < 0) throw new Damaged('too many codes');
      next[length + 1] = (next[length] ?? 0) + count;
    }
    if (left > 0 && !(single && used <= 1 && used === counts[1])) throw new Damaged('too few codes');
    lengths.forEach((length, symbol) => {
      if (length === 0) return;
      const place = next[length] ?? 0;
      this.#symbols[place] = symbol;
      next[length] = place + 1;
    });
    this.#fill();
    return this;
  }

  #fill(): void {
    this.#table.fill(0);
    let [code, at] = [0, 0];
    for (let length = 1; length <= TABLE_BITS; length++, code <<= 1) {
      for (let n = this.#counts[length] ?? 0; n > 0; n--, code++, at++) {
        const entry = ((this.#symbols[at] ?? 0) << 4) | length;
        for (let i = reversed(code, length); i < this.#table.length; i += 1 << length) this.#table[i] = entry;
      }
    }
  }

  /** Symbol * 16 + length of the code that `bits` begin with. */
  read(bits: number): number {
    const entry = this.#table[bits & ((1 << TABLE_BITS) - 1)] ?? 0;
    return entry > 0 ? entry : this.#longer(bits);
  }

  #longer(bits: number): number {
    let [code, first, at] = [0, 0, 0];
    for (let length = 1; length <= CODE_MAX; length++) {
      code |= (bits >> (length - 1)) & 1;
      const count = this.#counts[length] ?? 0;
      if (code - first < count) return ((this.#symbols[at + code - first] ?? 0) << 4) | length;
      at += count;
      first = (first + count) << 1;
      code <<= 1;
    }
    throw new Damaged('no such code');
  }
}

function reversed(code: number, length: number): number {
  let result = 0;
  for (let i = 0; i < length; i++) result |= ((code >> i) & 1) << (length - 1 - i);
  return result;
}

/** At least 17 bits from a place on. The three bytes must be there. */
const bitsAt = (bytes: Uint8Array, at: number) =>
  ((bytes[at >>> 3] ?? 0) | ((bytes[(at >>> 3) + 1] ?? 0) << 8) | ((bytes[(at >>> 3) + 2] ?? 0) << 16)) >>>
  (at & 7);

const FIXED_LITERALS = new Code().build(
  Uint8Array.from({ length: 288 }, (_, i) => (i < 144 ? 8 : i < 256 ? 9 : i < 280 ? 7 : 8)),
  false,
);
const FIXED_DISTANCES = new Code().build(new Uint8Array(32).fill(5), false);

/** One stream at a time. */
export class Inflate {
  readonly #out = new Uint8Array(WINDOW + PIECE);
  readonly #lengthCode = new Code();
  readonly #ownLiterals = new Code();
  readonly #ownDistances = new Code();
  #literals = FIXED_LITERALS;
  #distances = FIXED_DISTANCES;
  #at = 0;
  #given = 0;
  #state: 'header' | 'stored' | 'codes' | 'done' = 'header';
  #last = false;
  /** Bytes to come of a block that is stored as it is. */
  #stored = 0;

  get done(): boolean {
    return this.#state === 'done';
  }

  reset(): void {
    this.#at = this.#given = 0;
    this.#state = 'header';
    this.#last = false;
  }

  /**
   * Plain pieces of `input` from bit `at` to bit `end`, each valid until the next is asked for; returns the bit it
   * came to. What cannot be read without the bytes that follow is left, unless there are none: then HEADER_BYTES of
   * zeros stand behind `end`. Throws Damaged.
   */
  *read(input: Uint8Array, at: number, end: number, final: boolean): Generator<Uint8Array, number> {
    const most = input.length * 8;
    for (;;) {
      const before = at;
      const state = this.#state;
      if (state === 'header') {
        if (at + HEADER_BYTES * 8 <= most) at = this.#header(input, at);
      } else if (state === 'stored') at = this.#copy(input, at, end);
      else if (state === 'codes') at = this.#codes(input, at, most - SYMBOL_BITS);
      if (at > end) throw new Damaged('cut off');
      const moved = at !== before || state !== this.#state;
      if (this.#at > this.#given && (this.#full || !moved || this.done)) yield this.#piece();
      if (this.done) return at;
      if (!moved) {
        if (final) throw new Damaged('cut off');
        return at;
      }
    }
  }

  get #full(): boolean {
    return this.#at > this.#out.length - LONGEST_COPY;
  }

  /** What is new; then room is made for more behind what copies look back to. */
  #piece(): Uint8Array {
    const piece = this.#out.subarray(this.#given, this.#at);
    this.#given = this.#at;
    return piece;
  }

  #makeRoom(): void {
    if (!this.#full) return;
    this.#out.copyWithin(0, this.#at - WINDOW, this.#at);
    this.#at = this.#given = WINDOW;
  }

  #header(input: Uint8Array, at: number): number {
    const bits = bitsAt(input, at);
    this.#last = (bits & 1) === 1;
    const type = (bits >> 1) & 3;
    at += 3;
    if (type === 0) {
      at = (at + 7) & ~7;
      const [length, check] = [bitsAt(input, at) & 0xffff, bitsAt(input, at + 16) & 0xffff];
      if ((length ^ check) !== 0xffff) throw new Damaged('length of a block');
      this.#stored = length;
      this.#state = 'stored';
      return at + 32;
    }
    if (type === 3) throw new Damaged('type of a block');
    this.#state = 'codes';
    if (type === 2) return this.#ownCodes(input, at);
    [this.#literals, this.#distances] = [FIXED_LITERALS, FIXED_DISTANCES];
    return at;
  }

  #ownCodes(input: Uint8Array, at: number): number {
    const bits = bitsAt(input, at);
    const [literals, distances, n] = [(bits & 31) + 257, ((bits >> 5) & 31) + 1, ((bits >> 10) & 15) + 4];
    if (literals > LITERALS_MAX || distances > DISTANCES_MAX) throw new Damaged('too many symbols');
    at += 14;
    const own = new Uint8Array(19);
    for (let i = 0; i < n; i++, at += 3) own[LENGTHS_ORDER[i] ?? 0] = bitsAt(input, at) & 7;
    const code = this.#lengthCode.build(own, false);
    const lengths = new Uint8Array(literals + distances);
    for (let i = 0; i < lengths.length;) {
      const entry = code.read(bitsAt(input, at));
      at += entry & 15;
      const symbol = entry >> 4;
      if (symbol < 16) {
        lengths[i++] = symbol;
        continue;
      }
      const [extra, least] = symbol === 16 ? [2, 3] : symbol === 17 ? [3, 3] : [7, 11];
      const until = i + least + (bitsAt(input, at) & ((1 << extra) - 1));
      at += extra;
      if (until > lengths.length || (symbol === 16 && i === 0)) throw new Damaged('repeated lengths');
      lengths.fill(symbol === 16 ? (lengths[i - 1] ?? 0) : 0, i, until);
      i = until;
    }
    if (lengths[END_OF_BLOCK] === 0) throw new Damaged('a block without end');
    this.#literals = this.#ownLiterals.build(lengths.subarray(0, literals), true);
    this.#distances = this.#ownDistances.build(lengths.subarray(literals), true);
    return at;
  }

  #copy(input: Uint8Array, at: number, end: number): number {
    this.#makeRoom();
    const from = at >>> 3;
    const bytes = Math.min(this.#stored, (end >>> 3) - from, this.#out.length - this.#at);
    this.#out.set(input.subarray(from, from + bytes), this.#at);
    this.#at += bytes;
    this.#stored -= bytes;
    if (this.#stored === 0) this.#endBlock();
    return at + bytes * 8;
  }

  #endBlock(): void {
    this.#state = this.#last ? 'done' : 'header';
  }

  /** Symbols until the block ends, the output is full, or a symbol may lie beyond `most`. */
  #codes(input: Uint8Array, from: number, most: number): number {
    this.#makeRoom();
    const out = this.#out;
    const [literals, distances, full] = [this.#literals, this.#distances, out.length - LONGEST_COPY];
    let [at, to] = [from, this.#at];
    while (at <= most && to <= full) {
      const entry = literals.read(bitsAt(input, at));
      at += entry & 15;
      const symbol = entry >> 4;
      if (symbol < END_OF_BLOCK) {
        out[to++] = symbol;
        continue;
      }
      if (symbol === END_OF_BLOCK) {
        this.#endBlock();
        break;
      }
      const base = LENGTH_BASE[symbol - 257];
      const extra = LENGTH_EXTRA[symbol - 257];
      if (base === undefined || extra === undefined) throw new Damaged('length of a copy');
      const length = base + (bitsAt(input, at) & ((1 << extra) - 1));
      at += extra;
      const far = distances.read(bitsAt(input, at));
      at += far & 15;
      const step = far >> 4;
      if (step >= DISTANCES_MAX) throw new Damaged('distance of a copy');
      const more = Math.max(0, (step >> 1) - 1);
      const start = step < 4 ? step + 1 : ((2 + (step & 1)) << more) + 1;
      const distance = start + (bitsAt(input, at) & ((1 << more) - 1));
      at += more;
      if (distance > to) throw new Damaged('a copy from before the beginning');
      if (distance === 1) out.fill(out[to - 1] ?? 0, to, to + length);
      else if (distance >= length) out.copyWithin(to, to - distance, to - distance + length);
      else for (let i = 0; i < length; i++) out[to + i] = out[to + i - distance] ?? 0;
      to += length;
    }
    this.#at = to;
    return at;
  }
}
