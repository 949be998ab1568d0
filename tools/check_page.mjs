// SPDX-License-Identifier: Apache-2.0
// Derive docs/check.md from the accepted result of `make forgeries`. With --check: fail when it is stale.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { openCore } from './core.mjs';

const page = new URL('../docs/check.md', import.meta.url);
const result = new URL('../wasm-core/tests/golden/forgeries.tsv', import.meta.url);
const { tables } = await openCore();

const [head, ...rows] = readFileSync(result, 'utf8').trimEnd().split('\n').map((line) => line.split('\t'));
const NUMBERS = ['captures', 'forged', 'different', 'incomplete'];
const lines = rows.map((row) => {
  const of = Object.fromEntries(head.map((name, i) => [name, row[i]]));
  for (const name of NUMBERS) of[name] = Number(of[name]);
  return { ...of, missed: of.forged - of.different };
});

const cell = (text) => String(text).replaceAll('|', '\\|');
const row = (cells) => `| ${cells.map(cell).join(' | ')} |`;
const table = (headings, body) => [row(headings), row(headings.map(() => '---')), ...body.map(row)].join('\n');
const total = (of, name) => of.reduce((sum, line) => sum + line[name], 0);
const kinds = (of) => Object.values(Object.groupBy(of, (line) => line.lie)).filter((lie) => total(lie, 'forged') > 0);

/** `one 2 of 64, all 1 of 16`: where a lie can go unnoticed. */
const missed = (of) => of.map((line) => `${line.extent} ${line.missed} of ${line.forged}`).join(', ');
/** One row for each lie and reason. */
const unnoticed = (of) =>
  Object.values(Object.groupBy(of, (line) => `${line.lie}\t${line.why}`)).map((lie) => [
    lie[0].lie,
    missed(lie),
    total(lie, 'incomplete') || '',
    lie[0].why,
  ]);

const UNTIL = {
  captures: 'Not noticed with these captures: they lack what would tell',
  check: 'Not noticed with this check: the captures would tell',
  never: 'Cannot be noticed',
};

function section({ name, doc }) {
  const of = lines.filter((line) => line.policy === name);
  const all = kinds(of);
  const always = all.filter((lie) => total(lie, 'missed') === 0);
  const trusted = Object.groupBy(
    of.filter((line) => line.until && line.trusts).flatMap((line) => line.trusts.split(' ').map((field) => ({ ...line, field }))),
    (line) => line.field,
  );
  const out = [
    `## ${name}`,
    `${doc[0].toUpperCase()}${doc.slice(1)}. ${all.length} kinds of lies; ${always.length} of them are noticed every time.`,
    table(
      ['decisions forged', 'captures forged', 'noticed', 'only incomplete', 'not noticed'],
      ['one', 'tenth', 'all'].map((extent) => {
        const here = of.filter((line) => line.extent === extent);
        const [forged, different, incomplete] = ['forged', 'different', 'incomplete'].map((key) => total(here, key));
        return [extent, forged, different, incomplete, forged - different - incomplete];
      }),
    ),
    `Noticed every time: ${always.map(([line]) => line.lie).join('; ')}.`,
  ];
  for (const [until, says] of Object.entries(UNTIL)) {
    const here = of.filter((line) => line.until === until);
    if (here.length > 0)
      out.push(`### ${name}: ${says.toLowerCase()}`, table(['lie', 'not noticed', 'of these incomplete', 'why'], unnoticed(here)));
  }
  if (Object.keys(trusted).length > 0)
    out.push(
      `### ${name}: taken on trust`,
      Object.entries(trusted)
        .map(([field, because]) => {
          const until = [...new Set(because.map((line) => line.until))].filter((word) => word !== 'never');
          return `- \`${field}\`${until.length > 0 ? ` (until the ${until.join(' and the ')} tell${until[0] === 'check' ? 's' : ''})` : ''}`;
        })
        .join('\n'),
    );
  return out;
}

const forged = total(lines, 'forged');
const different = total(lines, 'different');
const out = [
  '# What the check can and cannot see',
  'Derived from the accepted result of `make forgeries` by `make gen`; do not edit.',
  'The check recomputes each decision from what its event tells, and compares the event with what other events tell. ' +
    'To know what that is worth we lie to it: a forger for each kind of lie alters real captures as a hostile kernel ' +
    'would, an event together with what depends on it, for one decision (four times), a tenth of them, and all. A lie ' +
    'counts as noticed only if the check then finds something *different*: `incomplete` is no accusation. The first ' +
    '20,000 events of each capture are forged. What no reader would let in is not counted as a lie.',
  'A lie that can go unnoticed is in `wasm-core/tests/forge/unseen.def` with its reason. `make forgeries` fails when ' +
    'another goes unnoticed, and when one of those is noticed every time.',
  table(
    ['policy', 'kinds', 'captures forged', 'noticed', 'not noticed, for want of events', 'not noticed, for want of a check', 'cannot be noticed'],
    tables.enums.policy.map(({ name }) => {
      const of = lines.filter((line) => line.policy === name);
      const want = (until) => total(of.filter((line) => line.until === until), 'missed');
      return [`[${name}](#${name})`, kinds(of).length, total(of, 'forged'), total(of, 'different'), want('captures'), want('check'), want('never')];
    }),
  ),
  ...tables.enums.policy.flatMap(section),
  `In all ${forged} forged captures; noticed ${different}.`,
];
const text = `${out.join('\n\n')}\n`;
if (!process.argv.includes('--check')) writeFileSync(page, text);
else if (!existsSync(page) || readFileSync(page, 'utf8') !== text) {
  console.error("docs/check.md is stale: run 'make gen' and commit the result");
  process.exit(1);
}
