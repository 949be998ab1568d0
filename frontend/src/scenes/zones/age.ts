/** How long pages were in memory when they were reclaimed, as a small distribution on one log axis. Pure. */

/** The event `zone_age`: four lanes for each doubling, from 8 ms on. In seconds. */
const FIRST = 0.008;
const PER_DOUBLING = 4;
export const LANES = 60;

export const AXIS = { from: 0.01, to: 300 } as const;
export const TICKS: readonly (readonly [seconds: number, words: string])[] = [
  [0.01, '10 ms'],
  [0.1, '100 ms'],
  [1, '1 s'],
  [10, '10 s'],
  [100, '100 s'],
];

/** Lower edge of a lane, in seconds. */
export const edge = (lane: number) => FIRST * 2 ** (lane / PER_DOUBLING);

/** Place of a time on the axis, from 0 to 1. */
export function along(seconds: number): number {
  const part = Math.log(seconds / AXIS.from) / Math.log(AXIS.to / AXIS.from);
  return Math.min(1, Math.max(0, part));
}

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

/** Each lane with half an octave around it, so that lanes do not show; the largest is 1. */
export function smooth(age: readonly number[]): number[] {
  const at = (i: number) => age[i] ?? 0;
  const wide = Array.from(
    { length: LANES },
    (_, i) => at(i - 2) + 2 * at(i - 1) + 3 * at(i) + 2 * at(i + 1) + at(i + 2),
  );
  const most = Math.max(1, ...wide);
  return wide.map((v) => v / most);
}

/** The curve as a path from the axis up and down to it again; `x` of a place from 0 to 1. */
export function curve(
  age: readonly number[],
  x: (along: number) => number,
  y: number,
  height: number,
): string {
  const shape = smooth(age);
  const first = shape.findIndex((v) => v > 0);
  if (first < 0) return '';
  const last = shape.findLastIndex((v) => v > 0);
  const points = shape
    .slice(first, last + 1)
    .map((v, i) => `${x(along(edge(first + i + 0.5))).toFixed(1)} ${(y - v * height).toFixed(1)}`);
  const [from, to] = [x(along(edge(first))), x(along(edge(last + 1)))];
  return `M${from.toFixed(1)} ${y}L${points.join('L')}L${to.toFixed(1)} ${y}Z`;
}

/** Two digits, as one reads a time: "120 ms", "4.0 s", "15 s", "206 s". */
export function timeWords(seconds: number): string {
  if (seconds < 0.0995) return `${Math.round(seconds * 1000)} ms`;
  if (seconds < 0.995) return `${Math.round(seconds * 100) * 10} ms`;
  return `${seconds < 9.95 ? seconds.toFixed(1) : Math.round(seconds).toLocaleString('en')} s`;
}
