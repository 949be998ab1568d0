import { expect, test } from 'vitest';
import { assumptionsOf, isBand, variantsOf } from './variants';

test('a band is from every variant of what is not chosen, and eight seeds of what is drawn', () => {
  const all = variantsOf({ rule: 'global' });
  expect(all).toHaveLength(8 + 2);
  expect(all[0]).toEqual({ machine: 'swap', rule: 'global', slots_back: 'random', seed: 1 });
  expect(new Set(all.map((ask) => ask.slots_back))).toEqual(new Set(['random', 'oldest', 'newest']));
  expect(variantsOf({ zone_alloc_policy: 'fair' })).toHaveLength(2 * 2);
  expect(variantsOf({ zone_alloc_policy: 'fair', batch_begin: 'half' })).toHaveLength(2);
  expect(variantsOf({ seed: 2 })).toEqual([]);
});

test('what is chosen is no band', () => {
  expect(isBand({ rule: 'global' })).toBe(true);
  expect(isBand({ rule: 'global', slots_back: 'all' })).toBe(true);
  expect(isBand({ rule: 'global', slots_back: 'newest' })).toBe(false);
  expect(variantsOf({ rule: 'global', slots_back: 'newest' })).toEqual([
    { machine: 'swap', rule: 'global', slots_back: 'newest', seed: 1 },
  ]);
});

test('every machine that a capture drives assumes something, with two variants or more', () => {
  for (const question of [
    { rule: 'node' },
    { zone_alloc_policy: 'fair' },
    { granularity: 2 },
    { swap_poll: 'poll' },
  ]) {
    const assumed = assumptionsOf(question);
    expect(assumed.length).toBeGreaterThan(0);
    for (const { variants } of assumed) expect(variants.length).toBeGreaterThan(1);
  }
});
