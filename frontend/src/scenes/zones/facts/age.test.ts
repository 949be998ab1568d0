import { describe, expect, test } from 'vitest';
import { axisPlaceOf, curve, density, edge, extent, LANES, quantile } from './age';

const lanes = (counts: Readonly<Record<number, number>>) =>
  Array.from({ length: LANES }, (_, i) => counts[i] ?? 0);

test('lanes are quarter octaves from 8 ms on', () => {
  expect(edge(0)).toBe(0.008);
  expect(edge(4)).toBeCloseTo(0.016, 12);
  expect(edge(60)).toBeCloseTo(262.144, 6);
});

describe('quantiles', () => {
  test('of one lane lie within it', () => {
    const age = lanes({ 36: 500 });
    expect(quantile(age, 0.5)).toBeGreaterThan(edge(36));
    expect(quantile(age, 0.5)).toBeLessThan(edge(37));
    expect(quantile(age, 0.1)).toBeLessThan(quantile(age, 0.9));
  });
  test('of two equal lanes meet between them', () => {
    expect(quantile(lanes({ 20: 7, 21: 7 }), 0.5)).toBeCloseTo(edge(21), 9);
  });
  test('leave out lanes without pages', () => {
    expect(quantile(lanes({ 10: 1, 50: 99 }), 0.5)).toBeGreaterThan(edge(50));
  });
});

test('a lane is spread evenly to both sides, and no further than three lanes', () => {
  const age = lanes({ 30: 10 });
  expect(extent(age)).toEqual({ from: 27.5, to: 33.5 });
  expect(density(age, 30.5)).toBe(10);
  expect(density(age, 29.5)).toBeCloseTo(density(age, 31.5), 12);
  expect(density(age, 29.5)).toBeLessThan(10);
  expect(density(age, 27.4)).toBe(0);
  expect(density(lanes({ 30: 10, 31: 10 }), 31)).toBeGreaterThan(10);
});

test('a curve stands on its line and within its height', () => {
  const path = curve(lanes({ 0: 3, 20: 40, 59: 1 }), (part) => 100 + part * 400, 50, 20);
  const numbers = [...path.matchAll(/([\d.]+),([\d.]+)/g)].map(([, x, y]) => [Number(x), Number(y)]);
  expect(numbers.length).toBeGreaterThan(100);
  for (const [x = 0, y = 0] of numbers) {
    expect(x).toBeGreaterThanOrEqual(100);
    expect(x).toBeLessThanOrEqual(500);
    expect(y).toBeGreaterThanOrEqual(30);
    expect(y).toBeLessThanOrEqual(50);
  }
  expect(Math.min(...numbers.map(([, y = 0]) => y))).toBeCloseTo(30, 2);
  expect(numbers.at(-1)?.[1]).toBe(50);
  expect(path).toMatch(/Z$/);
  expect(curve(lanes({}), (p) => p, 0, 1)).toBe('');
});

test('the axis runs from 10 ms to 300 s', () => {
  expect([axisPlaceOf(0.001), axisPlaceOf(0.01), axisPlaceOf(300), axisPlaceOf(9999)]).toEqual([0, 0, 1, 1]);
  expect(axisPlaceOf(Math.sqrt(0.01 * 300))).toBeCloseTo(0.5, 9);
});
