import { beforeAll, expect, test } from 'vitest';
import { ENUM_DOCS } from '../../core/gen/tables';
import { factsOf, type Facts } from './facts';
import { run } from './testing/frames';
import { verdictDetail } from './verdict-words';

let facts: Facts;
beforeAll(async () => {
  facts = factsOf((await run()).frame(4));
});
const found = {
  check: 'different',
  why: 'type',
  replay: 'different',
  replayWhy: 'ok',
  visit: 0,
  expected: 1,
};

test('same needs no more words', () => {
  expect(verdictDetail(facts, { ...found, check: 'same', why: 'ok', replay: 'same' })).toBeUndefined();
  expect(verdictDetail(facts, null)).toBeUndefined();
});
test('different tells the reason and what was expected', () => {
  expect(verdictDetail(facts, found)).toBe(`${ENUM_DOCS.check_why['type'] ?? ''}, expected swapB`);
  expect(verdictDetail(facts, { ...found, why: 'batch', expected: 64 })).toContain(', expected 64');
  expect(verdictDetail(facts, { ...found, why: 'type', expected: -1 })).toContain(', expected none');
  expect(verdictDetail(facts, { ...found, why: 'end', expected: 1 })).toContain(
    `expected: ${ENUM_DOCS.walk_end['none'] ?? ''}`,
  );
});
test('incomplete tells why', () => {
  expect(verdictDetail(facts, { ...found, check: 'incomplete', why: 'lost' })).toBe(
    ENUM_DOCS.check_why['lost'],
  );
});
test('a difference of the replayed lists alone is told', () => {
  const raced = { ...found, check: 'same', why: 'ok', replay: 'different', replayWhy: 'replay_list' };
  expect(verdictDetail(facts, raced)).toContain('from the replayed lists different');
});
