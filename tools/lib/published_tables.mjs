// SPDX-License-Identifier: Apache-2.0
// Runs the scenarios that answer the published tables, and judges every row.
import { readFileSync, readdirSync } from 'node:fs';
import { frontend } from './frontend.mjs';

const root = new URL('../../', import.meta.url);
const folder = (name) =>
  readdirSync(new URL(name, root))
    .filter((file) => file.endsWith('.json'))
    .sort()
    .map((file) => ({ file: `${name}${file}`, json: JSON.parse(readFileSync(new URL(`${name}${file}`, root), 'utf8')) }));

/** Tables (all, or those named) with the answer to each row; `progress` is called before each run. */
export async function readAll(only, progress) {
  const { expand } = await frontend('pages/published/rows.ts');
  const { compute, paramsOf, runsOf, tablesOf } = await frontend('pages/published/runs.ts');
  const { madeOf } = await frontend('pages/published/measure.ts');
  const { parametersOf, undeclared } = await frontend('pages/published/origins.ts');
  const { answerOf, countsAs, effectOf, effectWords, lineOf, scoreOf, surprise, totalsOf } = await frontend('pages/published/summary.ts');
  const { fittedIn, isVaried, variationsOf, variationResult } = await frontend('pages/published/variations.ts');
  const module = await WebAssembly.compile(readFileSync(new URL('wasm-core/dist/mmscope.wasm', root)));
  const scenarios = folder('datasets/scenarios/').map(({ json }) => json);
  const documents = folder('datasets/published/').map(({ file, json }) => ({
    file,
    document: json,
    tables: expand(json).filter(({ table }) => only.length === 0 || only.includes(table.id)),
  }));
  documents.sort((a, b) => (Object.keys(a.document.sources)[0] < Object.keys(b.document.sources)[0] ? -1 : 1));

  const outcomes = new Map();
  const rows = documents.flatMap(({ tables }) => tables.flatMap((table) => table.rows));
  const variations = documents.flatMap(({ document, tables }) =>
    tables
      .flatMap((table) => table.rows.filter(isVaried))
      .map((row) => ({ row, of: variationsOf(row, scenarios, Object.keys(document.free ?? {})) })),
  );
  const wanted = runsOf([...rows, ...variations.flatMap(({ of }) => of.map((variation) => variation.row))]);
  for (const [i, run] of wanted.entries()) {
    progress(`${i + 1} of ${wanted.length}: ${run}`);
    try {
      outcomes.set(run, await compute(module, paramsOf(run, scenarios), tablesOf(rows)));
    } catch (error) {
      outcomes.set(run, `${run}: ${error.message}`);
    }
  }
  progress('');
  const varied = variations.map(({ row, of }) => variationResult(row, of, outcomes));

  for (const document of documents)
    document.tables = document.tables.map(({ table, rows, unmodelled }) => ({ table, unmodelled, answers: rows.map((row) => answerOf(row, outcomes)) }));
  const unsaid = documents.flatMap(({ document, file }) => undeclared(document, scenarios).map((words) => `${file}: ${words}`));
  unsaid.push(...varied.flatMap(({ touched }) => touched));
  /** Rows in whose runs no constant that was fitted is in force, or none that moves them. */
  const isUntouched = (row) => row.untouched !== null || fittedIn(row, scenarios).length === 0;
  const sum = (of) => varied.reduce((all, one) => all + one[of], 0);
  return {
    documents,
    countsAs,
    effectOf,
    effectWords,
    isUntouched,
    lineOf,
    madeOf,
    parametersOf: (fit) => parametersOf(fit, scenarios),
    scoreOf,
    surprise,
    totalsOf,
    unsaid,
    varied: { rows: varied.length, times: sum('times'), refused: sum('refused') },
  };
}
