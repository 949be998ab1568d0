import { expect, test } from 'vitest';
import { isBroken, levelY, Y } from './scale';

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
