import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { BOUNDS, readPlain, type Bounds } from './bytes';

const bytes = (data: Uint8Array) => new Blob([new Uint8Array(data)]).stream();
const utf8 = new TextEncoder();

async function plain(data: Uint8Array, bounds: Bounds = BOUNDS): Promise<string> {
  const parts: Uint8Array[] = [];
  await readPlain(
    bytes(data),
    (chunk) => {
      parts.push(chunk.slice());
    },
    () => undefined,
    bounds,
  );
  return Buffer.concat(parts).toString();
}

const TEXT = 'mmscope-capture 1\n'.repeat(5000);

describe('a file', () => {
  it('of plain text comes through as it is', async () => {
    expect(await plain(utf8.encode(TEXT))).toBe(TEXT);
  });

  it('in gzip is unpacked', async () => {
    expect(await plain(gzipSync(TEXT))).toBe(TEXT);
  });

  it.each([
    ['empty', new Uint8Array(), /empty/],
    ['a zip archive', utf8.encode('PK\u0003\u0004 and more'), /zip archive/],
    ['zstd', new Uint8Array([0x28, 0xb5, 0x2f, 0xfd, 0, 0]), /zstd/],
    ['xz', new Uint8Array([0xfd, 0x37, 0x7a, 0x58, 0x5a, 0]), /xz/],
    ['bzip2', utf8.encode('BZh91AY'), /bzip2/],
    ['cut-off gzip', gzipSync(TEXT).subarray(0, 60), /damaged or cut off/],
    ['damaged gzip', gzipSync(TEXT).fill(7, 30, 40), /damaged or cut off/],
  ])('that is %s is refused in words', async (_, data, words) => {
    await expect(plain(data)).rejects.toThrow(words);
  });

  it('that unpacks to more than the bound is refused before it is all read', async () => {
    const bounds = { maxBytes: 1 << 20, maxRatio: Infinity, ratioFrom: 0 };
    await expect(plain(gzipSync(Buffer.alloc(4 << 20)), bounds)).rejects.toThrow(/more than 1 MiB/);
  });

  it('that is a bomb is refused by its ratio', async () => {
    const bomb = gzipSync(Buffer.alloc(64 << 20));
    let out = 0;
    const reading = readPlain(
      bytes(bomb),
      (chunk) => {
        out += chunk.length;
      },
      () => undefined,
    );
    await expect(reading).rejects.toThrow(/bomb/);
    expect(out).toBeLessThan(32 << 20);
  });
});

it('stops reading when the sink throws', async () => {
  const reading = readPlain(
    bytes(utf8.encode(TEXT)),
    () => {
      throw new Error('line 1');
    },
    () => undefined,
  );
  await expect(reading).rejects.toThrow('line 1');
});
