/** Numbers of a capture in words: counts, shares, lengths of time. */
import { grouped } from '../../core/number';
import type { TraceClockName } from '../gen/tables';

export const countPhrase = (n: number) => grouped(n);

export const sharePhrase = (value: number | null) => (value === null ? '–' : `${(100 * value).toFixed(1)} %`);

const TIMES: readonly (readonly [size: number, unit: string])[] = [
  [60e9, 'min'],
  [1e9, 's'],
  [1e6, 'ms'],
  [1e3, 'µs'],
];

/** A length of time given in ns. */
function time(ns: number, digits: number): string {
  const [size, unit] = TIMES.find(([least]) => ns >= least) ?? [1, 'ns'];
  return `${Number((ns / size).toPrecision(digits))} ${unit}`;
}

/** What a clock counts that tells no time in ns. */
export interface ClockUnit {
  /** Of one. */
  name: string;
  /** `ts` of one. */
  size: number;
}

/** A tick of the clock uptime is 1/100 s (kernel/trace/trace_clock.c: trace_clock_jiffies()): shorter times are 0. */
const COUNTED: Readonly<Partial<Record<TraceClockName, ClockUnit>>> = {
  counter: { name: 'count', size: 1 },
  cycles: { name: 'cycle', size: 1 },
  uptime: { name: 'tick', size: 1e7 },
  none: { name: 'line', size: 1 },
};

/** Null where `ts` is in ns. */
export const clockUnitOf = (clock: TraceClockName): ClockUnit | null => COUNTED[clock] ?? null;

/** "1 cycle", "1,234 cycles". */
export function unitPhrase(ts: number, { name, size }: ClockUnit): string {
  const n = Math.round(ts / size);
  return `${n < 0 ? '-' : ''}${grouped(Math.abs(n))} ${name}${Math.abs(n) === 1 ? '' : 's'}`;
}

/** A length of `ts`: a time, where the clock tells one. */
export function durationPhraseOf(clock: TraceClockName, digits = 4): (ts: number) => string {
  const unit = clockUnitOf(clock);
  return unit ? (ts) => unitPhrase(ts, unit) : (ns) => time(ns, digits);
}
