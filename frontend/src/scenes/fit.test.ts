import { expect, test } from 'vitest';
import { covered, fits, fitting, total } from './fit';

const swap = { id: 'swap', kinds: ['swap_select'] as const };
const zones = { id: 'zones', kinds: ['zone_select', 'kswapd_wake'] as const };
const any = { id: 'any', kinds: null };
const all = [swap, zones, any];

test('a scene covers the decisions of its kinds', () => {
  const kinds = { swap_select: 3, zone_select: 5, kswapd_wake: 2 };
  expect(total(kinds)).toBe(10);
  expect([swap, zones, any].map((s) => covered(s, kinds))).toEqual([3, 7, 10]);
});

test('decisions told as part of others are covered too', () => {
  const paths = { kinds: ['swap_ra'], along: ['swap_in'] } as const;
  expect(covered(paths, { swap_ra: 3, swap_in: 20, interleave: 1 })).toBe(23);
  expect(fits(paths, { swap_ra: 3, swap_in: 20 })).toBe(true);
});

test.each([
  ['the scene at hand, while it fits', any, { swap_select: 9 }, any],
  ['the scene made for it', swap, { zone_select: 5, kswapd_wake: 5 }, zones],
  ['the scene for anything, where none is made for it', swap, { interleave: 9 }, any],
  ['not a scene that shows a few of many', swap, { swap_select: 1, swap_in: 9 }, any],
  ['the scene at hand, where nothing is decided', swap, {}, swap],
])('a source opens in %s', (_, now, kinds, expected) => {
  expect(fitting<{ id: string; kinds: (typeof all)[number]['kinds'] }>(all, now, kinds)).toBe(expected);
  expect(fits(expected, kinds)).toBe(true);
});
