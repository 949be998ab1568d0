import { expect, test } from 'vitest';
import views from '../../../../datasets/pictures/views.json';
import { PRESETS } from './presets';
import { formatQuestion, parseQuestion, runsOf } from './question';

test.each(PRESETS)('$title', ({ question, picture = '' }) => {
  expect(Object.keys(views)).toContain(picture);
  const parsed = parseQuestion(question);
  expect(formatQuestion(parsed)).toBe(question);
  expect(runsOf(parsed).length).toBeLessThan(100);
});
