/** Events as the server tells them, in the words of those that are read here. */
import { clean, enumOf, LONGEST, type EventDetail, type EventLine } from '../model/events/event-phrases';
import { deviceNumber } from '../../trace/statistics/devices';
import type { KindResponse, LineResponse } from './responses';

/** '' where the line did not tell. */
function valueWords(
  kind: string,
  { name, type }: KindResponse['fields'][number],
  value: string | null,
): string {
  if (value === null) return '';
  if (type === 'dev') return deviceNumber(Number(value));
  if (type === 'x64') return `0x${BigInt(value).toString(16)}`;
  return enumOf(kind, name)?.[Number(value)] ?? clean(value);
}

const several = ({ type }: KindResponse['fields'][number], value: string | null) =>
  type === 'vector' || (value?.includes(',') === true && type === '');

export function lineOf(
  kinds: readonly KindResponse[],
  { kind, row, t, cpu, pid, comm, fields }: LineResponse,
): EventLine {
  const place = kinds.findIndex(({ name }) => name === kind);
  const about = kinds[place]?.fields ?? [];
  const words = about
    .map((field, i) => [field, fields[i] ?? null] as const)
    .filter(([field, value]) => !several(field, value))
    .map(([field, value]) => [field.name, valueWords(kind, field, value)] as const)
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `${name}=${value}`)
    .join(' ');
  return {
    kind: place,
    row,
    ts: Number(t),
    name: kind,
    cpu: cpu === null ? '' : String(cpu),
    pid: pid === null ? '' : String(pid),
    comm: clean(comm ?? ''),
    fields: words.slice(0, LONGEST),
  };
}

export function detailOf(kinds: readonly KindResponse[], line: LineResponse): EventDetail {
  const about = kinds.find(({ name }) => name === line.kind);
  return {
    ...lineOf(kinds, line),
    system: about?.system ?? '',
    doc: about?.doc ?? '',
    time: line.ts,
    line: line.line,
    list: (about?.fields ?? []).map((field, i) => ({
      name: field.name,
      value: valueWords(line.kind, field, line.fields[i] ?? null),
      unit: field.unit,
      doc: field.doc,
    })),
  };
}
