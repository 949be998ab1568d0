/** Columns of a store as numbers: 64-bit ones without BigInt, and nothing where a line did not tell. */
import type { FieldInfo, KindColumns, Numbers, TextColumn } from '../../../trace/store/store';

export type Field = KindColumns['fields'][number];
/** Value of a row; NaN where the line did not tell it. */
export type Reader = (row: number) => number;

export const isText = (values: Numbers | TextColumn): values is TextColumn => 'heap' in values;

/** All ones, or for a signed type the smallest number: what a line did not tell. */
const ABSENT: Readonly<Record<string, number>> = {
  u8: 0xff,
  u16: 0xffff,
  u32: 0xffffffff,
  s16: -0x8000,
  s32: -0x80000000,
  flag: 0xff,
  dev: 0xffffffff,
  name: 0xffffffff,
};

/** Null for text. Vectors: their first lane. */
export function readerOf(field: FieldInfo & { values: Numbers | TextColumn }): Reader | null {
  const { values, type, lanes } = field;
  if (isText(values)) return null;
  if (values instanceof BigUint64Array || values instanceof BigInt64Array) {
    return wide(values, lanes);
  }
  const absent = ABSENT[type] ?? NaN;
  return (row) => {
    const value = values[row * lanes] ?? NaN;
    return value === absent ? NaN : value;
  };
}

/** Two halves are read: a BigInt for each of millions of rows would be slow. Exact to 2^53. */
function wide(values: BigUint64Array | BigInt64Array, lanes: number): Reader {
  const halves = new Uint32Array(values.buffer, values.byteOffset, values.length * 2);
  const signed = values instanceof BigInt64Array;
  return (row) => {
    const low = halves[row * lanes * 2] ?? 0;
    const high = halves[row * lanes * 2 + 1] ?? 0;
    if (signed) {
      if (high === 0x80000000 && low === 0) return NaN;
      return (high | 0) * 4294967296 + low;
    }
    return high === 0xffffffff && low === 0xffffffff ? NaN : high * 4294967296 + low;
  };
}

/** The exact value of a 64-bit lane; null where the line did not tell it. */
export function exactOf(values: BigUint64Array | BigInt64Array, at: number): bigint | null {
  const value = values[at] ?? 0n;
  const absent = values instanceof BigInt64Array ? -(1n << 63n) : (1n << 64n) - 1n;
  return value === absent ? null : value;
}

/** The field of that name that holds numbers; null where the kind has none. */
export function numbersOf(kind: KindColumns, names: readonly string[]): Reader | null {
  for (const name of names) {
    const field = kind.fields.find((f) => f.name === name && f.lanes === 1);
    const reader = field && readerOf(field);
    if (reader) return reader;
  }
  return null;
}

const decoder = new TextDecoder();

export function textAt({ places, heap }: TextColumn, row: number): string {
  return decoder.decode(heap.subarray(places[row] ?? 0, places[row + 1] ?? 0));
}
