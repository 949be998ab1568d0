// npm run gen: write the tables of src/core/gen, src/trace/gen and the back end. npm run gen:check: fail when one is stale.
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { eras, readEras } from './eras.mjs';
import { figureStyle } from './figure-style.mjs';
import {
  balances,
  docs,
  kinds,
  machineParams,
  measures,
  modes,
  paramDocs,
  params,
  probes,
  pythonBounds,
  tables,
  tracepoints,
  traceTables,
} from './tables.mjs';

// The wasm modules in Node: instantiate one and read its description of itself.
const WASM = new URL('../../wasm-core/dist/mmscope.wasm', import.meta.url);
const TRACE_WASM = new URL('../../wasm-core/dist/mmtrace.wasm', import.meta.url);

/** @returns {Promise<unknown>} the JSON text of mms_describe(), parsed */
const describe = () => described(WASM, 'mms_describe');

/** @returns {Promise<unknown>} the same of mms_trace_describe() */
const describeTrace = () => described(TRACE_WASM, 'mms_trace_describe');

/** @param {URL} file @param {string} name */
async function described(file, name) {
  const { instance } = await WebAssembly.instantiate(await readFile(file), {});
  const api = /** @type {Record<string, () => number> & { memory: WebAssembly.Memory }} */ (
    /** @type {unknown} */ (instance.exports)
  );
  api['_initialize']?.();
  const at = api[name]?.() ?? 0;
  const bytes = new Uint8Array(api.memory.buffer, at, api[`${name}_len`]?.());
  return JSON.parse(new TextDecoder().decode(bytes));
}

const PROBES = new URL('../../tracer/probes/', import.meta.url);

/** @returns {Promise<[probe: string, text: string][]>} the tracer's scripts */
async function printed() {
  const files = (await readdir(PROBES)).filter((name) => name.endsWith('.bt')).sort();
  return Promise.all(
    files.map(async (name) => [name.replace('.bt', ''), await readFile(new URL(name, PROBES), 'utf8')]),
  );
}

const core = /** @type {import('./tables.mjs').Description} */ (await describe());
const trace = /** @type {import('./tables.mjs').TraceDescription} */ (await describeTrace());

/** @type {[file: string, text: string][]} */
const made = [
  ['src/core/gen/tables.ts', tables(core)],
  ['src/core/gen/balances.ts', balances(core)],
  ['src/core/gen/docs.ts', docs(core)],
  ['src/core/gen/eras.ts', eras(readEras())],
  ['src/core/gen/kinds.ts', kinds(core)],
  ['src/core/gen/machine-params.ts', machineParams(core)],
  ['src/core/gen/measures.ts', measures(core)],
  ['src/core/gen/modes.ts', modes(core)],
  ['src/core/gen/params.ts', params(core)],
  ['src/core/gen/param-docs.ts', paramDocs(core)],
  ['src/core/gen/probes.ts', probes(await printed())],
  ['../backend/src/mmscope/bounds.py', pythonBounds(core)],
  ['src/trace/gen/tables.ts', traceTables(trace, core)],
  ['src/trace/gen/tracepoints.ts', tracepoints(trace)],
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
