import { expect, test } from 'vitest';
import { covered, fits, fittingScene, steps, total } from './fit';

const swap = { id: 'swap', kinds: ['swap_select'] as const };
const zones = { id: 'zones', kinds: ['zone_select', 'kswapd_wake'] as const };
const pages = { id: 'pages', kinds: ['interleave'] as const, substitutes: ['block_rq'] as const };
const any = { id: 'any', kinds: null };
const all = [swap, zones, pages, any];

test('a scene covers the decisions of its kinds', () => {
  const kinds = { swap_select: 3, zone_select: 5, kswapd_wake: 2 };
  expect(total(kinds)).toBe(10);
  expect([swap, zones, any].map((s) => covered(s, kinds))).toEqual([3, 7, 10]);
});

test('decisions shown as part of others are covered too', () => {
  const paths = { kinds: ['swap_ra'], companions: ['swap_in'] } as const;
  expect(covered(paths, { swap_ra: 3, swap_in: 20, interleave: 1 })).toBe(23);
  expect(fits(paths, { kinds: { swap_ra: 3, swap_in: 20 } })).toBe(true);
  expect(steps(paths, { kinds: { swap_ra: 3, swap_in: 20 } })).toBe(3);
});

test('observations are steps only where nothing is decided', () => {
  const observed = { block_rq: 7, stat: 2 };
  expect(all.map((s) => steps(s, { kinds: {}, observed }))).toEqual([0, 0, 7, 0]);
  expect(steps(pages, { kinds: { swap_select: 4 }, observed })).toBe(0);
});

test.each([
  ['the scene at hand, while it fits', any, { swap_select: 9 }, {}, any],
  ['the scene made for it', swap, { zone_select: 5, kswapd_wake: 5 }, {}, zones],
  ['the scene for anything, where none is made for it', swap, { swap_in: 9 }, {}, any],
  ['not a scene that shows a few of many', swap, { swap_select: 1, swap_in: 9 }, {}, any],
  ['a scene that steps through what is observed', swap, {}, { block_rq: 3 }, pages],
])('a source opens in %s', (_, now, kinds, observed, expected) => {
  const of = { kinds, observed };
  expect(fittingScene<(typeof all)[number]>(all, now, of)).toBe(expected);
  expect(fits(expected, of)).toBe(true);
});

test('a source that holds nothing to step through stays where it is', () => {
  expect(fittingScene<(typeof all)[number]>(all, swap, { kinds: {}, observed: { stat: 3 } })).toBe(swap);
});
