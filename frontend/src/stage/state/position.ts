/**
 * One transport for two runs: where the cursor stands, and which decision that is in each pane. Aligned
 * by decision, the cursor is a number; aligned by time, it is ns since each run's first event.
 */
import { countBelow, countUpTo } from '../../core/search';

export type Align = 'decision' | 'time';

export interface Position {
  align: Align;
  /** Decision number, 0 to extent. Counts when aligned by decision. */
  k: number;
  /** ns since the first event. Counts when aligned by time. */
  t: number;
}

/** On the axis as the panes are aligned. */
export const placeOf = ({ align, k, t }: Position): number => (align === 'decision' ? k : t);

/** What alignment needs of a pane's columns. */
export interface Run {
  ts: Float64Array;
  span: number;
}

/** The decision a run has reached: 0 before its first, never beyond its last. */
export function decisionAt(run: Run, p: Position): number {
  return p.align === 'decision' ? Math.min(p.k, run.ts.length) : countUpTo(run.ts, p.t);
}

/** Last position of the longest run. */
export function extent(runs: readonly Run[], align: Align): number {
  const ends = runs.map((r) => (align === 'decision' ? r.ts.length : r.span));
  return Math.max(0, ...ends);
}

export function clamp(runs: readonly Run[], p: Position): Position {
  return {
    align: p.align,
    k: Math.round(Math.min(Math.max(0, p.k), extent(runs, 'decision'))),
    t: Math.min(Math.max(0, p.t), extent(runs, 'time')),
  };
}

/** The position n decisions on, or back when n is negative. By time: n decisions of whichever run. */
export function stepped(runs: readonly Run[], p: Position, n: number): Position {
  if (p.align === 'decision') return clamp(runs, { ...p, k: p.k + n });
  let { t } = p;
  for (let i = 0; i < Math.abs(n); i++) {
    const next = n > 0 ? after(runs, t) : before(runs, t);
    if (next === null) break;
    t = next;
  }
  return clamp(runs, { ...p, t });
}

function after(runs: readonly Run[], t: number): number | null {
  const next = runs.flatMap((r) => r.ts[countUpTo(r.ts, t)] ?? []);
  return next.length > 0 ? Math.min(...next) : null;
}

/** The moment before the last decision at or before t: the previous decision's time, or just before. */
function before(runs: readonly Run[], t: number): number | null {
  const last = Math.max(...runs.map((r) => r.ts[countUpTo(r.ts, t) - 1] ?? -1));
  if (last <= 0) return t > 0 ? 0 : null;
  return Math.max(0, ...runs.map((r) => r.ts[countBelow(r.ts, last) - 1] ?? 0));
}

/** The same moment in the other alignment, seen from `run`. */
export function realigned(run: Run, p: Position, align: Align): Position {
  if (align === p.align) return p;
  if (align === 'decision') return { align, k: decisionAt(run, p), t: p.t };
  const t = p.k > 0 ? (run.ts[Math.min(p.k, run.ts.length) - 1] ?? 0) : 0;
  return { align, k: p.k, t };
}
