/** Makes questions of what a run's frames tell: a number, an order, how a number goes on. Pure. */
import { clean } from '../scenes/phrases';
import type { CurveQuestion, NumberQuestion, OrderQuestion, Point } from '../scenes/question';
import { zoneOf } from './scale';
import { formatValue, type QuizValue } from './values';

type Made<T> = Omit<T, 'kind' | 'lead' | 'from'>;

export const tolerance = (unit: string, within: number) => ({
  within,
  hint: `Close is within ${formatValue(unit, within)} at most of the moments.`,
});

export function numberQuestion(
  { number, max, unit }: QuizValue & { number: number },
  within: number,
  said: Pick<NumberQuestion, 'close' | 'above' | 'below'>,
): Made<NumberQuestion> {
  const hint = `Close is within ${formatValue(unit, within)}.`;
  return { form: 'measure', answer: number, max, unit, within, hint, ...said };
}

/** The names of an order; null where there is none. */
export function namesOf({ text, number }: QuizValue): string[] | null {
  const names = text.split(', ').map(clean);
  return number !== null || names.length < 2 ? null : names;
}

export function orderQuestion(
  answer: readonly string[],
  said: Pick<OrderQuestion, 'hides' | 'right' | 'other'>,
): Made<OrderQuestion> {
  // By name: an order that says nothing.
  const items = [...answer].sort((a, b) => a.localeCompare(b, 'en'));
  return { form: 'order', items, answer, hint: '', ...said };
}

/** Handles of a curve. */
export const POINTS = 8;
/** Of a zone, drawn beside its free pages. */
export const MARKS = ['min', 'low', 'high'] as const;
/** Room above the highest mark. */
const ABOVE = 1.15;

/** Decisions whose value a curve is drawn from. */
export function momentsOf(k: number, steps: number): { before: number[]; after: number[] } {
  const step = steps / POINTS;
  const after = Array.from({ length: POINTS }, (_, i) => k + Math.round(step * (i + 1)));
  const before = Array.from({ length: POINTS / 2 + 1 }, (_, i) => k - Math.round(step * (POINTS / 2 - i)));
  return { before: before.filter((at) => at >= 1), after };
}

interface Going {
  k: number;
  /** Decisions that it goes on for. */
  steps: number;
  now: QuizValue & { max: number };
  at: (k: number) => number;
  marks: CurveQuestion['marks'];
  /** Pages of the zone that the marks are of; 0: there is none, or nothing tells. */
  managed: number;
}

/** `span`: what it moves in, by which it is said what is close. */
export function curveQuestion({ k, steps, now, at, marks, managed }: Going): {
  drawn: Omit<Made<CurveQuestion>, 'within' | 'hint' | 'close' | 'other'>;
  span: number;
} {
  const point = (moment: number): Point => ({ k: moment, value: at(moment) });
  const { before, after } = momentsOf(k, steps);
  const [was, comes] = [before.map(point), after.map(point)];
  const all = [...was, ...comes].map(({ value }) => value);
  const span = marks.length > 0 ? Math.max(...all, ...marks.map(({ value }) => value)) * ABOVE : now.max;
  // A zone's own scale holds all its pages: that nothing comes near the top says nothing of what comes.
  const max = zoneOf(marks, at(k)) ? Math.max(managed, span) : span;
  return { drawn: { form: 'curve', before: was, after: comes, marks, unit: now.unit, max }, span };
}
