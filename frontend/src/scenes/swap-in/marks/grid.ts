/** Where everything stands, in px. The same in both panes, so that what differs differs in policy. */
import { decadesFor, niceEnd, type Axis } from './axis';
import { frameCache } from '../../frame-cache';
import type { Facts } from '../facts/facts';
import { quantile } from '../facts/distribution';

export interface Grid {
  width: number;
  height: number;
  compact: boolean;
  /** Left end of the time axis, and of the windows. */
  left: number;
  /** Tops of the three modes of one fault; each takes ROW px. */
  rows: readonly number[];
  /** Lines that the distributions stand on. */
  lines: readonly number[];
  /** Base of the axis' words, and of the title of the distributions. */
  axisY: number;
  manyY: number;
  /** The windows stand on it. */
  windowsY: number;
  /** Of the highest window. */
  windowsHeight: number;
  axis: Axis;
}

/** Of the three modes of one fault: CPU and disk. */
export const ROW = 46;
export const CPU = { y: 4, height: 19 } as const;
export const DISK = { y: 28, height: 10 } as const;
/** Below the words of a span, and on no other row. */
export const DISC_Y = CPU.y + CPU.height + 7;
/** Above and below the line of a distribution. */
export const CURVE = 20;
export const COST = { y: 3, height: 8 } as const;

const LEFT = 106;
const LEFT_COMPACT = 66;
const NARROW = 480;
/** Room behind the axis' end for the words of a fault that takes as long. */
const WORDS = 84;
/** Share of all reads so far, and of those on the page, that the axis must hold. */
const MOST = 0.995;
const MOST_OF_PAGE = 0.95;
/** Panes share an axis unless one would be a stub on the other's. */
const APART = 12;

/** Longest and shortest time that a pane wants to show. Slow to change: of a page of faults, and of all so far. */
const extentOf = frameCache(({ rows, faults, aside }: Facts): { least: number; most: number } | null => {
  const lanes = rows.flatMap(({ many }) => (many ? [many.by_lat] : []));
  const ends = faults.flatMap(({ time, reads }) => {
    if (time) return time.at.filter((_, i) => i % 8 === 7).filter((ns) => ns < 0xffffffff);
    return reads.flatMap(({ done }) => (done ? [done.lat] : []));
  });
  const sorted = [...ends, ...(aside ? [aside.end] : [])].filter((ns) => ns > 0).sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
  const quantiles = (share: number) => lanes.map((l) => quantile(l, share)).filter((ns) => ns > 0);
  const low = [...quantiles(0.005), at(0)].filter((ns) => ns !== undefined);
  const high = [...quantiles(MOST), at(MOST_OF_PAGE)].filter((ns) => ns !== undefined);
  return high.length > 0 ? { least: Math.min(...low), most: Math.max(...high) } : null;
});

function axisOf(facts: Facts, other: Facts | null, left: number, width: number): Axis {
  const own = extentOf(facts) ?? { least: 1e4, most: 1e5 };
  const theirs = other?.seen === facts.seen ? extentOf(other) : null;
  const near = theirs && Math.max(own.most, theirs.most) < APART * Math.min(own.most, theirs.most);
  const least = near || facts.seen ? Math.min(own.least, theirs?.least ?? own.least) : own.least;
  const most = near || facts.seen ? Math.max(own.most, theirs?.most ?? own.most) : own.most;
  const ends = { left, right: width - WORDS, edge: width };
  return facts.seen
    ? { log: true, ...decadesFor(least, most), ...ends }
    : { log: false, from: 0, to: niceEnd(most), ...ends };
}

export function gridOf(facts: Facts, other: Facts | null, width: number): Grid {
  const compact = width < NARROW;
  const left = compact ? LEFT_COMPACT : LEFT;
  const top = 28;
  const rows = [0, 1, 2].map((i) => top + i * ROW);
  const manyY = top + 3 * ROW + 20;
  const lines = [0, 1, 2].map((i) => manyY + 32 + i * 36);
  const axisY = manyY + 132;
  const windowsY = axisY + 55;
  return {
    width,
    height: windowsY + 3,
    compact,
    left,
    rows,
    lines,
    axisY,
    manyY,
    windowsY,
    windowsHeight: 40,
    axis: axisOf(facts, other, left, width),
  };
}
