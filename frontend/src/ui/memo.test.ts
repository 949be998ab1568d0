import { expect, test } from 'vitest';
import { isEqual } from './memo';

test.each([
  [1, 1],
  [NaN, NaN],
  [null, null],
  [{ a: [1, { b: 'x' }] }, { a: [1, { b: 'x' }] }],
  [
    { scale: (n: number) => n, end: 5 },
    { scale: (n: number) => 2 * n, end: 5 },
  ],
])('the same to see: %o and %o', (a, b) => {
  expect(isEqual(a, b)).toBe(true);
  expect(isEqual(b, a)).toBe(true);
});

test.each([
  [1, 2],
  [1, '1'],
  [null, {}],
  [undefined, null],
  [[], {}],
  [[1], [1, 2]],
  [{ a: 1 }, { a: 1, b: undefined }],
  [{ a: undefined }, { b: undefined }],
  [{ a: [1, { b: 'x' }] }, { a: [1, { b: 'y' }] }],
  [new Map(), new Map()],
  [() => 1, 1],
])('not the same: %o and %o', (a, b) => {
  expect(isEqual(a, b)).toBe(false);
  expect(isEqual(b, a)).toBe(false);
});
