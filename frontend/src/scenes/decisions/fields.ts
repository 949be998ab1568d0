/** An event's fields as rows: name, value in words, unit and meaning as the event table has them. */
import type { EventRecord } from '../../core/types';
import { ENUM_DOCS } from '../../core/gen/docs';
import { COMMON_FIELDS, KINDS } from '../../core/gen/kinds';
import { ENUMS, type FieldRow } from '../../core/gen/tables';
import { grouped } from '../../core/number';
import { bits, clean, ranges } from '../phrases';

export interface Row {
  name: string;
  value: string;
  unit: string;
  /** What the field means, and what its value does where the table says. */
  doc: string;
}

/** Fields that are a bit per node or CPU, by the words of the table. */
const MASK = 'bit n set';
/** From here on a number is not exact; only masks with every bit set get there, and what an older capture lacks. */
const ALL_BITS = 2 ** 53;

function number(value: number, { doc, unit }: FieldRow): string {
  if (doc.includes(MASK)) return value >= ALL_BITS ? 'all' : ranges(bits(value)) || 'none';
  if (value >= ALL_BITS) return 'not known';
  // Addresses of memory and numbers of things stay raw, amounts are grouped.
  return unit === '' ? String(value) : grouped(value);
}

function lane(value: number, field: FieldRow): string {
  const name = field.enum === null ? undefined : ENUMS[field.enum][value];
  return name ?? number(value, field);
}

function words(value: unknown, field: FieldRow): string {
  if (typeof value === 'number') return number(value, field);
  if (typeof value === 'string') return clean(value);
  return Array.isArray(value) ? value.map((v) => lane(Number(v), field)).join(', ') || 'none' : '';
}

function meaning(value: unknown, { enum: list, doc }: FieldRow): string {
  const of = list !== null && typeof value === 'string' ? ENUM_DOCS[list][value] : undefined;
  return of ? `${doc}: ${of}` : doc;
}

export function rowsOf(event: EventRecord): Row[] {
  const values = event as unknown as Readonly<Record<string, unknown>>;
  // What every event has comes last: the decision's own fields are what one looks for.
  return [...KINDS[event.kind].fields, ...COMMON_FIELDS].map((field) => ({
    name: field.name,
    value: words(values[field.name], field),
    unit: field.unit,
    doc: meaning(values[field.name], field),
  }));
}
