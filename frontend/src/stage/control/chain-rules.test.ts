/** Other rules as the stage tells them: which is drawn, where it goes elsewhere, and when it says nothing. */
import { expect, it } from 'vitest';
import type { Chain, Chains } from '../../core/asif/chain';
import { NOT_ASKED } from '../../core/asif/chain';
import { DRIVEN } from '../../core/gen/tables';
import { scenes } from '../../scenes';
import { cellAt, shownRuleOf, drivenSwitchOf, ghostAt, isRough } from '../state/chains';
import { chainPhrase, chainRulesOf, switchValuesOf } from './chain-rules';

const by = (name: string) => {
  const driven = DRIVEN.find((d) => d.switch === name);
  if (!driven) throw new Error(name);
  return driven;
};
const cells = [
  { letter: 'A', node: 0, name: 'swapA', key: 'type 0', place: 0 },
  { letter: 'B', node: 1, name: 'swapB', key: 'type 1', place: 1 },
];
const chain = (cell: number[], otherwise: number[]): Chain => ({
  cell: Uint16Array.from(cell),
  cells,
  asked: cell.filter((c) => c !== NOT_ASKED).length,
  otherwise: Uint32Array.from(otherwise),
});
const made = (value: number, of: Chain) => [value, { ok: true as const, value: of }] as const;
const failed = (value: number, message: string) =>
  [value, { ok: false as const, failure: { message, line: null, advice: '' }, cancelled: false }] as const;
const rules = (own: number | null, ...all: Chains['by'][number][]) =>
  chainRulesOf(by('rule'), { own, by: all });

it('each scene asks for the switch of what it shows, and for every value that can be chosen', () => {
  const asked = (id: string, kinds: object) => {
    const scene = scenes.find((s) => s.id === id);
    return scene ? drivenSwitchOf(scene, { kinds })?.switch : undefined;
  };
  expect(asked('swap-devices', { swap_select: 3, zone_select: 9 })).toBe('rule');
  expect(asked('swap-in', { swap_ra: 3, swap_in: 3 })).toBe('swap_poll');
  expect(asked('zones', { kswapd_wake: 3 })).toBeUndefined();
  expect(switchValuesOf(by('granularity'))).toEqual([1, 2, 4, 8, 16]);
  expect(switchValuesOf(by('rule'))).toEqual([0, 1, 2]);
});

it('the last that there is, is drawn, or the one chosen; only where it goes elsewhere', () => {
  const found = rules(
    0,
    made(0, chain([0, 0], [])),
    made(1, chain([0, 1], [2])),
    made(2, chain([1, NOT_ASKED], [1])),
  );
  expect(found.others.map((o) => o.words)).toEqual(['global', 'round robin']);
  expect(shownRuleOf(found, null)?.words).toBe('round robin');
  const global = shownRuleOf(found, 1);
  expect(ghostAt(global, 1)).toBeNull();
  expect(ghostAt(global, 2)).toMatchObject({ words: 'global', cell: { place: 1 } });
  const turns = found.others[1]?.chain;
  expect(turns && [cellAt(turns, 1)?.name, cellAt(turns, 2), cellAt(turns, 3)]).toEqual([
    'swapB',
    null,
    null,
  ]);
  expect(chainPhrase(found)).toBe(
    'global elsewhere in 1 of 2 · round robin elsewhere in 1 of 1; its own rule, rolled forward, in 0 of 2',
  );
});

it('where the rule itself does not come back, no other one is drawn', () => {
  const found = rules(0, made(0, chain([0, 1, 1], [2, 3])), made(1, chain([0, 0, 0], [1])));
  expect(isRough(found)).toBe(true);
  expect(shownRuleOf(found, 1)).toBeNull();
  expect(chainPhrase(found)).toMatch(/^Too few .* even its own rule would differ in 2 of 3\.$/);
});

it('what cannot be asked is said once, with the reason', () => {
  const found = rules(null, failed(0, 'no walk is known'), failed(1, 'no walk is known'));
  expect(shownRuleOf(found, null)).toBeNull();
  expect(chainPhrase(found)).toBe('no walk is known');
  expect(chainPhrase(rules(null, made(1, chain([0], []))))).toBe('global elsewhere in 0 of 1');
});
