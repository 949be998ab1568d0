/** The outline of many reads over the time axis. */
import { area, curveStepAfter } from 'd3-shape';
import { place, type Axis } from './axis';
import { LANES, laneStart, type Bin } from '../facts/distribution';

/** Where a bin stands, in px, and its reads per px: lanes of a log axis are about equally wide, others are not. */
interface Lane {
  from: number;
  to: number;
  density: number;
}

function laneOf(axis: Axis, bin: Bin): Lane {
  const [from, to] = [place(axis, bin.from), place(axis, bin.to)];
  return { from, to, density: to > from ? bin.n / (to - from) : 0 };
}

export function peak(axis: Axis, bins: readonly Bin[]): number {
  return Math.max(0, ...bins.map((b) => laneOf(axis, b).density));
}

/** A path of steps that stands on `base`; `height` px for a density of `top`. Empty where there are no reads. */
export function curvePath(
  axis: Axis,
  bins: readonly Bin[],
  base: number,
  height: number,
  top: number,
): string {
  const seen = bins.map((b) => laneOf(axis, b)).filter(({ from }) => from < axis.edge);
  const last = seen.at(-1);
  if (!last || top <= 0) return '';
  const outline = area<Pick<Lane, 'from' | 'density'>>()
    .curve(curveStepAfter)
    .x((lane) => lane.from)
    .y0(base)
    .y1((lane) => base - (Math.min(lane.density, top) / top) * height);
  return outline([...seen, { from: last.to, density: last.density }]) ?? '';
}

/** Reads that no curve shows: behind the drawing's edge, or too long for the lanes to tell apart. */
export function outliersOf(axis: Axis, lanes: readonly number[]): { n: number; from: number } | null {
  let first = LANES - 1;
  while (first > 0 && place(axis, laneStart(first - 1)) >= axis.edge) first--;
  const n = lanes.slice(first).reduce((sum, reads) => sum + reads, 0);
  return n > 0 ? { n, from: laneStart(first) } : null;
}
