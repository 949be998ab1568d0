import { expect, test } from 'vitest';
import { textOf } from '../../core/message';
import { termValueOf } from './term-values';
import { TERM_NAMES, type TermName } from '../terms';
import { openSource, scenarioInput } from '../testing/source';
import * as interleave from '../interleave/decision';
import * as swapDevices from '../swap-devices/decision';
import * as zones from '../zones/decision';

const READERS = { interleave, 'swap-devices': swapDevices, zones };

async function seen(scene: keyof typeof READERS, scenario: string, k: number) {
  const { frame, info } = await openSource(scene, READERS[scene], await scenarioInput(scenario));
  return (term: TermName) => {
    const words = termValueOf(term, frame(k), info);
    return words && textOf(words);
  };
}

test('swap devices: what a term is here, in the numbers of the frame', async () => {
  const here = await seen('swap-devices', 'four-nodes', 918);
  expect(here('swap slot')).toMatch(/^swap[A-D] has [\d,]+ of its 65,535 slots in use\.$/);
  expect(here('page')).toBe('The 64 pages of this decision are 256 KiB.');
  expect(here('node')).toMatch(/^This machine has 4\. Node \d has CPU \d and \d\.$/);
  expect(here('swap device')).toBe('4 here: swapA, swapB, swapC and swapD.');
  expect(here('priority')).toBe('swapA has −2, swapB has −3, swapC has −4 and swapD has −5.');
  expect(here('plist key')).toMatch(/^On the list that was asked: swap[A-D] 1, /);
  expect(here('decision')).toBe('This is number 918 of 9,600.');
  expect(here('interrupt')).toBeNull();
});

test('zones: marks of the zone at hand; no scene fails at any term', async () => {
  const here = await seen('zones', 'zones-preferred', 400);
  expect(here('watermarks')).toMatch(
    /^\w+ of node \d has [\d,]+ pages free; min is [\d,]+, low [\d,]+, high [\d,]+\.$/,
  );
  for (const [scene, scenario] of [
    ['zones', 'zones-preferred'],
    ['interleave', 'interleave-1'],
  ] as const) {
    const at = await seen(scene, scenario, 0);
    const later = await seen(scene, scenario, 300);
    for (const term of TERM_NAMES)
      for (const ask of [at, later]) expect(ask(term) ?? '').not.toMatch(/NaN|undefined/);
  }
});
