/** Numbers and names of a capture in words. */
import { grouped } from '../core/number';
import { TRACE_ENUM_DOCS, type TraceClockName } from '../trace/gen/tables';
import type { Era } from '../trace/era';
import type { TraceReport } from '../trace/report';

export const count = (n: number) => grouped(n);

export const share = (value: number | null) => (value === null ? '–' : `${(100 * value).toFixed(1)} %`);

const UNITS: readonly (readonly [size: number, unit: string])[] = [
  [2 ** 30, 'GiB'],
  [2 ** 20, 'MiB'],
  [2 ** 10, 'KiB'],
];

export function bytes(n: number): string {
  const [size, unit] = UNITS.find(([least]) => n >= least) ?? [1, 'bytes'];
  return size === 1 ? `${grouped(n)} bytes` : `${(n / size).toFixed(1)} ${unit}`;
}

const TIMES: readonly (readonly [size: number, unit: string])[] = [
  [60e9, 'min'],
  [1e9, 's'],
  [1e6, 'ms'],
  [1e3, 'µs'],
];

/** A length of time given in ns. */
function time(ns: number): string {
  const [size, unit] = TIMES.find(([least]) => ns >= least) ?? [1, 'ns'];
  return `${Number((ns / size).toPrecision(4))} ${unit}`;
}

/** What `ts` counts where it holds no time. */
const COUNTED: Readonly<Partial<Record<TraceClockName, string>>> = {
  counter: 'counts',
  cycles: 'cycles',
  none: 'lines',
};

/** A length of `ts`: a time, where the clock tells one. */
export function lengthBy(clock: TraceClockName): (ts: number) => string {
  const unit = COUNTED[clock];
  return unit === undefined ? time : (ts) => `${grouped(ts)} ${unit}`;
}

/** What a value of an enumeration means; its name where the table says nothing. */
export const formatWords = ({ format }: Pick<TraceReport, 'format'>) =>
  TRACE_ENUM_DOCS.trace_format[format] ?? format;

export function clockWords({ clock }: Pick<TraceReport, 'clock'>): string {
  const doc = TRACE_ENUM_DOCS.trace_clock[clock] ?? '';
  return doc === '' ? clock : `${clock}: ${doc}`;
}

/** "Linux 6.12.1", or between which versions the kernel must be. */
export function kernelWords({ release, from, until, signs }: Era): string {
  if (release !== '') return release;
  if (signs.length === 0) return 'the text does not tell';
  const range = [from === '' ? '' : `from ${from}`, until === '' ? '' : `until ${until}`]
    .filter(Boolean)
    .join(' ');
  return `${range}, by ${signs.slice(0, 3).join(', ')}`;
}
