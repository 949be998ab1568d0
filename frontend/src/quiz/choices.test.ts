import { expect, test } from 'vitest';
import { isRight, isStill, revealOf } from './answers';
import { choicesOf, classRevealOf, solutionIndexOf } from './choices';
import { NOTHING, plain } from '../core/message';
import type { CurveQuestion, NumberQuestion, OrderQuestion } from '../scenes/question';

const common = {
  from: 'model' as const,
  ...{ title: NOTHING, lead: NOTHING, hint: NOTHING, k: null, task: null, hides: null },
};
const measuring = (solution: number, max: number | null, unit = '%'): NumberQuestion => ({
  ...common,
  ...{ kind: 'number', form: 'number', solution, max, unit, within: 1 },
  reasons: { right: plain('Yes.'), other: NOTHING, above: plain('Less.'), below: plain('More.') },
});
const words = (question: Parameters<typeof choicesOf>[0]) =>
  choicesOf(question).map((choice) => choice.words);

test('a number with a most is one of five ranges; its bounds belong to one each', () => {
  expect(words(measuring(20, 100))).toEqual([
    '0 % to 20 %',
    '20 % to 40 %',
    '40 % to 60 %',
    '60 % to 80 %',
    '80 % to 100 %',
  ]);
  expect([0, 19.9, 20, 99, 100].map((answer) => solutionIndexOf(measuring(answer, 100)))).toEqual([
    0, 0, 1, 4, 4,
  ]);
});

test('one without is one of round ranges, or more than all of them; the answer is in one', () => {
  expect(words(measuring(118, null, 'µs'))).toEqual([
    '0 µs to 50 µs',
    '50 µs to 100 µs',
    '100 µs to 150 µs',
    '150 µs to 200 µs',
    '200 µs to 250 µs',
    'more than 250 µs',
  ]);
  for (const answer of [0, 0.3, 1, 7, 118, 4821, 1e7, -5]) {
    const right = solutionIndexOf(measuring(answer, null));
    expect(right).toBeGreaterThanOrEqual(0);
    expect(right).toBeLessThan(5);
  }
});

test('what is said of a range: on which side of the answer it is', () => {
  const ready = measuring(50, 100);
  expect(classRevealOf(ready, 2)).toEqual({ said: 'You said 40 % to 60 %. The model: 50 %.', why: 'Yes.' });
  expect(classRevealOf(ready, 4).why).toBe('Less.');
  expect(classRevealOf(ready, 0).why).toBe('More.');
  expect(classRevealOf(ready, null)).toEqual({ said: 'The model: 50 %.', why: '' });
});

const ordering = (solution: readonly string[]): OrderQuestion => ({
  ...common,
  ...{ kind: 'order', form: 'order', items: [...solution].sort(), solution },
  reasons: { right: NOTHING, other: NOTHING },
});

test('an order is one of all, or for long lists what stands first', () => {
  const few = ordering(['c', 'a', 'b']);
  expect(words(few)).toHaveLength(6);
  expect(words(few)[solutionIndexOf(few)]).toBe('c, a, b');
  expect(classRevealOf(few, 0).said).toBe('You said a, b, c. The model: c, a, b.');
  const many = ordering(['e', 'd', 'c', 'b', 'a']);
  expect(words(many)).toEqual(['a', 'b', 'c', 'd', 'e']);
  expect(solutionIndexOf(many)).toBe(4);
  expect(classRevealOf(many, 1).said).toBe('You said b first. It is e, d, c, b, a.');
});

/** Beginning at `now`. */
const going = (
  now: number,
  solution: readonly number[],
  marks: CurveQuestion['marks'] = [],
): CurveQuestion => ({
  ...common,
  ...{ kind: 'curve', form: 'curve', before: [{ k: 9, value: now }], marks, unit: '', max: 100 },
  ...{ solution: solution.map((value, i) => ({ k: 10 + i, value })), within: 5 },
  reasons: { right: plain('Yes.'), other: plain('No.') },
});
const MARKS = [
  { name: 'min', value: 20 },
  { name: 'low', value: 40 },
  { name: 'high', value: 60 },
];
const rightOf = (question: CurveQuestion) => words(question)[solutionIndexOf(question)];

test('a curve is one of its shapes, by what it does', () => {
  const falling = going(90, [80, 70, 60, 50, 40, 30, 20, 10]);
  expect(words(falling)).toEqual(['it stays as it is', 'it falls', 'it rises', 'it goes up and down']);
  expect(rightOf(falling)).toBe('it falls');
  expect(rightOf(going(10, [20, 30, 40, 50, 60, 70, 80, 90]))).toBe('it rises');
  expect(rightOf(going(50, [49, 50, 50, 51, 50, 50, 50, 50]))).toBe('it goes up and down');
  expect(rightOf(going(90, [90, 85, 70, 50, 40, 30, 25, 20], MARKS))).toBe('it runs down to min');
  expect(rightOf(going(38, [42, 48, 50, 50, 50, 51, 51, 51], MARKS))).toBe('it settles between low and high');
});

test('what goes up and down is no level, however close it stays to one', () => {
  // All of it is within 5 of where it is now.
  const saw = going(50, [54, 52, 50, 48, 46, 54, 52, 49], MARKS);
  expect(rightOf(saw)).toBe('it goes up and down');
  const flat = 0;
  expect(classRevealOf(saw, flat)).toEqual({
    said: 'You said it stays as it is. The model: it goes up and down.',
    why: 'No.',
  });
  expect(classRevealOf(saw, solutionIndexOf(saw)).why).toBe('Yes.');
  const still = saw.solution.map(() => 50);
  expect(isRight(saw, still)).toBe(false);
  expect(revealOf(saw, still)).toEqual({
    said: 'Your curve is close to the model for 100 of 100 moments, but does not go up and down.',
    why: 'No.',
  });
  // Between the same levels, whenever it turns.
  expect(isRight(saw, [48, 46, 54, 52, 49, 47, 45, 53])).toBe(true);
  expect(isRight(saw, [20, 80, 20, 80, 20, 80, 20, 80])).toBe(false);
});

test('where “as it is” would be close, there is nothing to predict', () => {
  expect(isStill(going(50, [50, 51, 52, 52, 53, 53, 56, 54]))).toBe(true);
  // Most of it is close to 50, but not where it comes to.
  expect(isStill(going(50, [50, 51, 52, 52, 53, 53, 54, 70]))).toBe(false);
  expect(isStill(going(50, [50, 51, 52, 58, 60, 62, 66, 70]))).toBe(false);
  expect(isStill(going(50, [54, 52, 50, 48, 46, 54, 52, 49]))).toBe(false);
});
