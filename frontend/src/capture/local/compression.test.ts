import { constants, gzipSync, zstdCompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { PLAIN_BOUNDS, readPlain, type Bounds } from './compression';
import { zstdModule } from '../../core/testing/wasm';

const bytes = (data: Uint8Array) => new Blob([new Uint8Array(data)]).stream();
const utf8 = new TextEncoder();

async function read(data: Uint8Array, bounds: Bounds = PLAIN_BOUNDS) {
  const parts: Uint8Array[] = [];
  const cutOff = await readPlain(
    bytes(data),
    zstdModule,
    (chunk) => {
      parts.push(chunk.slice());
    },
    () => undefined,
    bounds,
  );
  return { text: Buffer.concat(parts).toString(), cutOff };
}

/** Of a file that is whole. */
async function plain(data: Uint8Array, bounds: Bounds = PLAIN_BOUNDS): Promise<string> {
  const { text, cutOff } = await read(data, bounds);
  expect(cutOff).toBeNull();
  return text;
}

const TEXT = 'mmscope-capture 1\n'.repeat(5000);
/** Numbers that do not repeat, so that several blocks come of them. */
const LONG = Array.from({ length: 200_000 }, (_, i) => ((i * 2654435761) % 2 ** 32).toString(36)).join('\n');

describe('a file', () => {
  it('of plain text comes through as it is', async () => {
    expect(await plain(utf8.encode(TEXT))).toBe(TEXT);
  });

  it('in gzip is unpacked', async () => {
    expect(await plain(gzipSync(TEXT))).toBe(TEXT);
  });

  it.each([
    ['in zstd', zstdCompressSync(TEXT)],
    ['in zstd with a checksum', zstdCompressSync(TEXT, { params: { [constants.ZSTD_c_checksumFlag]: 1 } })],
    ['in a long zstd stream', zstdCompressSync(LONG)],
  ])('%s is unpacked', async (_, data) => {
    const unpacked = await plain(data);
    expect([TEXT, LONG]).toContain(unpacked);
  });

  it('of several zstd frames is unpacked to its end', async () => {
    const skippable = new Uint8Array([0x50, 0x2a, 0x4d, 0x18, 3, 0, 0, 0, 1, 2, 3]);
    const frames = [zstdCompressSync(TEXT), skippable, zstdCompressSync('the end')];
    expect(await plain(Buffer.concat(frames))).toBe(`${TEXT}the end`);
  });

  it('of zstd with ever so many blocks and a large window is read as fast as any', async () => {
    const header = Uint8Array.of(0x28, 0xb5, 0x2f, 0xfd, 0, 17 << 3);
    const [blocks, last] = [Buffer.alloc(4 << 20, Uint8Array.of(8, 0, 0, 120)), Uint8Array.of(9, 0, 0, 120)];
    const began = performance.now();
    expect(await plain(Buffer.concat([header, blocks, last]))).toBe('x'.repeat(2 ** 20 + 1));
    expect(performance.now() - began).toBeLessThan(10_000);
  });

  it.each([
    [
      'zstd with a block of 2 MiB',
      Uint8Array.of(0x28, 0xb5, 0x2f, 0xfd, 0, 17 << 3, 0xfb, 0xff, 0xff, 120),
      /damaged/,
    ],
    [
      'zstd cut off before its text',
      zstdCompressSync(TEXT).subarray(0, 20),
      /zstd data ends too early: .* zstd -t$/,
    ],
    ['damaged zstd', zstdCompressSync(TEXT).fill(7, 9, 30), /zstd data is damaged/],
    [
      'zstd with something behind it',
      Buffer.concat([zstdCompressSync(TEXT), utf8.encode('x'.repeat(20))]),
      /damaged/,
    ],
    [
      'zstd that wants a window of 2 GiB',
      new Uint8Array([0x28, 0xb5, 0x2f, 0xfd, 0, 168, 0, 0, 0]),
      /more than 128 MiB of memory/,
    ],
    ['gzip cut off before its text', gzipSync(TEXT).subarray(0, 12), /gzip data ends too early: .* gzip -t$/],
    ['damaged gzip', gzipSync(LONG).fill(7, 3000, 3100), /gzip data is damaged: .* gzip -t$/],
  ])('that is %s is refused in words', async (_, data, words) => {
    await expect(plain(data)).rejects.toThrow(words);
  });

  it.each([
    ['gzip', gzipSync(LONG)],
    ['zstd', zstdCompressSync(LONG)],
  ])('in %s that ends too early gives what it held until there, and says so', async (name, packed) => {
    const half = Math.floor(packed.length / 2);
    const { text, cutOff } = await read(packed.subarray(0, half));
    expect(text.length).toBeGreaterThan(LONG.length / 4);
    expect(LONG.startsWith(text)).toBe(true);
    expect(cutOff).toBe(`The ${name} data ends too early: it is cut off, or damaged before that.`);
  });

  it('that unpacks to more than the bound is refused before it is all read', async () => {
    const bounds = { maxBytes: 1 << 20, maxRatio: Infinity, stretch: 0 };
    await expect(plain(gzipSync(Buffer.alloc(4 << 20)), bounds)).rejects.toThrow(/more than 1 MiB/);
  });

  it.each([
    ['gzip', gzipSync],
    ['zstd', zstdCompressSync],
  ])('that is a bomb in %s is refused by its ratio', async (_, pack) => {
    const bomb = pack(Buffer.alloc(64 << 20));
    let out = 0;
    const reading = readPlain(
      bytes(bomb),
      zstdModule,
      (chunk) => {
        out += chunk.length;
      },
      () => undefined,
    );
    await expect(reading).rejects.toThrow(/bomb/);
    expect(out).toBeLessThan(32 << 20);
  });

  it('that is a bomb behind much that is none is refused within a stretch of it', async () => {
    const bounds = { maxBytes: 1 << 30, maxRatio: 20, stretch: 1 << 20 };
    const noise = new Uint8Array(4 << 20);
    for (let at = 0; at < noise.length; at += 65536) crypto.getRandomValues(noise.subarray(at, at + 65536));
    const good = Buffer.concat([gzipSync(noise), gzipSync(noise)]);
    expect((await plain(good, bounds)).length).toBeGreaterThan(0);
    let out = 0;
    const reading = readPlain(
      bytes(Buffer.concat([good, gzipSync(Buffer.alloc(32 << 20))])),
      zstdModule,
      (chunk) => {
        out += chunk.length;
      },
      () => undefined,
      bounds,
    );
    await expect(reading).rejects.toThrow(/bomb/);
    expect(out - 2 * noise.length).toBeLessThan(3 * bounds.stretch);
  });
});

it('stops reading when the sink throws', async () => {
  const reading = readPlain(
    bytes(utf8.encode(TEXT)),
    zstdModule,
    () => {
      throw new Error('line 1');
    },
    () => undefined,
  );
  await expect(reading).rejects.toThrow('line 1');
});
