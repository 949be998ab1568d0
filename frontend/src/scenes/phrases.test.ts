import { expect, test } from 'vitest';
import { bits, clean, count, countPhrase, ranges, signed, signedCount, timePhrase } from './phrases';

test('texts from outside lose what does not print or turns writing round', () => {
  expect(clean(' a\u202eb\u0007 ')).toBe('a\ufffdb\ufffd');
});

test('numbers and nouns', () => {
  expect([count(1, 'slot'), count(1000, 'slot')]).toEqual(['1 slot', '1,000 slots']);
  expect([countPhrase(0), countPhrase(12), countPhrase(13)]).toEqual(['no', 'twelve', '13']);
  expect([signed(-3), signed(3), signedCount(-2541)]).toEqual(['\u22123', '3', '\u22122,541']);
});

test.each([
  [0.0123, '12 ms'],
  [0.0999, '100 ms'],
  [0.124, '120 ms'],
  [0.999, '1.0 s'],
  [3.96, '4.0 s'],
  [9.96, '10 s'],
  [206.4, '206 s'],
])('%d s is %s', (seconds, words) => {
  expect(timePhrase(seconds)).toBe(words);
});

test('masks and ranges', () => {
  expect(bits(0b1011)).toEqual([0, 1, 3]);
  expect(ranges([0, 1, 3, 5, 6, 7])).toBe('0-1, 3, 5-7');
});
