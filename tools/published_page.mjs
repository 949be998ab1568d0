// SPDX-License-Identifier: Apache-2.0
// Derive docs/published.md: every row of the published tables beside the model. With --check: fail when it is stale.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { readAll } from './published_tables.mjs';

const page = new URL('../docs/published.md', import.meta.url);
const { documents, lineOf, madeOf, totalsOf } = await readAll([], () => undefined);

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

function line({ row: of, judged }) {
  const { baseline, value, ratio, direction } = of.published;
  const given = typeof judged !== 'string';
  const verdict = given ? judged.verdict : judged;
  return [
    `${of.label}: ${of.column}`,
    pair(baseline, value),
    given ? pair(of.kind === 'share' ? null : judged.baseline, judged.value) : '',
    ratio ? [...new Set(ratio)].map(number).join(' to ') : (direction ?? ''),
    given && judged.ratio !== null ? number(judged.ratio) : '',
    of.fitted ? 'fitted' : ratio ? 'predicted' : 'told',
    of.miss === null ? verdict : `${verdict}: ${of.miss}`,
    runs(of, given ? judged.chosen : null),
  ];
}

const HEAD = ['row', 'published', 'model', 'ratio published', 'ratio model', 'kind', 'verdict', 'scenarios'];

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
      return `- ${word}: \`${fit.parameters.join('`, `')}\` to ${to}: ${fit.why}.`;
    });
    if (fits.length > 0) out.push(fits.join('\n'));
    all.push(...answers);
  }
}
out.push(`\`${lineOf(totalsOf(all))}\``);
const text = `${out.join('\n\n')}\n`;
if (!process.argv.includes('--check')) writeFileSync(page, text);
else if (!existsSync(page) || readFileSync(page, 'utf8') !== text) {
  console.error("docs/published.md is stale: run 'make gen' and commit the result");
  process.exit(1);
}
