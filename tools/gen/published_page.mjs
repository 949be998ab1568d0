// SPDX-License-Identifier: Apache-2.0
// Derive docs/published.md: every row of the published tables beside the model. With --check: fail when it is stale.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { readAll } from '../lib/published_tables.mjs';

const page = new URL('../../docs/published.md', import.meta.url);
const { documents, countsAs, effectOf, effectWords, isUntouched, lineOf, madeOf, parametersOf, scoreOf, totalsOf, unsaid, varied } = await readAll([], () => undefined);

const number = (n) => (typeof n === 'number' ? String(Number(n.toPrecision(4))) : [n].flat().join(' : '));
const cell = (text) => String(text).replaceAll('|', '\\|');
const row = (cells) => `| ${cells.map(cell).join(' | ')} |`;
const table = (head, rows) => [row(head), row(head.map(() => '---')), ...rows.map(row)].join('\n');

const pair = (before, after) => (before === null ? number(after) : `${number(before)}, then ${number(after)}`);
/** The runs to watch, those that count or where all do the last, and how the values were made of several. */
function runs({ runs: of, measure }, chosen) {
  const watched = ['baseline', 'variant'].map((side) => of[side].at(chosen?.[side] ?? -1)).filter(Boolean);
  const made = madeOf(measure, Math.max(of.baseline.length, of.variant.length));
  return `${[...new Set(watched)].map((run) => `\`${run}\``).join(', ')}${made && `: ${made}`}`;
}

/** Published beside the model's. */
function effects(answer) {
  const found = effectOf(answer);
  return found === null ? ['', ''] : effectWords(found);
}

function line(answer) {
  const { row: of, judged } = answer;
  const { baseline, value, ratio, direction, states } = of.published;
  const given = typeof judged !== 'string';
  const verdict = given ? judged.verdict : judged;
  return [
    `${of.label}: ${of.column}`,
    pair(baseline, value),
    given ? pair(of.kind === 'share' ? null : judged.baseline, judged.value) : '',
    ratio ? [...new Set(ratio)].map(number).join(' to ') : states === undefined ? (direction ?? '') : `is ${number(states)}`,
    given && judged.ratio !== null ? number(judged.ratio) : '',
    ...effects(answer),
    countsAs(of) === 'double' ? `double of ${of.double.of}` : countsAs(of),
    of.miss === null ? verdict : `${verdict}: ${of.miss}`,
    runs(of, given ? judged.chosen : null),
  ];
}

const ORIGINS = `Each parameter of the scenarios above is fitted, given or free. What a scenario does not set has the core's
default, the same in all.`;

const HEAD = ['row', 'published', 'model', 'ratio published', 'ratio model', 'effect published', 'effect model', 'kind', 'verdict', 'scenarios'];

const out = [readFileSync(new URL('published-head.md', import.meta.url), 'utf8').trim()];
const all = [];
for (const { document, tables } of documents) {
  out.push(`## ${document.title.replace(': what was published', '')}`);
  for (const { table: own, answers, unmodelled } of tables) {
    out.push(`### ${own.title} (${own.source})`);
    if (answers.length > 0) out.push(table(HEAD, answers.map(line)));
    const reasons = Object.entries(Object.groupBy(unmodelled, (u) => u.reason));
    const label = (u) => own.labels.map((l) => own.rows[u.line][own.columns.indexOf(l)]).join(', ');
    if (reasons.length > 0)
      out.push(reasons.map(([reason, cells]) => `- Not modelled: ${cells.map(label).join('; ')}: ${reason}.`).join('\n'));
    const fits = [
      ...(own.fitted ?? []).map((fit) => ['Fitted', fit]),
      ...(own.levels ?? []).map((fit) => ['Level', fit]),
    ].map(([word, fit]) => {
      const to = [...Object.values(fit.match ?? {}), ...(fit.columns ?? [])].join(', ');
      return `- ${word}: \`${parametersOf(`${own.id}/${fit.id}`).join('`, `')}\` to ${to}: ${fit.why}.`;
    });
    if (fits.length > 0) out.push(fits.join('\n'));
    const doubles = Object.entries(Object.groupBy(own.doubles ?? [], ({ why }) => why)).map(([why, said]) => {
      const which = said.map(({ match, columns }) => [...Object.values(match ?? {}), ...(columns ?? [])].join(', '));
      return `- Doubles: ${which.join('; ')}: ${why}.`;
    });
    if (doubles.length > 0) out.push(doubles.join('\n'));
    const because = (word, of = []) =>
      of.map(({ match, columns, why }) => `- ${word}: ${[...Object.values(match ?? {}), ...(columns ?? [])].join(', ')}: ${why}.`);
    const notes = [...because('No evidence', own.no_evidence), ...because('Untouched', own.untouched), ...because('By construction', own.constructed)];
    if (notes.length > 0) out.push(notes.join('\n'));
    all.push(...answers);
  }
}
out.push('## Parameters that were not fitted', ORIGINS);
for (const { document } of documents) {
  const origins = [
    ...Object.entries(document.given ?? {}).map(([name, from]) => [name, 'given', from]),
    ...Object.entries(document.free ?? {}).map(([name, why]) => [name, 'free', why]),
  ];
  out.push(`### ${document.title.replace(': what was published', '')}`);
  if (document.searched) out.push(`${document.searched[0].toUpperCase()}${document.searched.slice(1)}.`);
  out.push(table(['parameter', 'value', 'from, or why'], origins));
}
const totals = totalsOf(all);
const percent = (n, of) => (of > 0 ? `${n} (${Math.round((100 * n) / of)} %)` : String(n));
const score = (words, { independent: of, within25, null_within25, effects: n, within_half }) => [
  words, of, percent(within25, of), percent(null_within25, of), n, n > 0 ? percent(within_half, n) : '',
];
const [searched, others] = [true, false].map((of) => scoreOf(all.filter(({ row: { searched } }) => searched === of)));
out.push(
  '## Score',
  table(
    ['independent rows', 'rows', 'within 25 %, or right', 'of the null model', 'with an effect', 'within half of it'],
    [
      score('with a ratio', totals.ratios),
      score('right or wrong: a list, a value, a direction', totals.stated),
      score('together', totals),
      score('of these: of a document whose parameters were searched with all rows in view', searched),
      score('of these: of the others', others),
      score('of these: touched by no constant that was fitted to any printed number', scoreOf(all.filter(({ row }) => isUntouched(row)))),
    ],
  ),
  `${varied.rows} rows were computed again with each constant halved and doubled, ${varied.times} times; ${varied.refused} of
these machines the core refused, of no constant both.`,
  `${totals.constructed} rows more are true by construction, and count in none of these.`,
  `\`${lineOf(totals)}\``,
);
if (unsaid.length > 0) {
  console.error(unsaid.join('\n'));
  process.exit(1);
}
const text = `${out.join('\n\n')}\n`;
if (!process.argv.includes('--check')) writeFileSync(page, text);
else if (!existsSync(page) || readFileSync(page, 'utf8') !== text) {
  console.error("docs/published.md is stale: run 'make gen' and commit the result");
  process.exit(1);
}
