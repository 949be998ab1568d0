import { expect, test } from 'vitest';
import { splitAtSpace, withoutBreaks } from './line-break';

test.each([
  ['. It is on node 1.', '.', ' It is on node 1.'],
  ['’s 8th page', '’s', ' 8th page'],
  ['),', '),', ''],
  [' is full', '', ' is full'],
  ['', '', ''],
])('%j clings by %j', (words, clings, rest) => {
  expect(splitAtSpace(words)).toEqual([clings, rest]);
});

test('short facts stay whole, commas part them, sentences break', () => {
  expect(withoutBreaks('prio −2, on node 0, 56.4M free')).toBe(
    'prio\u00a0−2, on\u00a0node\u00a00, 56.4M\u00a0free',
  );
  expect(withoutBreaks('It sleeps until the disk is done')).toBe('It sleeps until the disk is done');
});
