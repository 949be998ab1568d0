import { expect, test } from 'vitest';
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

test('a curve is one of its shapes; the closest is right', () => {
  const points = (value: (i: number) => number) =>
    Array.from({ length: 8 }, (_, i) => ({ k: 10 + i, value: value(i) }));
  const ready: CurveQuestion = {
    ...common,
    ...{ kind: 'curve', form: 'curve', before: [{ k: 9, value: 90 }], marks: [], unit: '', max: 100 },
    ...{ solution: points((i) => 90 - (90 * (i + 1)) / 8), within: 5 },
    reasons: { right: NOTHING, other: NOTHING },
  };
  expect(words(ready)).toHaveLength(4);
  expect(words(ready)[solutionIndexOf(ready)]).toBe('it falls');
  expect(classRevealOf(ready, solutionIndexOf(ready)).said).toMatch(/^Your curve is close/);
});
