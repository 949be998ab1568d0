import { expect, it } from 'vitest';
import { lengthBy } from './amounts';

it('a length is a time only where the clock tells one', () => {
  expect(lengthBy('mono')(16_042_519_610)).toBe('16.04 s');
  expect(lengthBy('unknown')(1500)).toBe('1.5 µs');
  expect(lengthBy('counter')(6657)).toBe('6,657 counts');
  expect(lengthBy('cycles')(1_000_000)).toBe('1,000,000 cycles');
  expect(lengthBy('none')(8)).toBe('8 lines');
});
