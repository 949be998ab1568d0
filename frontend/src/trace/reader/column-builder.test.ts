import { expect, it } from 'vitest';
import { ColumnBuilder, type Batch } from './column-builder';
import type { TraceDescription } from './module';
import { textAt } from '../store/values';

const DESCRIPTION: TraceDescription = {
  abi: 1,
  rows: 8192,
  common: [],
  kinds: [
    {
      id: 9,
      name: 'made',
      system: 'up',
      doc: 'A kind with every shape of column.',
      fields: [
        { name: 'nid', type: 's16', item: 'u8', lanes: 1, unit: '', doc: '' },
        { name: 'free', type: 'vector', item: 'u32', lanes: 2, unit: '', doc: '' },
        { name: 'words', type: 'text', item: 'u8', lanes: 1, unit: '', doc: '' },
      ],
    },
  ],
  enums: {},
  structs: {},
};

/** Rows as the module would hand them over. */
function batch(rows: { ts: bigint; nid: number; free: [number, number]; words: string }[]) {
  const memory = new ArrayBuffer(4096);
  let at = 0;
  const put = (make: (at: number) => { byteLength: number }) => {
    at = (at + 7) & ~7;
    const data = at;
    at += make(at).byteLength;
    return data;
  };
  const n = rows.length;
  const column = (data: number, type = '') => ({ data, type, item: '', lanes: 1 });
  const fill = <T extends { set: (values: never[]) => void }>(array: T, values: unknown[]): T => {
    array.set(values as never[]);
    return array;
  };
  const ts = put((o) =>
    fill(
      new BigUint64Array(memory, o, n),
      rows.map((r) => r.ts),
    ),
  );
  const cpu = put((o) =>
    fill(
      new Uint16Array(memory, o, n),
      rows.map((_, i) => i),
    ),
  );
  const pid = put((o) =>
    fill(
      new Int32Array(memory, o, n),
      rows.map(() => 7),
    ),
  );
  const comm = put((o) =>
    fill(
      new Uint32Array(memory, o, n),
      rows.map(() => 1),
    ),
  );
  const line = put((o) =>
    fill(
      new Uint32Array(memory, o, n),
      rows.map((_, i) => i + 1),
    ),
  );
  const nid = put((o) =>
    fill(
      new Int16Array(memory, o, n),
      rows.map((r) => r.nid),
    ),
  );
  const free = put((o) =>
    fill(
      new Uint32Array(memory, o, 2 * n),
      rows.flatMap((r) => r.free),
    ),
  );
  const text = new TextEncoder().encode(rows.map((r) => r.words).join(''));
  const ends = rows.map(
    (_, i) =>
      rows
        .slice(0, i + 1)
        .map((r) => r.words)
        .join('').length,
  );
  const places = put((o) => fill(new Uint32Array(memory, o, n + 1), [0, ...ends]));
  const heap = put((o) => fill(new Uint8Array(memory, o, text.length), [...text]));
  const made: Batch = {
    first: 0,
    rows: n,
    kind: 9,
    heap,
    heap_len: text.length,
    columns: [
      column(ts, 'u64'),
      column(cpu, 'u16'),
      column(pid, 's32'),
      column(comm, 'name'),
      column(line, 'u32'),
      column(nid, 's16'),
      column(free, 'vector'),
      column(places, 'text'),
    ],
  };
  return { made, memory };
}

const ROWS = [
  { ts: 10n ** 18n + 500n, nid: 1, free: [1, 2] as [number, number], words: 'second' },
  { ts: 10n ** 18n + 500n, nid: 2, free: [3, 4] as [number, number], words: 'third' },
  { ts: 10n ** 18n, nid: 3, free: [5, 6] as [number, number], words: 'first' },
];

it('rows are put in order of time; those of one time stay as they came', () => {
  const builder = new ColumnBuilder(DESCRIPTION);
  const { made, memory } = batch(ROWS);
  builder.append(made, memory);
  const { store } = builder.finish(['', 'task']);
  const [kind] = store.kinds;
  expect(store.base).toBe(10n ** 18n);
  expect(store.span).toBe(500);
  expect(kind && [...kind.ts]).toEqual([0, 500, 500]);
  expect(kind && [...kind.cpu]).toEqual([2, 0, 1]);
  const shown = kind?.fields.map((field) => [0, 1, 2].map((row) => textAt(store, field, row)));
  expect(shown).toEqual([
    ['3', '1', '2'],
    ['5,6', '1,2', '3,4'],
    ['first', 'second', 'third'],
  ]);
});

it('nothing in the columns points into the memory of the module', () => {
  const builder = new ColumnBuilder(DESCRIPTION);
  const { made, memory } = batch(ROWS.slice(0, 1));
  builder.append(made, memory);
  new Uint8Array(memory).fill(0);
  const { store } = builder.finish(['', 'task']);
  const [kind] = store.kinds;
  expect(kind?.pid[0]).toBe(7);
  expect(kind?.fields.map((field) => textAt(store, field, 0))).toEqual(['1', '1,2', 'second']);
});

it('texts beyond their room are left empty and counted', () => {
  const builder = new ColumnBuilder(DESCRIPTION, { columns: 1 << 20, text: 20 });
  for (let i = 0; i < 2; i++) {
    const { made, memory } = batch(ROWS);
    builder.append(made, memory);
  }
  const { store, cut } = builder.finish(['', 'task']);
  expect([...cut]).toEqual([[9, 3]]);
  const words = store.kinds[0]?.fields[2];
  const texts = Array.from({ length: 6 }, (_, row) => words && textAt(store, words, row));
  expect(texts.filter((t) => t === '').length).toBe(3);
});

it('rows of another reading are what batches are: texts without room, sorted rows, numbers of strings and lines', () => {
  const limits = { columns: 1 << 20, text: 20 };
  const [one, joined] = [new ColumnBuilder(DESCRIPTION, limits), new ColumnBuilder(DESCRIPTION, limits)];
  const earlier = [0, 1].map(() => {
    const part = new ColumnBuilder(DESCRIPTION, { columns: Infinity, text: Infinity });
    for (const builder of [one, part]) {
      const { made, memory } = batch(ROWS);
      builder.append(made, memory);
    }
    const [raw] = part.raw();
    return raw && joined.appendRaw(raw, { names: Uint32Array.of(0, 1), lines: 0 });
  });
  expect(earlier).toEqual([false, false]);
  expect(joined.finish(['', 'task'])).toEqual(one.finish(['', 'task']));
  const { made, memory } = batch(ROWS);
  one.append(made, memory);
  const [raw] = one.raw();
  if (!raw) throw new Error('no rows');
  joined.appendRaw(raw, { names: Uint32Array.of(0, 7), lines: 2 ** 32 - 3 });
  const [kind] = joined.finish([]).store.kinds;
  expect(kind && [...kind.comm]).toEqual([7, 7, 7]);
  expect(kind && [...kind.line]).toEqual([2 ** 32 - 1, 2 ** 32 - 2, 2 ** 32 - 1]);
});

it('more events than there is memory for is an error in words', () => {
  const builder = new ColumnBuilder(DESCRIPTION, { columns: 100, text: 100 });
  const { made, memory } = batch(ROWS);
  expect(() => {
    builder.append(made, memory);
  }).toThrow(/more events than a browser/);
});
