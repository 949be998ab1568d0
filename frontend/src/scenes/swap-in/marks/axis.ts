/** Time in px. Two kinds: a model's from 0 in equal steps, a capture's with each step ten times the one before. */
import { scaleLinear, scaleLog } from 'd3-scale';
import { frameCache } from '../../frame-cache';
import { unitFor } from '../facts/phrases';

export interface Axis {
  /** Whole decades between `from` and `to`, or equal steps from 0. */
  log: boolean;
  /** ns at the left end and at the right. */
  from: number;
  to: number;
  /** px of the two ends. */
  left: number;
  right: number;
  /** What lies behind `to` is still shown up to here. */
  edge: number;
}

/** Values that an axis may end at, as multiples of a power of ten. */
const ENDS = [1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10] as const;
const STEPS = [1, 2, 5, 10] as const;

function up(value: number, ladder: readonly number[]): number {
  const power = 10 ** Math.floor(Math.log10(value));
  return (ladder.find((m) => m * power >= value * (1 - 1e-9)) ?? 10) * power;
}

/** An end that changes rarely while what must fit grows. */
export function niceEnd(ns: number): number {
  return up(Math.max(ns, 100), ENDS);
}

const scaleOf = frameCache(({ log, from, to, left, right }: Axis) =>
  (log ? scaleLog : scaleLinear)([from, to], [left, right]),
);

/** px of a time, between the left end and the edge. */
export const place = (axis: Axis, ns: number): number =>
  Math.min(axis.edge, scaleOf(axis)(Math.max(ns, axis.from)));

/** The time at a px, also behind the end. */
export const timeAt = (axis: Axis, x: number): number => Math.max(axis.from, scaleOf(axis).invert(x));

export interface Tick {
  x: number;
  ns: number;
  words: string;
}

const short = (value: number) => String(Number(value.toFixed(3)));

/** px from one decade's words to the next, where the first begin at their tick. */
const DECADE = 76;

/** Every decade, or as many of them as there is room for. */
function decades(axis: Axis): Tick[] {
  const out: Tick[] = [];
  const apart = place(axis, axis.from * 10) - axis.left;
  const step = 10 ** Math.max(1, Math.ceil(DECADE / Math.max(apart, 1)));
  for (let ns = axis.from; ns <= axis.to * (1 + 1e-9); ns *= step) {
    const unit = unitFor(ns * (1 + 1e-9));
    out.push({ ns, x: place(axis, ns), words: `${short(ns / unit.ns)} ${unit.words}` });
  }
  return out;
}

/** Ticks at least `room` px apart; those of a model. */
export function ticks(axis: Axis, room = 56): Tick[] {
  if (axis.log) return decades(axis);
  const most = Math.max(2, Math.floor((axis.right - axis.left) / room));
  const step = up((axis.to - axis.from) / most, STEPS);
  const unit = unitFor(axis.to);
  const out: Tick[] = [];
  const last = axis.to * ((axis.edge - axis.left) / (axis.right - axis.left));
  for (let i = 0; i * step <= last * (1 + 1e-9); i++) {
    const ns = i * step;
    out.push({ ns, x: place(axis, ns), words: i === 0 ? `0 ${unit.words}` : short(ns / unit.ns) });
  }
  return out;
}

/** Decades that hold all of the times, at least two. */
export function decadesFor(least: number, most: number): { from: number; to: number } {
  const from = 10 ** Math.floor(Math.log10(Math.max(least, 1)) + 1e-9);
  const to = 10 ** Math.ceil(Math.log10(Math.max(most, 1)) - 1e-9);
  return { from, to: Math.max(to, from * 100) };
}
