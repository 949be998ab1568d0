import { expect, test } from 'vitest';
import { isBroken, levelY, pagesAt, Y } from './scale';

const MARKS = [
  { min: 5809, low: 7261, high: 8713 },
  { min: 13, low: 16, high: 19 },
  { min: 0, low: 0, high: 0 },
  { min: 435, low: 562, high: 689 },
];

test.each(MARKS)('%j: more free is never lower, and nothing is outside', (marks) => {
  let last = Infinity;
  for (let free = 0; free <= 60_000_000; free = Math.ceil(free * 1.02) + 1) {
    const y = levelY(marks, free);
    expect(y).toBeLessThanOrEqual(last);
    expect(y).toBeGreaterThanOrEqual(Y.top);
    expect(y).toBeLessThanOrEqual(Y.foot);
    last = y;
  }
});

test('marks of every zone are at the same height', () => {
  for (const marks of MARKS.filter((m) => m.low > 0)) {
    expect(levelY(marks, marks.min)).toBe(Y.min);
    expect(levelY(marks, marks.low)).toBe(Y.low);
    expect(levelY(marks, marks.high)).toBe(Y.high);
  }
});

test('above the break ten times the high mark is at one height whatever the zone', () => {
  const ys = MARKS.filter((m) => m.high > 0).map((m) => levelY(m, 10 * m.high));
  expect(new Set(ys.map((y) => y.toFixed(6))).size).toBe(1);
  expect(isBroken(ys[0] ?? 0)).toBe(true);
  expect(isBroken(Y.high)).toBe(false);
});

const ZONES = MARKS.filter((m) => m.low > 0);

test.each(ZONES)('%j: what stands at a height is the pages that are drawn there', (marks) => {
  for (const y of [Y.foot, Y.min, 200, Y.low, 160, Y.high, Y.breakEnd, 117, 105.5, Y.top])
    expect(levelY(marks, pagesAt(marks, y))).toBeCloseTo(
      y < Y.breakEnd ? Math.min(y, levelY(marks, pagesAt(marks, Y.breakEnd) + 1e-6)) : y,
      5,
    );
  expect(pagesAt(marks, Y.min)).toBe(marks.min);
  expect(pagesAt(marks, Y.low)).toBe(marks.low);
  expect(pagesAt(marks, Y.high)).toBe(marks.high);
});

test.each(ZONES)('%j: no height has fewer pages than a lower one', (marks) => {
  let last = -Infinity;
  for (let y: number = Y.foot + 20; y >= Y.top - 20; y -= 0.5) {
    const pages = pagesAt(marks, y);
    expect(pages).toBeGreaterThanOrEqual(last);
    last = pages;
  }
});
