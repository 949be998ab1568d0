/** A kind and a column of a store by name; null where the capture has none. */
import type { KindColumns, Numbers, TraceStore } from './store';
import type { TraceKindName } from '../gen/tables';
import { numberAt, type Field } from './values';

export function kindNamed({ kinds }: Pick<TraceStore, 'kinds'>, name: TraceKindName): KindColumns | null {
  return kinds.find((k) => k.name === name) ?? null;
}

/** Whether there are events of a kind. */
export const hasKind = ({ kinds }: Pick<TraceStore, 'kinds'>, name: string): boolean =>
  kinds.some((k) => k.name === name && k.rows > 0);

export function fieldNamed(kind: KindColumns, name: string): Field | null {
  return kind.fields.find((f) => f.name === name) ?? null;
}

/** Reads a column row by row; null where the kind has no such column, or the line does not tell. */
export function columnOf(kind: KindColumns, name: string): (row: number) => number | null {
  const field = fieldNamed(kind, name);
  return field ? (row) => numberAt(field, row) : () => null;
}

/** Number of a string of the dictionary, row by row: 0 is the empty one. */
export function namesOf(kind: KindColumns, name: string): (row: number) => number {
  const values = fieldNamed(kind, name)?.values as Numbers | undefined;
  return (row) => Number(values?.[row] ?? 0);
}

/** In `cpu` and `pid` where the line does not tell. */
export const UNKNOWN_CPU = 0xffff;
export const UNKNOWN_PID = -(2 ** 31);

/** The kind of row that says events were lost. */
export const LOST = 'lost';

/** Kinds of events that nobody's code on a CPU emitted. */
export const NO_CPU: ReadonlySet<string> = new Set([
  'node',
  'mark',
  LOST,
  'zone',
  'zonelist',
  'stat',
  'setting',
]);
