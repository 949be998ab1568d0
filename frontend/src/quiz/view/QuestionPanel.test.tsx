import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { msg, NOTHING } from '../../core/message';
import type { ChoiceQuestion, NumberQuestion } from '../../scenes/question';
import type { Quiz } from '../quiz';
import { emptyQuiz, type QuizState } from '../state';
import { QuestionPanel } from './QuestionPanel';

afterEach(cleanup);
beforeEach(() => {
  vi.clearAllMocks();
});

const common = {
  title: msg`Which device gives this slot?`,
  lead: msg`A task on CPU ${1} asks for a slot.`,
  hint: msg`The lowest key comes first.`,
  from: 'kernel' as const,
  ...{ k: 7, task: null, hides: null },
};
const WHICH: ChoiceQuestion = {
  ...common,
  ...{ form: 'choice', kind: 'device', solution: ['b'] },
  choices: ['a', 'b'].map((key) => ({
    ...{ key, words: `swap ${key}`, note: '', cell: null },
    reason: key === 'b' ? msg`It stands first.` : msg`It is full.`,
  })),
};
const HOW_MUCH: NumberQuestion = {
  ...common,
  ...{ form: 'number', kind: 'amount', solution: 40, max: 100, unit: '%', within: 5 },
  reasons: { right: NOTHING, other: msg`It was chosen once.` },
};

const quiz = { choose: vi.fn(), show: vi.fn(), stop: vi.fn(), next: vi.fn() };
const show = (change: Partial<QuizState>) =>
  render(
    <QuestionPanel quiz={quiz as unknown as Quiz} state={{ ...emptyQuiz('A', 1, 7), set: [7], ...change }} />,
  );

test('a choice: who asks is said, what one may use is folded; keys choose, show and leave', () => {
  show({ question: WHICH, chosen: 'a' });
  screen.getByText('A task on CPU 1 asks for a slot.');
  expect(screen.getByText('The lowest key comes first.').closest('details')?.open).toBe(false);
  const panel = screen.getByRole('region', { name: 'Question' });
  expect(document.activeElement).toBe(panel);
  for (const key of ['2', 'Enter', 'Escape']) fireEvent.keyDown(panel, { key });
  expect(quiz.choose).toHaveBeenCalledWith('b');
  expect(quiz.show).toHaveBeenCalledOnce();
  expect(quiz.stop).toHaveBeenCalledOnce();
});

test('what there is to choose from is said once the status is there, then what was chosen', async () => {
  const { rerender } = show({ question: WHICH });
  expect(screen.getByRole('status').textContent).toBe('');
  await screen.findByText('1: swap a; 2: swap b');
  const state = { ...emptyQuiz('A', 1, 7), question: WHICH, chosen: 'b' };
  rerender(<QuestionPanel quiz={quiz as unknown as Quiz} state={state} />);
  expect(screen.getByRole('status').textContent).toBe('You chose swap b.');
});

test.each([
  ['a', 'You said swap a, and the kernel takes swap b.', 'It is full.'],
  ['b', 'You said swap b, and the kernel takes swap b.', 'It stands first.'],
  [null, 'The kernel: swap b.', 'It stands first.'],
])('the result of %s is said as in lessons, also to a screen reader', (chosen, said, why) => {
  show({ question: WHICH, chosen, shown: true });
  screen.getByRole('heading', { name: said });
  expect(document.querySelector('.question-because')?.textContent).toBe(why);
  screen.getByText(`${said} ${why}`);
});

test('a number has its level in the panel, and what came beside what was said', () => {
  const { rerender } = show({ question: HOW_MUCH, chosen: 90 });
  screen.getByRole('slider', { name: 'How much' });
  rerender(
    <QuestionPanel
      quiz={quiz as unknown as Quiz}
      state={{ ...emptyQuiz('A', 1, 7), question: HOW_MUCH, chosen: 90, shown: true }}
    />,
  );
  screen.getByRole('heading', { name: 'You said 90 %. The kernel: 40 %.' });
  expect(document.querySelector('.question-because')?.textContent).toBe('It was chosen once.');
  screen.getByText('it is: 40 %');
});
