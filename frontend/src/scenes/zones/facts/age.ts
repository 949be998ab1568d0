/** How long pages were in memory when they were reclaimed, as a small distribution on one log axis. Pure. */
import { scaleLog } from 'd3-scale';
import { area } from 'd3-shape';

/** The event `zone_age`: four lanes for each doubling, from 8 ms on. In seconds. */
const FIRST = 0.008;
const PER_DOUBLING = 4;
export const LANES = 60;

export const TICKS: readonly (readonly [seconds: number, words: string])[] = [
  [0.01, '10 ms'],
  [0.1, '100 ms'],
  [1, '1 s'],
  [10, '10 s'],
  [100, '100 s'],
];

/** Lower edge of a lane, in seconds. */
export const edge = (lane: number) => FIRST * 2 ** (lane / PER_DOUBLING);

/** Place of a time in seconds on the axis, from 0 to 1. */
export const axisPlaceOf = scaleLog([0.01, 300], [0, 1]).clamp(true);

/** The time below which `part` of the pages are, in seconds; within a lane evenly by the log of time. */
export function quantile(age: readonly number[], part: number): number {
  const n = age.reduce((sum, count) => sum + count, 0);
  let left = part * n;
  for (const [lane, count] of age.entries()) {
    if (left <= count && count > 0) return edge(lane + left / count);
    left -= count;
  }
  return edge(LANES);
}

/** Points of a curve for each lane, and how far a lane spreads: half an octave together. */
const FINE = 3;
const SIGMA = 1;
const REACH = 3;

/** Lanes from the first to the last that hold a page, the curve's tails included; null: none does. */
export function extent(age: readonly number[]): { from: number; to: number } | null {
  const first = age.findIndex((count) => count > 0);
  if (first < 0) return null;
  return { from: first + 0.5 - REACH, to: age.findLastIndex((count) => count > 0) + 0.5 + REACH };
}

/** Pages around a place, in lanes: each lane is spread, so that lanes do not show. */
export function density(age: readonly number[], at: number): number {
  let sum = 0;
  for (
    let lane = Math.max(0, Math.ceil(at - 0.5 - REACH));
    lane <= at - 0.5 + REACH && lane < LANES;
    lane++
  ) {
    const off = (lane + 0.5 - at) / SIGMA;
    sum += (age[lane] ?? 0) * Math.exp((-off * off) / 2);
  }
  return sum;
}

/** The curve as a path, closed along the axis; `x` of a place from 0 to 1. */
export function curve(
  age: readonly number[],
  x: (along: number) => number,
  y: number,
  height: number,
): string {
  const ends = extent(age);
  if (!ends) return '';
  const n = Math.round((ends.to - ends.from) * FINE);
  const lanes = Array.from({ length: n + 1 }, (_, i) => ends.from + i / FINE);
  const points = lanes.map((lane) => ({ at: axisPlaceOf(edge(lane)), pages: density(age, lane) }));
  const most = Math.max(...points.map((p) => p.pages));
  const outline = area<(typeof points)[number]>()
    .x((p) => x(p.at))
    .y0(y)
    .y1((p) => y - (p.pages / most) * height);
  return outline(points) ?? '';
}
