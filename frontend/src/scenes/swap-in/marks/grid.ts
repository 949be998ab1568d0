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
  /** Tops of the three modes of one fault, and what each takes. */
  rows: readonly number[];
  row: FaultRow;
  /** Lines that the distributions stand on: what is above each, and below it. */
  lines: readonly number[];
  curve: number;
  cost: { y: number; height: number };
  /** Down to where lines of time go. */
  timeEnd: number;
  /** Base of the axis' words, and of the title of the distributions. */
  axisY: number;
  manyY: number;
  /** The windows stand on it. */
  windowsY: number;
  /** Of the highest window, and how far above the words on the one at hand stand. */
  windowsHeight: number;
  windowsTop: number;
  axis: Axis;
}

/** One of the three modes of a fault: CPU and disk; discs stand below the words of a span, and on no other row. */
interface FaultRow {
  height: number;
  cpu: { y: number; height: number };
  disk: { y: number; height: number };
  discY: number;
}

/** Parts that can be shown large, the others small below them. */
export const LARGE = ['fault', 'many', 'windows'] as const;
export type Large = (typeof LARGE)[number];

const SMALL_ROW: FaultRow = {
  height: 46,
  cpu: { y: 4, height: 19 },
  disk: { y: 28, height: 10 },
  discY: 30,
};
const LARGE_ROW: FaultRow = {
  height: 78,
  cpu: { y: 8, height: 30 },
  disk: { y: 48, height: 18 },
  discY: 46,
};
/** Down to where the large part goes, and its axis. */
const LARGE_END = 264;

/** Of the drawing, whatever is large in it. */
const HEIGHT = 376;

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

/** `large`: the part that is; left out: all stand one below the other. */
export function gridOf(facts: Facts, other: Facts | null, width: number, large?: Large): Grid {
  const compact = width < NARROW;
  const left = compact ? LEFT_COMPACT : LEFT;
  const top = 28;
  const row = large === 'fault' ? LARGE_ROW : SMALL_ROW;
  const manyY = large === 'many' ? 15 : top + 3 * SMALL_ROW.height + 20;
  const [first, pitch] = large === 'many' ? [72, 74] : [32, 36];
  const lines = [0, 1, 2].map((i) => manyY + first + i * pitch);
  const axisY = large ? LARGE_END + 20 : manyY + 132;
  const windowsY = large ? LARGE_END : axisY + 55;
  return {
    width,
    height: HEIGHT,
    compact,
    left,
    rows: [0, 1, 2].map((i) => top + i * row.height),
    row,
    lines,
    curve: large === 'many' ? 48 : 20,
    cost: large === 'many' ? { y: 4, height: 12 } : { y: 3, height: 8 },
    timeEnd: large ? LARGE_END : (lines[2] ?? 0) + 20,
    axisY,
    manyY,
    windowsY,
    windowsHeight: large === 'windows' ? 190 : 40,
    windowsTop: large === 'windows' ? 208 : 26,
    axis: axisOf(facts, other, left, width),
  };
}

/** Where each part stands among the others, from top to bottom. */
export const bandOf = (
  { rows, row, manyY, axisY, windowsY, windowsHeight }: Grid,
  part: Large,
): readonly [number, number] =>
  part === 'fault'
    ? [(rows[0] ?? 0) - 2, (rows[2] ?? 0) + row.height]
    : part === 'many'
      ? [manyY + 8, axisY - 10]
      : [windowsY - windowsHeight - 6, windowsY + 3];
