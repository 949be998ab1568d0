import { expect, it } from 'vitest';
import { attendance, headline, ordered, summaryOf, type RoomResults } from './results';

/** Ten students of whom so many are right, question by question; the last says nothing, and one has a name. */
function results(right: readonly number[]): RoomResults {
  return {
    ...{ code: '482913', over: 1 },
    questions: right.map((_, i) => ({
      ...{ number: i + 1, round: 1, lesson: 'in-turn', step: i, title: `Q${i + 1}` },
      ...{ labels: ['A', 'B', 'C'], took: 1 },
    })),
    students: Array.from({ length: 10 }, (_, who) => ({
      number: who + 1,
      name: who === 4 ? 'Ada' : '',
      answers: right.map((n) =>
        who === 9 ? null : { choice: who < n ? 1 : 2 - (who % 2) * 2, ms: who * 1000 },
      ),
    })),
  };
}

it('a question: how many were right, the commonest other answer, and half of the times', () => {
  const one = summaryOf(results([3]), 0);
  expect(one).toMatchObject({ right: 3, answered: 9, other: { label: 'A', count: 3 }, median: 4000 });
});

it.each([
  [[9, 2, 8], '2 of 3 questions went well. Question 2 is worth another ten minutes.'],
  [[9, 8], '2 of 2 questions went well.'],
  [[], 'Nothing was asked.'],
])('%j: %s', (right, words) => {
  const of = results(right);
  expect(headline(of.questions.flatMap((_, at) => summaryOf(of, at) ?? []))).toBe(words);
});

it('students in each order, and who never answered', () => {
  const of = results([3, 5]);
  expect(ordered(of, 'count').map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  expect(ordered(of, 'name')[0]?.name).toBe('Ada');
  expect(attendance(of)).toBe('10 came, 9 answered something');
});
