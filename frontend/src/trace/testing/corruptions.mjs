// Damaged captures, 300 of them and always the same, made of the beginnings of real ones: what the tests of both
// homes read. `node corruptions.mjs FOLDER` writes them there, one file each, for those who cannot call this.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { deflateRawSync, gunzipSync, gzipSync, zstdCompressSync } from 'node:zlib';

const COUNT = 300;
/** Of a real capture. */
const LINES = 200;
/** Plain bytes of a bomb. */
const BOMB_BYTES = 100 << 20;

const DATASETS = new URL('../../../../datasets/', import.meta.url);
const SAMPLES = [
  'captures/zones-preferred.mmscope.gz',
  'foreign/ftrace/debian-6.1-default.txt.gz',
  'foreign/ftrace/debian-6.1-latency.txt.gz',
  'foreign/trace-cmd/debian-6.12-default.txt.gz',
  'foreign/perf-script/debian-6.1-default.txt.gz',
  'foreign/bpftrace-json/debian-6.12-maps.txt.gz',
];

/** Numbers that look random, the same in each run (mulberry32). @param {number} seed */
function chances(seed) {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    /** A whole number from 0, below `n`. @param {number} n */
    below: (n) => Math.floor(next() * n),
    /** One of them. @template T @param {readonly [T, ...T[]]} items @returns {T} */
    of: (items) => items[Math.floor(next() * items.length)] ?? items[0],
  };
}

/** @typedef {ReturnType<typeof chances>} Chance */
/** @typedef {(text: Buffer, chance: Chance, sample: number) => Buffer} Damage */

/** With their line ends. @param {Buffer} text */
function linesOf(text) {
  const lines = [];
  for (let at = 0; at < text.length;) {
    const end = text.indexOf(10, at);
    const next = end < 0 ? text.length : end + 1;
    lines.push(text.subarray(at, next));
    at = next;
  }
  return lines;
}

/** @param {Buffer} text @param {number} at @param {Uint8Array} more */
const inserted = (text, at, more) => Buffer.concat([text.subarray(0, at), more, text.subarray(at)]);

/** @type {Damage} */
function cut(text, chance) {
  const from = chance.below(2) * chance.below(text.length);
  return text.subarray(from, from + 1 + chance.below(text.length - from));
}

/** @type {Damage} */
function flipped(text, chance) {
  const out = Buffer.from(text);
  for (let n = 1 + chance.below(64); n > 0; n--) {
    const at = chance.below(out.length);
    out[at] = (out[at] ?? 0) ^ (1 << chance.below(8));
  }
  return out;
}

/** @type {Damage} */
function duplicated(text, chance) {
  const lines = linesOf(text);
  const at = chance.below(lines.length);
  const n = 1 + chance.below(50);
  return Buffer.concat([...lines.slice(0, at + n), ...lines.slice(at, at + n), ...lines.slice(at + n)]);
}

/** @type {Damage} */
function reordered(text, chance) {
  const lines = linesOf(text);
  for (let i = lines.length - 1; i > 0; i--) {
    const j = chance.below(i + 1);
    [lines[i], lines[j]] = [lines[j] ?? text, lines[i] ?? text];
  }
  return Buffer.concat(lines);
}

/** A field of up to 2 MiB. @type {Damage} */
function huge(text, chance) {
  const filler = chance.of(['9', 'x', '=', '\0', ' ', '\\', '"', '-']);
  return inserted(text, chance.below(text.length), Buffer.alloc(2 ** (8 + chance.below(14)), filler));
}

/** @type {Damage} */
function noUtf8(text, chance) {
  let out = text;
  for (let n = 0; n < 20; n++) {
    const bytes = chance.of(['fffe', 'c080', 'eda080', '80', 'f888808080', 'f4908080']);
    out = inserted(out, chance.below(out.length), Buffer.from(bytes, 'hex'));
  }
  return out;
}

