/** When the parts of a step come, one behind the other (../../timing.ts). */
import { AT_ONCE, stopsOf, type Course, type Part } from '../../timing';
import type { SourceFrame } from '../../scene';
import { factsOf } from '../facts/facts';
import { sentencesOf } from '../facts/sentences';
import type { Axis } from './axis';
import { discPlaces } from './discs';
import { gridOf } from './grid';

export const PARTS = {
  /** A task faults: its place among the windows is marked. */
  asks: { from: 0, to: 160 },
  /** How many pages are read at once. */
  window: { from: 180, to: 280 },
  /** How it waits for them. */
  chosen: { from: 280, to: 400 },
  /** CPU and disk run along the axis. */
  runs: { from: 400, to: 1060 },
} as const satisfies Record<string, Part>;

/** When the fault has come to a place on the axis: time runs at the same speed in all modes. */
export function reached({ left, edge }: Axis, x: number): number {
  const { from, to } = PARTS.runs;
  return from + ((x - left) / (edge - left)) * (to - from);
}

/** That of a drawing beside another one; in one of another width a disc comes a few ms sooner or later. */
const WIDTH = 671;

/** What comes when in a step, for who stops between its parts and for its sentences. */
export function course(shown: SourceFrame): Course {
  const facts = factsOf(shown);
  if (!facts.fault) return AT_ONCE;
  const sentences = sentencesOf(facts);
  const grid = gridOf(facts, null, WIDTH);
  const { asks, window, chosen, runs } = PARTS;
  const own = sentences.filter(({ at }) => at === 'window').map(({ n }) => n ?? 0);
  const discs = [
    ...own.map((n, i): [number, number] => [n, i === 0 ? window.from : chosen.from]),
    ...discPlaces(grid, sentences).map(({ n, x }): [number, number] => [n, reached(grid.axis, x)]),
  ];
  return { stops: stopsOf([asks, window, chosen, runs]), discs: new Map(discs) };
}
