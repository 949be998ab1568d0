/** Single values of a store's columns, for tables and words. Whatever goes over many rows uses the arrays. */
import type { FieldInfo, Numbers, TextColumn, TraceStore } from './store';
import { stringOf } from './strings';

export type Field = FieldInfo & { values: Numbers | TextColumn };

/** What stands for "the line does not tell", by type of column. */
export const UNKNOWN: Readonly<Record<string, number | bigint>> = {
  u8: 0xff,
  flag: 0xff,
  u16: 0xffff,
  u32: 0xffffffff,
  dev: 0xffffffff,
  s16: -(2 ** 15),
  s32: -(2 ** 31),
  s64: -(2n ** 63n),
  u64: 2n ** 64n - 1n,
  x64: 2n ** 64n - 1n,
};

const hasPlaces = (values: Field['values']): values is TextColumn => 'places' in values;

/** Null where the line does not tell, and for text. Beyond 2^53 the nearest that a number can be. */
export function numberAt({ type, lanes, values }: Field, row: number, lane = 0): number | null {
  if (hasPlaces(values)) return null;
  const value = values[row * lanes + lane];
  return value === undefined || value === UNKNOWN[type] ? null : Number(value);
}

/** As the trace would write it; "–" where the line does not tell. */
export function textAt({ names }: Pick<TraceStore, 'names'>, field: Field, row: number): string {
  const { type, lanes, values } = field;
  if (hasPlaces(values)) return stringOf(values.heap.subarray(values.places[row], values.places[row + 1]));
  if (lanes > 1)
    return Array.from({ length: lanes }, (_, lane) => String(values[row * lanes + lane])).join(',');
  const value = values[row];
  if (value === undefined || value === UNKNOWN[type]) return '–';
  if (type === 'name') return names[Number(value)] ?? '';
  if (type === 'x64') return `0x${value.toString(16)}`;
  if (type === 'dev') return `${Number(value) >>> 20}:${Number(value) & 0xfffff}`;
  return value.toString();
}
