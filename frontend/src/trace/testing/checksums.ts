/** Checksums of what a store's columns hold, as `backend/tests/checksums.py` makes them of the server's and describes. */
import { createHash } from 'node:crypto';
import type { TraceModule } from '../reader/module';
import type { Generic } from '../reader/reader';
import type { KindColumns, Numbers, TextColumn, TraceStore } from '../store/store';
import { stringOf } from '../store/strings';

const sha256 = (...parts: (string | Uint8Array)[]) => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest('hex');
};

const bytesOf = ({ buffer, byteOffset, byteLength }: ArrayBufferView) =>
  new Uint8Array(buffer, byteOffset, byteLength);

/** By column of a kind: those that all kinds have, then its own. */
export function columnSums(
  store: TraceStore,
  kind: KindColumns,
  { common }: TraceModule['description'],
): Record<string, string> {
  const times = BigUint64Array.from(kind.ts, (t) => store.base + BigInt(t));
  const shared = common.map(({ name }) => {
    const values = name === 'ts' ? times : kind[name as keyof KindColumns];
    return [name, name === 'comm' ? namesSum(store, kind.comm) : sha256(bytesOf(values as Numbers))] as const;
  });
  const own = kind.fields.map(({ name, type, values }) => {
    if ('places' in values) return [name, textSum(values)] as const;
    return [
      name,
      type === 'name' ? namesSum(store, values as Uint32Array) : sha256(bytesOf(values)),
    ] as const;
  });
  return Object.fromEntries([...shared, ...own]);
}

function namesSum({ names }: TraceStore, numbers: Uint32Array): string {
  const strings = names.map((name) => Buffer.from(name));
  return stringsSum(Array.from(numbers, (n) => strings[n] ?? null));
}

function textSum({ places, heap }: TextColumn): string {
  const row = (_: unknown, i: number) => Buffer.from(stringOf(heap.subarray(places[i], places[i + 1])));
  return stringsSum(Array.from({ length: places.length - 1 }, row));
}

function stringsSum(strings: readonly (Uint8Array | null)[]): string {
  const lengths = Uint32Array.from(strings, (s) => s?.length ?? 0xffffffff);
  return sha256(bytesOf(lengths), Buffer.concat(strings.filter((s) => s !== null)));
}

export const GENERIC = 'generic_events';

export const genericSums = (generics: readonly Generic[]) =>
  Object.fromEntries(
    generics.map(({ name, fields, count, line }) => [name, [count, line, ...fields].join(' ')]),
  );

export const kindSum = (columns: Record<string, string>) =>
  sha256(
    Object.entries(columns)
      .map(([name, value]) => `${name} ${value}\n`)
      .join(''),
  );
