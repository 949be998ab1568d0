/** Many reads: how their times lie (`by_lat` of the state tables), and what they cost. */

import { frameCache } from '../../frame-cache';

/** by_lat begins at 512 ns; sixteen lanes for each doubling (state/swap_in.c:lane_of()). */
const FIRST_LOG2 = 9;
const PER_DOUBLING = 16;
export const LANES = 240;

export interface Bin {
  from: number;
  to: number;
  n: number;
}

/** Lower end of a lane in ns; that of the one behind the last is the upper end of the last. */
export function laneStart(lane: number): number {
  const doubling = Math.floor(lane / PER_DOUBLING);
  return 2 ** (FIRST_LOG2 + doubling) * (1 + (lane % PER_DOUBLING) / PER_DOUBLING);
}

/** Lanes from the first to the last that holds a read, empty ones between them included; the last has no end and is left out. */
export const binsOf = frameCache((all: readonly number[]): readonly Bin[] => {
  const lanes = all.slice(0, LANES - 1);
  const first = lanes.findIndex((n) => n > 0);
  const last = lanes.findLastIndex((n) => n > 0);
  if (first < 0) return [];
  return lanes.slice(first, last + 1).map((n, i) => ({
    from: laneStart(first + i),
    to: laneStart(first + i + 1),
    n,
  }));
});

/** Upper end of the lane in which the given share of the reads is over; 0 where there are none. */
export function quantile(lanes: readonly number[], share: number): number {
  const total = lanes.reduce((sum, n) => sum + n, 0);
  let left = total * share;
  if (total === 0) return 0;
  for (const [lane, n] of lanes.entries()) {
    left -= n;
    if (n > 0 && left <= 0) return laneStart(lane + 1);
  }
  return laneStart(LANES);
}
