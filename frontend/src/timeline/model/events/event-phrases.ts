/** An event in words: for tooltip, table and detail. Nothing is rounded here. */
import { KINDS } from '../../../core/gen/kinds';
import { ENUMS, type FieldRow } from '../../../core/gen/tables';
import type { KindColumns, Numbers, TraceStore } from '../../../trace/store/store';
import { exactOf, isText, readerOf, textAt, type Field } from './column-reader';
import { deviceNumber } from '../../../trace/statistics/devices';

interface FieldPhrase {
  name: string;
  value: string;
  unit: string;
  doc: string;
}

/** A row of the table of events. */
export interface EventLine {
  /** Place of its kind in the store, and its row there. */
  kind: number;
  row: number;
  /** ns since the store's base. */
  ts: number;
  name: string;
  /** '' where the line did not tell. */
  cpu: string;
  pid: string;
  comm: string;
  /** The kind's own fields as name=value. */
  fields: string;
}

export interface EventDetail extends EventLine {
  system: string;
  doc: string;
  /** As recorded, in ns. */
  time: string;
  /** Of the text, from 1; null where it is not known. */
  line: number | null;
  list: FieldPhrase[];
}

/** A line of an event holds at most so many characters of fields. */
export const LONGEST = 400;

/** Control characters of a text that came from outside would move what stands around it. */
export const clean = (text: string) => text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '�');

/** Names of the values of an enumeration, where the kind is of events.def. */
export function enumOf(kind: string, field: string): readonly string[] | null {
  const rows: readonly FieldRow[] =
    (KINDS as Readonly<Record<string, { fields: readonly FieldRow[] }>>)[kind]?.fields ?? [];
  const name = rows.find((f) => f.name === field)?.enum;
  if (!name) return null;
  const names: string[] = [];
  for (const [number, word] of Object.entries(ENUMS[name])) names[Number(number)] = word as string;
  return names;
}

function lane(
  values: Exclude<Numbers, BigUint64Array | BigInt64Array>,
  field: Field,
  row: number,
  store: TraceStore,
  kind: string,
): string {
  const value = values[row] ?? 0;
  if (field.type === 'dev') return deviceNumber(value);
  if (field.type === 'name') return clean(store.names[value] ?? '');
  const word = enumOf(kind, field.name)?.[value];
  return word ?? String(value);
}

/** '' where the line did not tell. */
export function valuePhrase(store: TraceStore, kind: KindColumns, field: Field, row: number): string {
  const { values, lanes, type } = field;
  if (isText(values)) return clean(textAt(values, row));
  if (lanes > 1) {
    const all = Array.from({ length: lanes }, (_, i) => String(values[row * lanes + i] ?? ''));
    return all.join(',');
  }
  if (values instanceof BigUint64Array || values instanceof BigInt64Array) {
    const value = exactOf(values, row);
    if (value === null) return '';
    return type === 'x64' ? `0x${value.toString(16)}` : String(value);
  }
  if (Number.isNaN(readerOf(field)?.(row) ?? NaN)) return '';
  return lane(values, field, row, store, kind.name);
}

export function lineOf(store: TraceStore, k: number, row: number): EventLine {
  const kind = kindAt(store, k);
  const fields = kind.fields
    .filter((f) => f.lanes === 1)
    .map((f) => [f.name, valuePhrase(store, kind, f, row)] as const)
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `${name}=${value}`)
    .join(' ');
  const pid = kind.pid[row] ?? 0;
  const cpu = kind.cpu[row] ?? 0xffff;
  return {
    kind: k,
    row,
    ts: kind.ts[row] ?? 0,
    name: kind.name,
    cpu: cpu === 0xffff ? '' : String(cpu),
    pid: pid === -0x80000000 ? '' : String(pid),
    comm: clean(store.names[kind.comm[row] ?? 0] ?? ''),
    fields: fields.slice(0, LONGEST),
  };
}

export function detailOf(store: TraceStore, k: number, row: number): EventDetail {
  const kind = kindAt(store, k);
  const line = kind.line[row] ?? 0;
  return {
    ...lineOf(store, k, row),
    system: kind.system,
    doc: kind.doc,
    time: String(store.base + BigInt(Math.round(kind.ts[row] ?? 0))),
    line: line === 0 || line === 0xffffffff ? null : line,
    list: kind.fields.map((field) => ({
      name: field.name,
      value: valuePhrase(store, kind, field, row),
      unit: field.unit,
      doc: field.doc,
    })),
  };
}

function kindAt(store: TraceStore, k: number): KindColumns {
  const kind = store.kinds[k];
  if (!kind) throw new Error(`The capture has no kind number ${k}.`);
  return kind;
}
