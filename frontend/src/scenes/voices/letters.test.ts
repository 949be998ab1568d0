import fc from 'fast-check';
import { expect, test } from 'vitest';
import { letters } from './letters';
import { clean, count, countWord, ranges, signed } from '../text';

const named = (...names: string[]) => [...letters(names.map((name, type) => ({ type, name }))).values()];

test.each([
  [
    ['swapA', 'swapB'],
    ['A', 'B'],
  ],
  [
    ['nvme0n1', 'nvme1n1', 'nvme10n1'],
    ['0', '1', '10'],
  ],
  [
    ['zram2', 'zram0'],
    ['2', '0'],
  ],
  [
    ['sda', 'sdb'],
    ['A', 'B'],
  ],
  [
    ['small0', 'large', 'G'],
    ['0', 'L', 'G'],
  ],
  // Two that would share a letter are told apart by their swap type.
  [
    ['swapA', 'diskA'],
    ['0', '1'],
  ],
  [
    ['', 'swapB'],
    ['0', '1'],
  ],
])('letters of %j are %j', (names, expected) => {
  expect(named(...names)).toEqual(expected);
});

test('letters are unique and one or two characters long, whatever the names', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ maxLength: 15 }), { minLength: 1, maxLength: 32 }), (names) => {
      const out = named(...names);
      expect(new Set(out).size).toBe(out.length);
      for (const letter of out) expect(Array.from(letter).length).toBeLessThanOrEqual(2);
    }),
  );
});

test('what does not print, or turns writing round, is replaced', () => {
  expect(clean('a\u202eb\u0007c\u2028')).toBe('a\ufffdb\ufffdc\ufffd');
  expect(clean('<b>swap</b>')).toBe('<b>swap</b>');
});

test('numbers in words', () => {
  expect([signed(-2), signed(0), signed(7)]).toEqual(['\u22122', '0', '7']);
  expect([countWord(0), countWord(4), countWord(31)]).toEqual(['no', 'four', '31']);
  expect([count(1, 'slot'), count(1024, 'slot')]).toEqual(['1 slot', '1,024 slots']);
  expect([ranges([]), ranges([0, 1, 2, 5, 7, 8])]).toEqual(['', '0-2, 5, 7-8']);
});
