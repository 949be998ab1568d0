// npm run gen: write src/core/gen/tables.ts. npm run gen:check: fail when it is stale.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { describe } from './module.mjs';
import { tables } from './tables.mjs';

const OUT = new URL('../src/core/gen/tables.ts', import.meta.url);

const text = tables(/** @type {import('./tables.mjs').Description} */ (await describe()));
if (process.argv.includes('--check')) {
  const old = await readFile(OUT, 'utf8').catch(() => '');
  if (old !== text) {
    console.error('src/core/gen/tables.ts does not match the core. Run: npm run gen');
    process.exit(1);
  }
} else {
  await mkdir(new URL('.', OUT), { recursive: true });
  await writeFile(OUT, text);
}
