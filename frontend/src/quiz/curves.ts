/** Curves to begin with, by name; what a curve is like. Pure. */
import type { CurveQuestion } from '../scenes/question';

/** What came, and what is close to it. */
export type Course = Pick<CurveQuestion, 'before' | 'solution' | 'within'>;

/** It goes up and down that does both by at least this share of all that it moves in. */
const SWING = 0.5;

/** Whether it goes up and down from where it is now. */
export function swings({ before }: Pick<CurveQuestion, 'before'>, values: readonly number[]): boolean {
  const all = [...before.slice(-1).map(({ value }) => value), ...values];
  const least = SWING * (Math.max(...all) - Math.min(...all));
  const rise = Math.max(...all.map((value, i) => value - Math.min(...all.slice(0, i + 1))));
  const fall = Math.max(...all.map((value, i) => Math.max(...all.slice(0, i + 1)) - value));
  return least > 0 && rise >= least && fall >= least;
}

export const valuesOf = ({ solution }: Pick<CurveQuestion, 'solution'>): number[] =>
  solution.map(({ value }) => value);

const UP_AND_DOWN = 'it goes up and down';
export const isUpAndDown = (name: string): boolean => name === UP_AND_DOWN;

export function shapesOf({
  before,
  solution,
  marks,
  max,
}: CurveQuestion): readonly (readonly [name: string, values: number[]])[] {
  const now = before.at(-1)?.value ?? 0;
  const mark = (name: string) => marks.find((m) => m.name === name)?.value;
  const [min, low, high] = [mark('min') ?? 0, mark('low') ?? max / 3, mark('high') ?? (2 * max) / 3];
  const along = (f: (x: number) => number) =>
    solution.map((_, i) => Math.round(Math.max(0, Math.min(max, f((i + 1) / solution.length)))));
  const middle = (low + high) / 2;
  return [
    ['it stays as it is', along(() => now)],
    [marks.length > 0 ? 'it runs down to min' : 'it falls', along((x) => now + (min - now) * x)],
    marks.length > 0
      ? ['it settles between low and high', along((x) => now + (middle - now) * Math.min(1, x * 2))]
      : ['it rises', along((x) => now + (max - now) * x)],
    [UP_AND_DOWN, along((x) => middle + ((high - low) / 2) * Math.sin(x * 4 * Math.PI))],
  ];
}