/** @type {Damage} */
function nested(text, chance) {
  const deep = 2 ** (4 + chance.below(15));
  const line = Buffer.from(
    chance.of([
      '['.repeat(deep),
      '{"a":'.repeat(deep),
      `{"type":"printf","data":${'['.repeat(deep)}`,
      `manifest ${'{"a":['.repeat(deep)}${']}'.repeat(deep)}`,
    ]) + '\n',
  );
  const at = text.indexOf(10, chance.below(text.length)) + 1;
  return chance.below(4) === 0 ? Buffer.concat([line, line, line]) : inserted(text, at, line);
}

/** @type {Damage} */
const gzip = (text, chance) => chance.of([cut, flipped])(gzipSync(text), chance, 0);

/** @type {Damage} */
const zstd = (text, chance) => chance.of([cut, flipped])(zstdCompressSync(text), chance, 0);

/** What the same bytes are made of again is kept. @type {Map<string, Buffer>} */
const packed = new Map();

/** @param {string} key @param {() => Buffer} make */
function once(key, make) {
  const known = packed.get(key);
  if (known) return known;
  const made = make();
  packed.set(key, made);
  return made;
}

/** Behind the beginning, much out of little: lines, one line, members, blocks. @type {Damage} */
function bomb(text, chance, sample) {
  const [name, pack] = chance.of([
    ['gzip', (/** @type {Buffer} */ b) => gzipSync(b)],
    ['zstd', (/** @type {Buffer} */ b) => zstdCompressSync(b)],
  ]);
  const filler = chance.of(['x', 'x\n', '\n', 'line', 'members', 'blocks']);
  const more = once(`${name} ${filler} ${filler === 'line' ? sample : ''}`, () => {
    if (filler === 'members')
      return Buffer.concat(Array.from({ length: 100_000 }, () => pack(Buffer.alloc(0))));
    if (filler === 'blocks') return name === 'gzip' ? shortMember() : shortFrame();
    return pack(Buffer.alloc(BOMB_BYTES, filler === 'line' ? (linesOf(text).at(-1) ?? 'x') : filler));
  });
  return Buffer.concat([pack(text), more]);
}

/** A member without end, of 100,000 blocks that all say how their codes are made. */
function shortMember() {
  const one = deflateRawSync(Buffer.from('abacadaeafagah'.repeat(40)), { finishFlush: 2 });
  const head = gzipSync('').subarray(0, 10);
  return Buffer.concat([head, ...Array.from({ length: 100_000 }, () => one)]);
}

/** A frame of 1,000,000 blocks of a byte, with a window of 128 MiB. */
function shortFrame() {
  const head = Buffer.from('28b52ffd0088', 'hex');
  return Buffer.concat([head, Buffer.alloc(4_000_000, Buffer.from('0a000078', 'hex'))]);
}

/** @type {Record<string, Damage>} */
const DAMAGES = { cut, flipped, duplicated, reordered, huge, noUtf8, nested, gzip, zstd, bomb };

/** Each as soon as it is asked for. @returns {Generator<{ name: string, bytes: Buffer }>} */
export function* corruptions() {
  const texts = SAMPLES.map((path) => {
    const text = gunzipSync(readFileSync(new URL(path, DATASETS)));
    return Buffer.concat(linesOf(text.subarray(0, 1 << 20)).slice(0, LINES));
  });
  const damages = Object.entries(DAMAGES);
  for (let number = 0; number < COUNT; number++) {
    const [what, damage] = damages[number % damages.length] ?? ['cut', cut];
    const sample = Math.floor(number / damages.length) % texts.length;
    const text = texts[sample] ?? Buffer.alloc(0);
    const name = `${String(number).padStart(3, '0')}-${what}`;
    yield { name, bytes: damage(text, chances(number), sample) };
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const folder = process.argv[2] ?? '';
  mkdirSync(folder, { recursive: true });
  for (const { name, bytes } of corruptions()) writeFileSync(join(folder, name), bytes);
}
