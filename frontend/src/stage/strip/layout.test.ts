import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Columns } from '../../core/columns';
import { gapsOf, thinned } from './overview-layout';
import {
  CELL,
  CELLS_MAX,
  endIn,
  OTHER_BELOW,
  rowsAt,
  STRETCH,
  stretches,
  stretchesUnder,
  type Window,
  windowAt,
} from './strip-layout';

it('the strip of 1440 pixels has 44 cells with the cursor in the middle', () => {
  const w = windowAt(4918, 9600, 1092);
  expect(w).toMatchObject({ first: 4896, cells: CELLS_MAX });
  expect(w.left + w.cells * w.pitch).toBeCloseTo(1092);
});

it('the strip of a phone has 13', () => {
  expect(windowAt(100, 200, 358).cells).toBe(13);
});

it('the strip always holds the cursor, and never begins before decision 1', () => {
  fc.assert(
    fc.property(
      fc.nat({ max: 500 }),
      fc.nat({ max: 500 }),
      fc.integer({ min: 60, max: 1500 }),
      (k, more, width) => {
        const w = windowAt(k, k + more, width);
        expect(w.first).toBeGreaterThanOrEqual(1);
        if (k > 0) expect(k - w.first).toBeLessThan(w.cells);
        expect(k === 0 || k >= w.first).toBe(true);
      },
    ),
  );
});

it('stretches cover the window, and keep their places while it slides', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 5000 }), fc.integer({ min: 60, max: 1500 }), (k, width) => {
      const w = windowAt(k, 6000, width);
      const placed = (of: Window) => stretches(stretchesUnder(of), of.pitch);
      const { shift } = stretchesUnder(w);
      const all = placed(w);
      const [begin = NaN, end = NaN] = [all[0]?.x, all.at(-1)?.x].map((x = NaN) => x + shift);
      expect(begin).toBeLessThanOrEqual(1e-6);
      expect(end + STRETCH * w.pitch).toBeGreaterThanOrEqual(w.cells * w.pitch - 1e-6);
      const kept = placed({ ...w, first: w.first + 1 }).filter((s) =>
        all.some((old) => old.first === s.first && old.x === s.x),
      );
      if (Math.floor(w.first / 1000) === Math.floor((w.first + 1) / 1000))
        expect(kept.length).toBeGreaterThanOrEqual(all.length - 1);
    }),
  );
});

const columns: Columns = {
  ts: Float64Array.of(5, 6, 7),
  cell: Uint16Array.of(0, 0, 0),
  cells: [],
  ticks: [
    { k: 0, ts: 1, words: 'set up' },
    { k: 2, ts: 6, words: 'full' },
  ],
  unmarked: 0,
  gaps: [{ k: 1, n: 4 }],
  span: 7,
};

it('what was lost stands at decisions or at times, as the panes are aligned', () => {
  expect(gapsOf([['B', columns]], 'decision')).toMatchObject([{ at: 1 }]);
  expect(gapsOf([['B', columns]], 'time')).toMatchObject([{ pane: 'B', at: 5, words: '4 events lost' }]);
});

it('marks that would lie on each other are drawn once', () => {
  const marks = [0, 1, 2, 30].map((at) => ({ pane: 'A' as const, at, k: at, words: '' }));
  expect(thinned(marks, (at) => at).map((m) => m.at)).toEqual([0, 30]);
});

it('marks a run that is over within the window, in words where there is room', () => {
  const window = windowAt(5000, 9600, 1084);
  const end = (length: number) => endIn(window, length, (n) => `ends at ${n}`);
  expect(end(9600)).toBeNull();
  expect(end(window.first + window.cells - 1)).toBeNull();
  expect(end(3000)).toMatchObject({ x: window.left, words: 'ends at 3000', labelled: true });
  expect(end(window.first)).toMatchObject({ x: window.left + window.pitch, labelled: true });
  expect(end(window.first + window.cells - 3)).toMatchObject({ labelled: false });
});

it('rows of other rules lie between those of the panes, and nothing overlaps', () => {
  for (const A of [false, true])
    for (const B of [false, true]) {
      const at = rowsAt({ A, B });
      const tops = [
        at.A,
        ...(A ? [at.A + OTHER_BELOW] : []),
        at.B,
        ...(B ? [at.B + OTHER_BELOW] : []),
        at.below,
      ];
      for (const [i, top] of tops.slice(1).entries()) expect(top - (tops[i] ?? 0)).toBeGreaterThan(CELL);
    }
  expect(rowsAt({ A: false, B: false })).toEqual({ A: 16, B: 44, below: 72 });
});
