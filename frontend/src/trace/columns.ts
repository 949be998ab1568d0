/**
 * Batches of mmtrace.wasm collected into the columns of a store. Values are copied out of the module's memory
 * to where they stay, as far as it can be told beforehand how many will come. ts becomes ns since the first time
 * that came; the module tells it for every row.
 */
import { SourceError } from '../core/error';
import { ARRAYS, Growing, release } from './growing';
import type { ColumnDescription, TraceDescription } from './module';
import { isSorted, orderOf, reordered, reorderedText } from './sort';
import type { KindColumns, Numbers, TextColumn, TraceStore } from './store';

/** Where a batch lies in the module's memory: struct mms_trace_batch and its columns. */
export interface Batch {
  first: number;
  rows: number;
  kind: number;
  heap: number;
  heap_len: number;
  columns: readonly { data: number; type: string; item: string; lanes: number }[];
}

export interface Limits {
  /** Bytes of all columns at most. */
  columns: number;
  /** Bytes of all text columns at most: rows beyond have empty texts. */
  text: number;
}

export const LIMITS: Limits = { columns: 3 * 2 ** 30, text: 64 * 2 ** 20 };

const COMMON = ['ts', 'cpu', 'pid', 'comm', 'line'] as const;
/** Columns of all that a line tells beside its time, by the type the store has them in. */
const COMMON_TYPES = { cpu: 'u16', pid: 's32', comm: 'u32', line: 'u32' } as const;

/** Of the rows that are expected, for which there is room: texts are hardly ever the same from end to end. */
const EXPECTED = 1.25;

type Part =
  { kind: 'numbers'; values: Growing; lanes: number; type: string } | { kind: 'text'; text: GrowingText };

/** A kind's rows while they come. */
class Rows {
  readonly id: number;
  readonly fields: readonly ColumnDescription[];
  readonly ts = new Growing((n) => new Float64Array(n));
  readonly common: Record<keyof typeof COMMON_TYPES, Growing>;
  readonly own: Part[];
  rows = 0;
  /** Rows whose text found no room. */
  cut = 0;

  constructor(id: number, fields: readonly ColumnDescription[]) {
    this.id = id;
    this.fields = fields;
    const growing = (type: string) => new Growing(arrays(type));
    this.common = {
      cpu: growing(COMMON_TYPES.cpu),
      pid: growing(COMMON_TYPES.pid),
      comm: growing(COMMON_TYPES.comm),
      line: growing(COMMON_TYPES.line),
    };
    this.own = fields.map(({ type, item, lanes }): Part => {
      if (type === 'text') return { kind: 'text', text: new GrowingText() };
      const [one, many] = type === 'vector' ? [item, lanes] : [type, 1];
      return { kind: 'numbers', values: growing(one), lanes: many, type: one };
    });
  }
}

class GrowingText {
  readonly #places = new Growing((n) => new Uint32Array(n));
  readonly #heap = new Growing((n) => new Uint8Array(n));

  constructor() {
    this.#places.append(Uint32Array.of(0));
  }

  append(places: Uint32Array, heap: Uint8Array, growth: number): void {
    const [first = 0] = places;
    const from = this.#heap.length - first;
    const to = this.#places.extend(places.length - 1, growth);
    for (let i = 0; i < to.length; i++) to[i] = from + (places[i + 1] ?? 0);
    this.#heap.append(heap.subarray(first, places.at(-1)), growth);
  }

