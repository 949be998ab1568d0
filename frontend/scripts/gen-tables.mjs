// npm run gen: write the tables of src/core/gen and src/trace/gen. npm run gen:check: fail when one is stale.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { describe, describeTrace } from './module.mjs';
import { tables } from './tables.mjs';
import { traceTables } from './trace-tables.mjs';

/** @type {[file: string, text: string][]} */
const made = [
  ['src/core/gen/tables.ts', tables(/** @type {import('./tables.mjs').Description} */ (await describe()))],
  [
    'src/trace/gen/tables.ts',
    traceTables(/** @type {import('./trace-tables.mjs').Description} */ (await describeTrace())),
  ],
];
for (const [name, text] of made) {
  const out = new URL(`../${name}`, import.meta.url);
  if (process.argv.includes('--check')) {
    const old = await readFile(out, 'utf8').catch(() => '');
    if (old !== text) {
      console.error(`${name} does not match the core. Run: npm run gen`);
      process.exitCode = 1;
    }
  } else {
    await mkdir(new URL('.', out), { recursive: true });
    await writeFile(out, text);
  }
}
