/** Going from one look to another and back, whatever is changed on the way, loses no part of the question. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { linkOf, LOOKS, linkText, pairText, rankingText, withRanking } from './look';
import { parsePair } from './pair';
import { formatQuestion, parseQuestion } from './question';
import { parseRanking } from './ranking';

const QUESTION = 'of=model:four-nodes&of.tasks=8&x=rule:node,global&seeds=1..3&m=home';
const CATALOGUE = { scenarios: [], captures: [], published: [] };
const names = LOOKS.map(([name]) => name);

test('a look is a part of the link, and the question stays as it is, however often it changes', () => {
  const questions = [
    QUESTION,
    `${QUESTION}&y=migrate_every:64,256`,
    'of=capture:two-nodes-node&x=rule:node,global',
  ];
  fc.assert(
    fc.property(
      fc.constantFrom(...questions),
      fc.array(fc.constantFrom(...names), { minLength: 1 }),
      (question, looks) => {
        let text = question;
        for (const look of looks) text = linkText({ ...linkOf(text), look });
        expect(linkOf(text)).toEqual({ look: looks.at(-1), question, ranking: '', pair: '' });
      },
    ),
  );
});

test('the usual look has no word in the link: a sweep, of two tunables a map, of a ranking or a pair alone its own', () => {
  expect(linkOf(QUESTION).look).toBe('sweep');
  expect(linkOf(`${QUESTION}&y=migrate_every:64,256`).look).toBe('map');
  expect(linkOf('of=model:two-nodes&rank=home').look).toBe('matters');
  expect(linkOf('a=capture:a&b=capture:b').look).toBe('pair');
  for (const text of [QUESTION, 'of=model:two-nodes&rank=home', 'a=capture:a&b=capture:b&b.rule=global'])
    expect(linkText(linkOf(text))).toBe(text);
  expect(linkOf(`${QUESTION}&look=upside-down`).look).toBe('sweep');
});

test('which matters is asked of the same scenario, measure and seeds, and leaves what is swept alone', () => {
  const parts = { ...linkOf(QUESTION), look: 'matters' as const };
  const asked = parseRanking(rankingText(parts, parseQuestion(QUESTION), CATALOGUE));
  expect(asked).toMatchObject({ measure: 'home', by: 2, seeds: [1, 2, 3] });
  expect(asked.of).toMatchObject({ id: 'four-nodes', overrides: { tasks: 8 } });
  const changed = withRanking(parts, 'of=model:four-nodes&of.tasks=8&rank=tries&by=4&seeds=1..2');
  expect(changed.ranking).toBe('rank=tries&by=4');
  expect(parseQuestion(changed.question)).toMatchObject({ seeds: [1, 2], measures: ['home'] });
  expect(parseQuestion(changed.question).x).toEqual(parseQuestion(QUESTION).x);
  // Of another scenario it may not have these tunables.
  expect(withRanking(parts, 'of=model:interleave-1&rank=sectors').question).toBe('of=model:interleave-1');
});

test('two sources are the value of the cursor and the one it is opened beside', () => {
  const question = parseQuestion(QUESTION);
  const { a, b } = parsePair(pairText(linkOf(QUESTION), question, { at: 1, row: 0 }));
  expect([a[0], b[0]].map((side) => side && 'overrides' in side && side.overrides.rule)).toEqual([
    'node',
    'global',
  ]);
  expect(formatQuestion(question)).toBe(QUESTION);
});
