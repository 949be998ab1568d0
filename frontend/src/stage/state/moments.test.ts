import { expect, it } from 'vitest';
import type { Cell } from '../../core/decision';
import { momentPhrase, momentsOf, nextMoment, previousMoment } from './moments';

const usual: Cell = { letter: 'A', node: 0, name: 'a page' };
const woken: Cell = { letter: 'K', node: 0, name: 'kswapd0 woken', moment: 'kswapd0 is woken' };

/** Decisions at 50, 60, 70, 80 ns; the third wakes kswapd, and behind the second a device is full. */
const run = {
  ts: Float64Array.of(50, 60, 70, 80),
  cell: Uint16Array.of(0, 0, 1, 0),
  cells: [usual, woken],
  ticks: [
    { k: 0, ts: 1, words: 'set up' },
    { k: 2, ts: 65, words: 'full' },
  ],
};
const plain = { ...run, cell: Uint16Array.of(0, 0, 0, 0), ticks: [] };
const words = (moments: { words: string }[]) => moments.map((one) => one.words);

it('moments are marks, decisions that are one, and the first difference; the set-up is no news', () => {
  const found = momentsOf({ A: run, B: plain }, 'decision', Uint32Array.of(3));
  expect(found.map(({ pane, k, after }) => [pane, k, after])).toEqual([
    ['A', 2, true],
    ['A', 3, false],
    [null, 3, false],
  ]);
  expect(words(momentsOf({ A: plain }, 'decision', null))).toEqual([]);
});

it('by time a moment stands where it was, in the pane that has it', () => {
  const later = { ...run, ts: run.ts.map((t) => t + 100), ticks: [] };
  const found = momentsOf({ A: run, B: later }, 'time', null);
  expect(found.map(({ pane, at }) => [pane, at])).toEqual([
    ['A', 65],
    ['A', 70],
    ['B', 170],
  ]);
});

it('the next one lies behind the cursor, the one before in front of it, and at the ends there is none', () => {
  const found = momentsOf({ A: run }, 'decision', null);
  expect(nextMoment(found, 0)?.words).toBe('full');
  expect(nextMoment(found, 2)?.words).toBe('kswapd0 is woken');
  expect(nextMoment(found, 3)).toBeNull();
  expect(previousMoment(found, 3)?.words).toBe('full');
  expect(previousMoment(found, 2)).toBeNull();
});

it('while a question is open, nothing of what comes behind it is named', () => {
  expect(words(momentsOf({ A: run, B: plain }, 'decision', Uint32Array.of(3), 2))).toEqual(['full']);
});

it('says whose it is and where', () => {
  const [full, wake, first] = momentsOf({ A: run, B: plain }, 'decision', Uint32Array.of(3));
  const noun = ['decision', 'decisions'] as const;
  expect([full, wake, first].map((one) => one && momentPhrase(one, noun))).toEqual([
    'A, after decision 2: “full”',
    'A, decision 3: “kswapd0 is woken”',
    'first difference: decision 3',
  ]);
});
