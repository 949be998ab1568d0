import { expect, it } from 'vitest';
import { NOTHING, plain } from '../core/message';
import type { ChoiceQuestion } from '../scenes/question';
import { revealedOf } from './question';

/** swapA came; swapC would have done as well. */
const question: ChoiceQuestion = {
  ...{ form: 'choice', kind: 'device', from: 'model', k: 5, task: null, hides: null },
  ...{ title: plain('Which?'), lead: NOTHING, hint: NOTHING },
  choices: ['swapA', 'swapB', 'swapC', 'swapD'].map((words) => ({
    ...{ key: words, words, note: '', cell: null },
    reason: plain(`because of ${words}`),
  })),
  solution: ['swapA', 'swapC'],
} as unknown as ChoiceQuestion;

it.each([
  ['most gave another', [52, 21, 9, 105], { at: 3, why: expect.stringContaining('swapD') as string }],
  ['no other is common', [170, 21, 9, 12], null],
  ['what is right is no mistake', [20, 1, 60, 0], null],
  ['nobody answered', [0, 0, 0, 0], null],
  ['so few that they are known', [1, 0, 0, 3], null],
  ['five may be spoken of', [1, 0, 0, 4], { at: 3, why: expect.any(String) as string }],
])('%s: %j', (_, counts, mistake) => {
  expect(revealedOf(question, counts)).toEqual({ right: [true, false, true, false], mistake });
});