  appendEmpty(rows: number): void {
    (this.#places.extend(rows) as Uint32Array).fill(this.#heap.length);
  }

  take(): TextColumn {
    return { places: this.#places.take() as Uint32Array, heap: this.#heap.take() as Uint8Array };
  }

  peek(): TextColumn {
    return { places: this.#places.peek() as Uint32Array, heap: this.#heap.peek() as Uint8Array };
  }
}

function arrays(type: string) {
  const make = ARRAYS[type];
  if (!make) throw new Error(`mmtrace.wasm has columns of unknown type ${type}`);
  return make;
}

export class ColumnsBuilder {
  readonly #description: TraceDescription;
  readonly #limits: Limits;
  readonly #kinds = new Map<number, Rows>();
  /** The first time that came, ns, in two halves: no bigint per row. */
  #base: readonly [low: number, high: number] | null = null;
  #text = 0;
  #bytes = 0;
  #growth = 0;

  constructor(description: TraceDescription, limits: Limits = LIMITS) {
    this.#description = description;
    this.#limits = limits;
  }

  /** How much of the input has been read, 0 to 1; before the batches that come of it. */
  reached(share: number): void {
    this.#growth = share > 0 ? EXPECTED / share : 0;
  }

  /** Copies what `batch` points to. Throws SourceError when the columns take more than they may. */
  append(batch: Batch, memory: ArrayBuffer): void {
    if (batch.rows === 0) return;
    const kind = this.#kind(batch.kind);
    if (batch.columns.length !== COMMON.length + kind.own.length) {
      throw new Error(`mmtrace.wasm has ${batch.columns.length} columns for kind ${batch.kind}`);
    }
    const growth = this.#growth;
    const view = (at: number, type: string, lanes = 1) => viewOf(memory, at, type, batch.rows * lanes);
    COMMON.forEach((name, i) => {
      const { data = 0, type = '' } = batch.columns[i] ?? {};
      if (name === 'ts') this.#appendTimes(kind, new Uint32Array(memory, data, 2 * batch.rows));
      else kind.common[name].append(view(data, type), growth);
    });
    kind.own.forEach((part, i) => {
      const { data = 0 } = batch.columns[COMMON.length + i] ?? {};
      if (part.kind === 'numbers') part.values.append(view(data, part.type, part.lanes), growth);
      else this.#appendText(kind, part.text, new Uint32Array(memory, data, batch.rows + 1), batch, memory);
    });
    kind.rows += batch.rows;
    this.#count(batch, kind);
  }

  /** Of all columns so far. */
  get bytes(): number {
    return this.#bytes + this.#text;
  }

  /** The columns, rows in order of time. Nothing is left here. */
  finish(names: readonly string[]): { store: TraceStore; cut: Map<number, number> } {
    const cut = new Map(
      [...this.#kinds.values()].flatMap((k) => (k.cut > 0 ? [[k.id, k.cut] as const] : [])),
    );
    const store = this.#store(names, 'take');
    this.#kinds.clear();
    return { store, cut };
  }

  /** A copy of what has come so far, rows in order of time. */
  peek(names: readonly string[]): TraceStore {
    return this.#store(names, 'peek');
  }

  #store(names: readonly string[], how: 'take' | 'peek'): TraceStore {
    const [low, high] = this.#base ?? [0, 0];
    const kinds = [...this.#kinds.values()]
      .sort((a, b) => a.id - b.id)
      .map((kind) => this.#ordered(kind, how));
    const first = Math.min(...kinds.map((k) => k.ts[0] ?? 0), Infinity);
    const earliest = Number.isFinite(first) ? first : 0;
    // Where lines are out of order an earlier time may have come later than the first.
    if (earliest < 0)
      for (const { ts } of kinds) for (let i = 0; i < ts.length; i++) ts[i] = (ts[i] ?? 0) - earliest;
    const base = BigInt(low) + (BigInt(high) << 32n) + BigInt(Math.min(0, earliest));
    const span = Math.max(0, ...kinds.map((k) => k.ts[k.rows - 1] ?? 0));
    return { base, span, kinds, names };
  }

  #kind(id: number): Rows {
    const known = this.#kinds.get(id);
    if (known) return known;
    const described = this.#description.kinds.find((k) => k.id === id);
    if (!described) throw new Error(`mmtrace.wasm gave events of unknown kind ${id}`);
    const kind = new Rows(id, described.fields);
    this.#kinds.set(id, kind);
    return kind;
  }

  #appendTimes(kind: Rows, halves: Uint32Array): void {
    const ts = kind.ts.extend(halves.length / 2, this.#growth) as Float64Array;
    const [baseLow, baseHigh] = (this.#base ??= [halves[0] ?? 0, halves[1] ?? 0]);
    for (let i = 0; i < ts.length; i++) {
      const [low, high] = [halves[2 * i] ?? 0, halves[2 * i + 1] ?? 0];
      ts[i] = (high - baseHigh) * 2 ** 32 + (low - baseLow);
    }
  }

  #appendText(kind: Rows, text: GrowingText, places: Uint32Array, batch: Batch, memory: ArrayBuffer): void {
    const bytes = (places.at(-1) ?? 0) - (places[0] ?? 0);
    if (this.#text + bytes > this.#limits.text) {
      text.appendEmpty(batch.rows);
      kind.cut += batch.rows;
      return;
    }
    this.#text += bytes;
    text.append(places, new Uint8Array(memory, batch.heap, batch.heap_len), this.#growth);
  }

  #count(batch: Batch, kind: Rows): void {
    const own = kind.fields.map(({ type, item, lanes }) =>
      type === 'text'
        ? 4
        : type === 'vector'
          ? lanes * arrays(item)(0).BYTES_PER_ELEMENT
          : arrays(type)(0).BYTES_PER_ELEMENT,
    );
    const row = own.reduce((sum, bytes) => sum + bytes, 8 + 2 + 4 + 4 + 4);
    this.#bytes += batch.rows * row;
    if (this.#bytes + this.#text <= this.#limits.columns) return;
    throw new SourceError('The file holds more events than a browser’s tab has memory for.', {
      advice: 'Cut the file into parts, or open it on a server.',
    });
  }

  #ordered(kind: Rows, how: 'take' | 'peek'): KindColumns {
    const described = this.#description.kinds.find((k) => k.id === kind.id);
    const ts = kind.ts[how]() as Float64Array;
    const order = isSorted(ts) ? null : orderOf(ts);
    const sorted = <A extends Numbers>(values: A, lanes = 1): A => {
      if (!order) return values;
      const result = reordered(values, order, lanes);
      release(values.buffer);
      return result;
    };
    return {
      id: kind.id,
      name: described?.name ?? '',
      system: described?.system ?? '',
      doc: described?.doc ?? '',
      rows: kind.rows,
      ts: sorted(ts),
      cpu: sorted(kind.common.cpu[how]() as Uint16Array),
      pid: sorted(kind.common.pid[how]() as Int32Array),
      comm: sorted(kind.common.comm[how]() as Uint32Array),
      line: sorted(kind.common.line[how]() as Uint32Array),
      fields: kind.own.map((part, i) => ({
        ...(kind.fields[i] ?? NO_FIELD),
        values:
          part.kind === 'numbers' ? sorted(part.values[how](), part.lanes) : textOf(part.text[how](), order),
      })),
    };
  }
}

const NO_FIELD: ColumnDescription = { name: '', type: '', item: '', lanes: 1, unit: '', doc: '' };

function textOf(column: TextColumn, order: Uint32Array | null): TextColumn {
  return order ? reorderedText(column, order) : column;
}

/** A view of so many values in the module's memory. */
function viewOf(memory: ArrayBuffer, at: number, type: string, items: number): Numbers {
  const View = arrays(type)(0).constructor as new (buffer: ArrayBuffer, at: number, items: number) => Numbers;
  return new View(memory, at, items);
}
