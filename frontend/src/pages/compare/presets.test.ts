import { expect, test } from 'vitest';
import { PRESETS } from './presets';
import { formatQuestion, parseQuestion, runsOf } from './question';

test.each(PRESETS)('$title', ({ question }) => {
  const parsed = parseQuestion(question);
  expect(formatQuestion(parsed)).toBe(question);
  expect(runsOf(parsed).length).toBeLessThan(100);
});
