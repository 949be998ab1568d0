// npm run gen: write the tables of src/core/gen, src/trace/gen and the back end. npm run gen:check: fail when one is stale.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { figureStyle } from './figure-style.mjs';
import { describe, describeTrace } from './module.mjs';
import { docs, kinds, measures, modes, paramDocs, params, pythonBounds, tables } from './tables.mjs';
import { traceTables } from './trace-tables.mjs';

const core = /** @type {import('./tables.mjs').Description} */ (await describe());

/** @type {[file: string, text: string][]} */
const made = [
  ['src/core/gen/tables.ts', tables(core)],
  ['src/core/gen/docs.ts', docs(core)],
  ['src/core/gen/kinds.ts', kinds(core)],
  ['src/core/gen/measures.ts', measures(core)],
  ['src/core/gen/modes.ts', modes(core)],
  ['src/core/gen/params.ts', params(core)],
  ['src/core/gen/param-docs.ts', paramDocs(core)],
  ['../backend/src/mmscope/bounds.py', pythonBounds(core)],
  [
    'src/trace/gen/tables.ts',
    traceTables(/** @type {import('./trace-tables.mjs').Description} */ (await describeTrace())),
  ],
  ['src/embed/figure/gen/style.ts', await figureStyle()],
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
