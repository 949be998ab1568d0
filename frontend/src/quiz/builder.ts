/** Makes questions of what a run's frames tell: a number, an order, how a number goes on. Pure. */
import { clean } from '../scenes/phrases';
import type { CurveQuestion, NumberQuestion, OrderQuestion, Point, Reasons } from '../scenes/question';
import { zoneOf } from './scale';
import type { QuizValue } from './values';

/** What of a question a value of a run tells. */
export type Made<T> = Omit<T, 'kind' | 'title' | 'lead' | 'hint' | 'from' | 'k' | 'task' | 'hides'>;

export function numberQuestion(
  { number, max, unit }: QuizValue & { number: number },
  within: number,
  reasons: Reasons,
): Made<NumberQuestion> {
  return { form: 'number', solution: number, max, unit, within, reasons };
}

/** The names of an order; null where there is none. */
export function namesOf({ text, number }: QuizValue): string[] | null {
  const names = text.split(', ').map(clean);
  return number !== null || names.length < 2 ? null : names;
}

export function orderQuestion(solution: readonly string[], reasons: Reasons): Made<OrderQuestion> {
  // By name: an order that says nothing.
  const items = [...solution].sort((a, b) => a.localeCompare(b, 'en'));
  return { form: 'order', items, solution, reasons };
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
  drawn: Omit<Made<CurveQuestion>, 'within' | 'reasons'>;
  span: number;
} {
  const point = (moment: number): Point => ({ k: moment, value: at(moment) });
  const moments = momentsOf(k, steps);
  const [before, solution] = [moments.before.map(point), moments.after.map(point)];
  const all = [...before, ...solution].map(({ value }) => value);
  const span = marks.length > 0 ? Math.max(...all, ...marks.map(({ value }) => value)) * ABOVE : now.max;
  // A zone's own scale holds all its pages: that nothing comes near the top says nothing of what comes.
  const max = zoneOf(marks, at(k)) ? Math.max(managed, span) : span;
  return { drawn: { form: 'curve', before, solution, marks, unit: now.unit, max }, span };
}
