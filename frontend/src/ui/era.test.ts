import { expect, test } from 'vitest';
import { axisTicks, eraSpan } from './era';

test('each major version has its tick, in order', () => {
  const ticks = axisTicks();
  expect(ticks[0]).toBe(0);
  expect(ticks.length).toBe(4);
  expect([...ticks].sort((a, b) => a - b)).toEqual(ticks);
});

test.each([
  [null, 4.13, 0, 34 / 81],
  [4.14, 6.18, 34 / 81, 80 / 81],
  [6.19, null, 80 / 81, 1],
  // 4.2 is written 4.02.
  [4.02, 4.02, 22 / 81, 23 / 81],
])('from %s to %s', (from, to, a, b) => {
  const [x, y] = eraSpan(from, to);
  expect(x).toBeCloseTo(a);
  expect(y).toBeCloseTo(b);
});
