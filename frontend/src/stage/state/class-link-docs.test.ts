import fc from 'fast-check';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { PARAMS } from '../../core/gen/params';
import { COLOURS, HIDDEN, TEXT_SIZES } from './class-link';
import { formatClassLink, parseClassLink } from './class-link-parser';
import { PARAMETER_DOCS, classLinkTable, VIEW_DOCS } from './class-link-docs';
import { SPEEDS } from '../cursor/clock';
import { formatView } from '../url';
import { parseView } from '../url-parser';
import { RULES_SHOWN } from './view';

const FILE = join(import.meta.dirname, '../../../../docs/teaching-links.md');
const TABLE = /(?<=<!-- made by teaching-docs\.test\.ts -->\n\n)[^]*?(?=\n\n<!-- end -->)/;

test('docs/teaching-links.md has the table that the code makes; ACCEPT=1 writes it', async () => {
  const text = await readFile(FILE, 'utf8');
  const now = text.replace(TABLE, () => classLinkTable());
  if (process.env['ACCEPT'] === '1') await writeFile(FILE, now);
  else expect(text).toBe(now);
  expect(now).toContain(classLinkTable());
});

test('every example of the table is read, and means something', () => {
  for (const { example } of Object.values(PARAMETER_DOCS)) {
    const { teaching, complaints } = parseClassLink(`?${example}`);
    expect(complaints).toEqual([]);
    expect(teaching).not.toEqual(parseClassLink('').teaching);
  }
  const bare = parseView('#v1/swap-devices?a=model:four-nodes');
  for (const [, , example] of VIEW_DOCS) {
    // Parts are a scene's own.
    const scene = example.startsWith('large=') ? 'interleave' : 'swap-devices';
    const source = example.startsWith('a=') ? '' : 'a=model:four-nodes&';
    const read = parseView(`#v1/${scene}?${source}${example}`);
    expect(read.complaints, example).toEqual([]);
    if (!example.startsWith('a=')) expect(read.view, example).not.toEqual(bare.view);
  }
});

test('whatever a link holds is in the table, and is read back', () => {
  const own = Object.keys(PARAMETER_DOCS);
  const viewed = VIEW_DOCS.flatMap(([names]) => names.split(', '));
  const source = fc.record({
    kind: fc.constant('model' as const),
    id: fc.constantFrom('four-nodes', 'zones-fair'),
    overrides: fc.constantFrom({}, { seed: 7 }, { rule: 'global' }),
  });
  const views = fc.record({
    scene: fc.constantFrom('swap-devices', 'decisions'),
    sources: fc.record({ A: source, B: source }),
    position: fc.record({
      align: fc.constantFrom('decision' as const, 'time' as const),
      k: fc.nat(),
      t: fc.nat(),
    }),
    speed: fc.constantFrom(...SPEEDS),
    others: fc.constantFrom(...RULES_SHOWN),
    predict: fc.record({ pane: fc.constantFrom('A' as const, 'B' as const), seed: fc.nat({ max: 999_999 }) }),
  });
  const teachings = fc.record({
    present: fc.boolean(),
    hide: fc.subarray([...HIDDEN]),
    tunables: fc.option(fc.subarray(PARAMS.map(({ name }) => name).slice(0, 6))),
    colours: fc.constantFrom(...COLOURS),
    text: fc.constantFrom(...TEXT_SIZES),
  });
  fc.assert(
    fc.property(views, teachings, (view, teaching) => {
      const search = formatClassLink(teaching);
      for (const name of new URLSearchParams(search).keys()) expect(own).toContain(name);
      expect(parseClassLink(search)).toEqual({ teaching, complaints: [] });
      const hash = formatView(view);
      for (const pair of hash.slice(hash.indexOf('?') + 1).split('&')) {
        const name = (pair.split('=')[0] ?? '').replace(/(?<=^[ab]\.).+/, 'NAME');
        expect(viewed).toContain(name);
      }
      expect(parseView(hash).complaints).toEqual([]);
    }),
  );
});
