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

/** What `ts` counts where it holds no time. */
const COUNTED: Readonly<Partial<Record<TraceClockName, string>>> = {
  counter: 'counts',
  cycles: 'cycles',
  none: 'lines',
};

/** Whether `ts` is in ns. */
export const isTime = (clock: TraceClockName): boolean => COUNTED[clock] === undefined;

/** A length of `ts`: a time, where the clock tells one. */
export function durationPhraseOf(clock: TraceClockName, digits = 4): (ts: number) => string {
  const unit = COUNTED[clock];
  return unit === undefined ? (ns) => time(ns, digits) : (ts) => `${grouped(ts)} ${unit}`;
}
