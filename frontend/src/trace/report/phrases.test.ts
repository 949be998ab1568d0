import { expect, it } from 'vitest';
import { durationPhraseOf } from './phrases';

it('a length is a time only where the clock tells one', () => {
  expect(durationPhraseOf('mono')(16_042_519_610)).toBe('16.04 s');
  expect(durationPhraseOf('unknown')(1500)).toBe('1.5 µs');
  expect(durationPhraseOf('counter')(6657)).toBe('6,657 counts');
  expect(durationPhraseOf('cycles')(1_000_000)).toBe('1,000,000 cycles');
  expect(durationPhraseOf('none')(8)).toBe('8 lines');
  expect(durationPhraseOf('uptime')(0)).toBe('0 ticks');
  expect(durationPhraseOf('uptime')(1e7)).toBe('1 tick');
});
