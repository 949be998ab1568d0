import { expect, it } from 'vitest';
import { percentile, percentilesOf } from './percentile';

const of = (percent: number, ...values: number[]) => percentile(Float64Array.from(values), percent);

it('the median of an even number is the lower of the two in the middle', () => {
  expect(of(50, 196, 9.5, 70.7, 13.7)).toBe(13.7);
  expect(of(50, 2, 1)).toBe(1);
  expect(of(50, 3, 1, 2)).toBe(2);
});

it('of few values the 99th is the greatest, of a hundred the last but one', () => {
  expect(of(99, 5, 7, 6)).toBe(7);
  const hundred = Array.from({ length: 100 }, (_, i) => i + 1);
  expect(of(99, ...hundred)).toBe(99);
  expect(of(99, ...hundred, 101)).toBe(100);
});

it('ranks are exact where a share of 1 would round', () => {
  const hundred = Array.from({ length: 100 }, (_, i) => i + 1);
  for (const value of hundred) expect(of(value, ...hundred)).toBe(value);
});

it('of no values there is none', () => {
  expect(percentilesOf(new Float64Array(0))).toEqual({ p50: NaN, p99: NaN });
});
