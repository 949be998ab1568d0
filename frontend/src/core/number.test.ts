import fc from 'fast-check';
import { expect, test } from 'vitest';
import { grouped, letterOf, tenths, times, typeset } from './number';

test('numbers are written as English writes them', () => {
  expect(grouped(1_048_576)).toBe('1,048,576');
  expect(tenths(1234)).toBe('1,234.0');
  for (const n of [0, -0, 7, 999, 1000, -1000, 0.5, 1234.5678, NaN, Infinity, 2 ** 53, 2 ** 60])
    expect(grouped(n)).toBe(n.toLocaleString('en'));
  fc.assert(
    fc.property(fc.oneof(fc.maxSafeInteger(), fc.integer(), fc.double()), (n) => {
      expect(grouped(n)).toBe(n.toLocaleString('en'));
    }),
  );
});

test('a ratio has a sign of multiplication, also where a document typed the letter', () => {
  expect(times(4 / 3)).toBe('1.3×');
  expect(typeset('2x and even 3x')).toBe('2× and even 3×');
  expect(typeset('0x40 of xfs, 8xlarge')).toBe('0x40 of xfs, 8xlarge');
});

test('letters follow the order of swapon, and are unique', () => {
  expect([0, 3, 25, 26, 31].map(letterOf)).toEqual(['A', 'D', 'Z', 'AA', 'AF']);
  expect(new Set(Array.from({ length: 32 }, (_, type) => letterOf(type))).size).toBe(32);
});
