/** The ruler: where its ticks stand, and their words, from nanoseconds to hours. */

import { grouped } from '../../../core/number';
import { unitPhrase, type ClockUnit } from '../../../trace/report/phrases';

interface Ruler {
  /** Time that the words of the ticks count from, in words; '' when they count from 0. */
  anchor: string;
  ticks: { t: number; words: string }[];
}

const US = 1e3;
const MS = 1e6;
const S = 1e9;
const MINUTE = 60 * S;
const HOUR = 60 * MINUTE;

/** Distances between ticks, in ns. */
const STEPS = [
  ...[1, US, MS].flatMap((unit) => [1, 2, 5, 10, 20, 50, 100, 200, 500].map((n) => n * unit)),
  ...[1, 2, 5, 10, 20, 30].map((n) => n * S),
  ...[1, 2, 5, 10, 20, 30].map((n) => n * MINUTE),
  ...[1, 2, 6, 12, 24, 48, 120, 240, 480].map((n) => n * HOUR),
];
/** What the words of ticks may count from: with steps below `below` ns. */
const ANCHORS = [
  { below: 100 * US, unit: MS },
  { below: 100 * MS, unit: S },
];

/** Ticks at least `apart` pixels apart, from t0 to t1 (ns, or what the clock counts) over `width` pixels. */
export function rulerOf(
  t0: number,
  t1: number,
  width: number,
  apart: number,
  unit?: ClockUnit | null,
): Ruler {
  if (unit) return countedRulerOf(t0, t1, ((t1 - t0) / width) * apart, unit);
  const least = ((t1 - t0) / width) * apart;
  const step = STEPS.find((s) => s >= least) ?? STEPS[STEPS.length - 1] ?? 1;
  const anchor = ANCHORS.find((a) => step < a.below)?.unit;
  // Whole units; and only where words would be long without it.
  const from = anchor === undefined || Math.abs(t1) < anchor * 10 ? 0 : Math.floor(t0 / anchor) * anchor;
  const ticks: Ruler['ticks'] = [];
  for (let i = Math.ceil(t0 / step); i * step <= t1; i++) {
    // Not -0, which has words of its own.
    const t = i * step + 0;
    ticks.push({ t, words: (from === 0 ? '' : '+') + tickWords(t - from, step) });
  }
  return { anchor: from === 0 ? '' : timePhrase(from), ticks };
}

/** So many steps fit between a tick and what its words count from. */
const COUNTED_FAR = 1000;

/** In steps of 1, 2 or 5 and so many zeros, counted from a round number where words would be long. */
function countedRulerOf(t0: number, t1: number, least: number, unit: ClockUnit): Ruler {
  const [from, to, apart] = [t0 / unit.size, t1 / unit.size, Math.max(1, least / unit.size)];
  const ten = 10 ** Math.floor(Math.log10(apart) + 1e-9);
  const step = [1, 2, 5, 10].map((n) => n * ten).find((n) => n >= apart * (1 - 1e-9)) ?? 10 * ten;
  const far = step * COUNTED_FAR;
  const base = Math.abs(to) < 10 * far ? 0 : Math.floor(from / far) * far;
  const ticks: Ruler['ticks'] = [];
  for (let i = Math.ceil(from / step); i * step <= to; i++) {
    const n = i * step + 0 - base;
    ticks.push({
      t: i * step * unit.size + 0,
      words: `${base === 0 ? '' : '+'}${n < 0 ? '-' : ''}${grouped(Math.abs(n))}`,
    });
  }
  return { anchor: base === 0 ? '' : unitPhrase(base * unit.size, unit), ticks };
}

/** All ticks in the unit of the step, so that they can be compared at a glance. */
function tickWords(t: number, step: number): string {
  if (step >= MINUTE || Math.abs(t) >= 10 * MINUTE) return clock(t, step);
  if (step >= S || Math.abs(t) >= 10 * S) return `${decimals(t / S, step / S)} s`;
  if (step >= MS || Math.abs(t) >= 10 * MS) return `${decimals(t / MS, step / MS)} ms`;
  if (step >= US || Math.abs(t) >= 10 * US) return `${decimals(t / US, step / US)} µs`;
  return `${grouped(t)} ns`;
}

/** As many decimals as tell one step from the next. */
function decimals(value: number, step: number): string {
  const digits = Math.max(0, Math.ceil(-Math.log10(step) - 1e-9));
  const [whole = '', rest] = Math.abs(value).toFixed(digits).split('.');
  const sign = value < 0 && Number(value.toFixed(digits)) !== 0 ? '-' : '';
  return `${sign}${grouped(Number(whole))}${rest === undefined ? '' : `.${rest}`}`;
}

/** min:s, or h:min:s. */
function clock(t: number, step: number): string {
  const sign = t < 0 ? '-' : '';
  const all = Math.abs(t);
  const two = (n: number) => String(n).padStart(2, '0');
  const seconds = (all % MINUTE) / S;
  const whole = step >= S ? two(Math.round(seconds)) : decimals(seconds, step / S).padStart(2, '0');
  const minutes = Math.floor((all % HOUR) / MINUTE);
  const hours = Math.floor(all / HOUR);
  return hours > 0 ? `${sign}${hours}:${two(minutes)}:${whole}` : `${sign}${minutes}:${whole} min`;
}

/** A time or a duration with all its digits: 12.345 678 901 s. */
export function timePhrase(ns: number, unit?: ClockUnit | null): string {
  if (unit) return unitPhrase(ns, unit);
  const sign = ns < 0 ? '-' : '';
  const all = Math.round(Math.abs(ns));
  if (all < US) return `${sign}${all} ns`;
  if (all < MS) return `${sign}${exactly(all, US)} µs`;
  if (all < S) return `${sign}${exactly(all, MS)} ms`;
  return `${sign}${exactly(all, S)} s`;
}

function exactly(all: number, unit: number): string {
  const rest = String(all % unit)
    .padStart(Math.log10(unit), '0')
    .replace(/0+$/, '');
  const whole = grouped(Math.floor(all / unit));
  if (rest === '') return whole;
  return `${whole}.${rest.replace(/(\d{3})(?=\d)/g, '$1 ')}`;
}

/** A duration in three digits, for reading, not for counting. */
export function durationPhrase(ns: number, unit?: ClockUnit | null): string {
  if (unit) return unitPhrase(ns, unit);
  const all = Math.abs(ns);
  const [size, name] = all < US ? [1, 'ns'] : all < MS ? [US, 'µs'] : all < S ? [MS, 'ms'] : [S, 's'];
  if (all >= 10 * MINUTE) return clock(ns, S);
  return `${grouped(Number((ns / size).toPrecision(3)))} ${name}`;
}
