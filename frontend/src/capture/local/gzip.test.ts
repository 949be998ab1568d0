import { constants, crc32, gunzipSync, gzipSync, type ZlibOptions } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SourceError } from '../../core/error';
import { Gunzip } from './gzip';

/** The plain bytes of what comes in pieces of so many bytes. */
function gunzip(data: Uint8Array, piece = data.length): Buffer {
  const unpacking = new Gunzip();
  const plain: Uint8Array[] = [];
  for (let at = 0; at < data.length; at += piece)
    for (const part of unpacking.push(data.subarray(at, at + piece))) plain.push(part.slice());
  for (const part of unpacking.end()) plain.push(part.slice());
  return Buffer.concat(plain);
}

/** Numbers below `below` that look random and are the same in each run. */
function noise(bytes: number, below = 256): Buffer {
  let state = 1;
  const made = Buffer.alloc(bytes);
  for (let i = 0; i < bytes; i++) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    made[i] = Math.floor((state / 2 ** 32) * below);
  }
  return made;
}

const TEXT = Buffer.from(
  '  kswapd0-60 [002] ...1. 24.193571: mm_vmscan_kswapd_wake: nid=0 order=3\n'.repeat(9000),
);
/** Every shape of block: stored, with codes of its own, short and long, with fixed codes; copies near and far. */
const TEXTS: Record<string, Buffer> = {
  nothing: Buffer.alloc(0),
  'a byte': Buffer.from('x'),
  'one byte again and again': Buffer.alloc(1 << 20, 7),
  'lines that repeat': TEXT,
  noise: noise(300_000),
  'few letters': noise(300_000, 5),
  'letters of very different frequency': Buffer.from(
    Array.from({ length: 200_000 }, (_, i) => Math.clz32(((i * 2_654_435_761) >>> 0) | 1)),
  ),
  'copies from far back': Buffer.concat([noise(32_000), Buffer.alloc(700, 1), noise(32_000), TEXT]),
};
const WAYS: ZlibOptions[] = [
  ...[0, 1, 6, 9].map((level) => ({ level })),
  { strategy: constants.Z_FIXED },
  { strategy: constants.Z_HUFFMAN_ONLY },
  { strategy: constants.Z_RLE },
  { memLevel: 1 },
];

const wordsOf = (error: unknown): string =>
  error instanceof SourceError ? `${error.message} ${error.advice}` : String(error);

describe('gzip', () => {
  it.each(Object.entries(TEXTS))('of %s comes back as it was, however it was packed', (_, text) => {
    for (const way of WAYS) expect(gunzip(gzipSync(text, way)).equals(text)).toBe(true);
  });

  it('may be cut anywhere', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5000 }), fc.constantFrom(...WAYS), (piece, way) => {
        const text = Buffer.concat([TEXT.subarray(0, 20_000), noise(3000), TEXT.subarray(0, 3000)]);
        expect(gunzip(gzipSync(text, way), piece).equals(text)).toBe(true);
      }),
      { numRuns: 40 },
    );
  });

  it.each([
    ['two members', [gzipSync(TEXT), gzipSync('the end')], `${TEXT.toString()}the end`],
    ['ten thousand members', Array.from({ length: 10_000 }, () => gzipSync('x\n')), 'x\n'.repeat(10_000)],
    ['members with nothing in them', [gzipSync(''), gzipSync('a'), gzipSync('')], 'a'],
    ['padding', [gzipSync('a'), Buffer.alloc(5000), gzipSync('b'), Buffer.alloc(3)], 'ab'],
  ])('of %s is read to its end', (_, parts, text) => {
    const data = Buffer.concat(parts);
    for (const piece of [1, 7, 4096, data.length]) expect(gunzip(data, piece).toString()).toBe(text);
  });

  it('may have a name, a comment, more, and a checksum of its header', () => {
    const plain = gzipSync(TEXT);
    const extra = [4, 0, 1, 2, 3, 4, ...Buffer.from('name\0what it is\0')];
    const head = Buffer.concat([plain.subarray(0, 10), Buffer.from(extra)]);
    head[3] = 2 | 4 | 8 | 16;
    const checksum = Buffer.alloc(2);
    checksum.writeUInt16LE(crc32(head) & 0xffff);
    const packed = (sum: Buffer) => Buffer.concat([head, sum, plain.subarray(10)]);
    expect(gunzip(packed(checksum), 3).equals(TEXT)).toBe(true);
    expect(() => gunzip(packed(Buffer.alloc(2)))).toThrow(/damaged/);
  });

  it('of which any bit is another is refused with a byte, or is the same text', () => {
    const packed = gzipSync(Buffer.concat([TEXT.subarray(0, 2000), noise(100)]));
    const text = gunzipSync(packed);
    const words: string[] = [];
    for (let bit = 0; bit < packed.length * 8; bit++) {
      const data = Buffer.from(packed);
      data[bit >> 3] = (data[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      try {
        expect(gunzip(data).equals(text)).toBe(true);
      } catch (error) {
        words.push(wordsOf(error));
      }
    }
    const known = /^The gzip data (is damaged|ends too early): .* -t Found at byte \d+\.$/;
    expect(words.filter((w) => !known.test(w))).toEqual([]);
    expect(words.length).toBeGreaterThan(packed.length * 7);
  });

  it('cut off at any byte is refused there', () => {
    const packed = Buffer.concat([gzipSync('one\n'), gzipSync(TEXT.subarray(0, 20_000))]);
    const whole = new Set([gzipSync('one\n').length, packed.length]);
    for (let length = 1; length < packed.length; length++) {
      if (whole.has(length)) continue;
      try {
        gunzip(packed.subarray(0, length));
        expect.unreachable();
      } catch (error) {
        expect(wordsOf(error)).toMatch(/too early: .* Found at byte \d+\.$/);
      }
    }
  });
});
