// SPDX-License-Identifier: Apache-2.0
// A sweep in Node, by the page's own code: node tools/sweep.mjs QUESTION prints its CSV.
import { readFileSync } from 'node:fs';
import { scenario } from './core.mjs';
import { frontend } from './frontend.mjs';

const { parseQuestion, paramsOf, runsOf } = await frontend('compare/question.ts');
const { chosen, csvOf, runOnce } = await frontend('compare/run.ts');
const question = parseQuestion(process.argv[2] ?? '');
if (question.of.kind !== 'model') throw new Error('here a sweep is of a model');
const module = await WebAssembly.compile(readFileSync(new URL('../wasm-core/dist/mmscope.wasm', import.meta.url)));
const { params } = scenario(question.of.id);
const rows = [];
for (const run of runsOf(question)) {
  const set = paramsOf(question, run, params);
  rows.push(chosen(await runOnce(module, set), String(set.machine ?? 'swap'), question.measures));
}
process.stdout.write(csvOf(question, rows));
