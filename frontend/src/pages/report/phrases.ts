/** Numbers and names of a capture in words. */
import { grouped } from '../../core/number';
import { TRACE_ENUM_DOCS } from '../../trace/gen/tables';
import type { Era } from '../../trace/report/era';
import type { CountedName, TraceReport } from '../../trace/trace-report';

const UNITS: readonly (readonly [size: number, unit: string])[] = [
  [2 ** 30, 'GiB'],
  [2 ** 20, 'MiB'],
  [2 ** 10, 'KiB'],
];

export function bytesPhrase(n: number): string {
  const [size, unit] = UNITS.find(([least]) => n >= least) ?? [1, 'bytes'];
  return size === 1 ? `${grouped(n)} bytes` : `${(n / size).toFixed(1)} ${unit}`;
}

/** What a value of an enumeration means; its name where the table says nothing. */
export const formatPhrase = ({ format }: Pick<TraceReport, 'format'>) =>
  TRACE_ENUM_DOCS.trace_format[format] ?? format;

export function clockPhrase({ clock }: Pick<TraceReport, 'clock'>): string {
  const doc = TRACE_ENUM_DOCS.trace_clock[clock] ?? '';
  return doc === '' ? clock : `${clock}: ${doc}`;
}

/** Of events that the user has counted as a tracepoint's. */
export const meantPhrase = ({ name, tracepoint, events }: CountedName): string =>
  `${grouped(events)} events ${name} are counted as ${tracepoint}.`;

/** "Linux 6.12.1", or between which versions the kernel must be. */
export function kernelPhrase({ release, from, until, signs }: Era): string {
  if (release !== '') return release;
  if (signs.length === 0) return 'the text does not say';
  const range = [from === '' ? '' : `from ${from}`, until === '' ? '' : `until ${until}`]
    .filter(Boolean)
    .join(' ');
  return `${range}, by ${signs.slice(0, 3).join(', ')}`;
}
