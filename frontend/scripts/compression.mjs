// compression.mjs FOLDER [--brotli]: beside each text and module of a built front end the same packed, which a server sends as it
// is: packing it at each request took a server half a second for one cold page. Brotli takes ten times as long for a tenth
// less: for packages.
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { extname, join } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';

const TEXTS = new Set(['.css', '.html', '.js', '.json', '.svg', '.wasm']);
/** Parts that no browser asks this server for. */
const NEVER = new Set(['engine', 'notebook']);
/** Bytes. What is smaller goes in one packet either way. */
const LEAST = 1024;

const {
  positionals: [folder],
  values: { brotli },
} = parseArgs({ allowPositionals: true, options: { brotli: { type: 'boolean', default: false } } });
if (!folder) throw new Error('compression.mjs FOLDER [--brotli]');

/** @type {Record<string, (bytes: Buffer) => Promise<Buffer>>} */
const ways = {
  '.gz': (bytes) => promisify(gzip)(bytes, { level: 9 }),
  ...(brotli && { '.br': promisify(brotliCompress) }),
};
const parts = (await readdir(folder)).filter((name) => !NEVER.has(name));
const files = (
  await Promise.all(
    parts.map(async (part) => {
      const inside = await readdir(join(folder, part), { recursive: true }).catch(() => ['']);
      return inside.map((name) => join(folder, part, name));
    }),
  )
)
  .flat()
  .filter((name) => TEXTS.has(extname(name)));

async function packOthers() {
  for (let file; (file = files.pop());) {
    const bytes = await readFile(file);
    if (bytes.length < LEAST) continue;
    for (const [suffix, pack] of Object.entries(ways)) {
      const packed = await pack(bytes);
      if (packed.length < bytes.length) await writeFile(`${file}${suffix}`, packed);
    }
  }
}
await Promise.all(Array.from({ length: availableParallelism() }, packOthers));
