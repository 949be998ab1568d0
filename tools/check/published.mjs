// SPDX-License-Identifier: Apache-2.0
// Every published table beside the model: `node tools/check/published.mjs [table…]`. docs/published.md says what a row
// is. Status 1 when a direction is wrong, a row is not as the tables say it is, or a parameter's origin is not said.
import { readAll } from '../lib/published_tables.mjs';

const only = process.argv.slice(2);
const { documents, countsAs, effectOf, effectWords, isUntouched, lineOf, parametersOf, scoreOf, surprise, totalsOf, unsaid, varied } = await readAll(only, (text) => {
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${text}`);
});

const shown = (n) =>
  n === null || n === undefined ? '-' : typeof n === 'number' ? String(Number(n.toPrecision(5))) : [n].flat().join(' : ');
const range = (r) => (r === null ? '-' : r[0] === r[1] ? shown(r[0]) : `${shown(r[0])}..${shown(r[1])}`);
const pad = (text, n) => String(text).padEnd(n);

/** +12 %, +2.6 %: less than half. */
function effect(answer) {
  const found = effectOf(answer);
  return found === null ? '' : effectWords(found).join(', ');
}

function printRow(answer, unexpected) {
  const { row, judged } = answer;
  const { baseline, value, ratio, direction, states } = row.published;
  const printed = baseline === null ? shown(value) : `${shown(baseline)} -> ${shown(value)}`;
  const verdict = unexpected ?? (row.miss === null ? judged.verdict : `${judged.verdict}: ${row.miss}`);
  const model = typeof judged === 'string' ? '-' : `${judged.baseline === null ? '' : `${shown(judged.baseline)} -> `}${shown(judged.value)}`;
  console.log(
    `  ${pad(`${row.label}: ${row.column}`, 44)} published ${pad(printed, 22)} model ${pad(model, 26)} ` +
      `ratio ${pad(states === undefined ? range(ratio) : `is ${shown(states)}`, 12)} ${pad(shown(judged.ratio), 8)} ${pad(direction ?? '', 6)} ${pad(effect(answer), 34)} ${pad(countsAs(row), 15)} ${verdict}${countsAs(row) === 'double' ? ` (the same as ${row.double.of})` : ''}`,
  );
}

const all = [];
const misses = [];
let surprises = 0;
for (const { file, document, tables } of documents) {
  for (const { table, answers, unmodelled } of tables) {
    console.log(`\n${table.source} ${table.id}: ${table.title}`);
    for (const answer of answers) {
      const unexpected = surprise(answer, file);
      surprises += Number(unexpected !== null);
      printRow(answer, unexpected);
      if (unexpected !== null || answer.row.miss !== null)
        misses.push(`${answer.row.id}: ${unexpected ?? answer.row.miss}`);
      all.push(answer);
    }
    const reasons = Map.groupBy(unmodelled, (u) => u.reason);
    for (const [reason, cells] of reasons)
      console.log(`  not modelled: ${cells.length} ${cells.length === 1 ? 'line' : 'lines'}: ${reason}`);
    for (const fit of [...(table.fitted ?? []), ...(table.levels ?? [])])
      console.log(`  ${table.fitted?.includes(fit) ? 'fitted' : 'level'}: ${parametersOf(`${table.id}/${fit.id}`).join(', ')} to ${Object.values(fit.match ?? {}).join(', ')} ${(fit.columns ?? []).join(', ')}: ${fit.why}`);
  }
}
const score = (words, { independent, within25, null_within25, effects, within_half }) =>
  console.log(`independent rows ${words}: ${independent}, within 25 % or right: ${within25}, of the null model: ${null_within25}; with an effect: ${effects}, within half of it: ${within_half}`);
const totals = totalsOf(all);
for (const words of unsaid) console.log(words);
console.log(`\nrows that miss: ${misses.length}`);
for (const miss of misses) console.log(`  ${miss}`);
console.log(`rows without a ratio that are no evidence: ${totals.noEvidence}`);
console.log(`rows that say again what another one says: ${totals.doubles}`);
console.log(`rows that are true by construction: ${totals.constructed}`);
for (const [searched, words] of [[true, 'of a document whose parameters were searched with all its rows in view'], [false, 'of the others']]) {
  score(words, scoreOf(all.filter(({ row }) => row.searched === searched)));
}
score('with a ratio', totals.ratios);
score('that are right or wrong, a list, a value or a direction', totals.stated);
score('that no constant touches which was fitted to any printed number', scoreOf(all.filter(({ row }) => isUntouched(row))));
console.log(`rows computed again with other constants: ${varied.rows}, ${varied.times} times, ${varied.refused} machines refused`);
console.log(lineOf(totals));
process.exit(surprises > 0 || unsaid.length > 0 || totals.wrong_direction > 0 ? 1 : 0);
