/**
 * Batches of mmtrace.wasm collected into the columns of a store. Values are copied out of the module's memory
 * to where they stay, as far as is known beforehand how many will come. In the end ts becomes ns since the
 * earliest time, in place. So the columns depend on the rows and their order, not on how they came.
 */
import { SourceError } from '../../core/error';
import { ARRAYS, GrowingArray, release } from '../store/arrays';
import type { ColumnDescription, TraceDescription } from './module';
import { isSorted, orderOf, reordered, reorderedText } from '../store/sort';
import type { KindColumns, Numbers, TextColumn, TraceStore } from '../store/store';

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
  /** Bytes of a kind's text column at most: rows from the first one beyond on have empty texts. */
  text: number;
}

export const LIMITS: Limits = { columns: 3 * 2 ** 30, text: 64 * 2 ** 20 };

const COMMON = ['ts', 'cpu', 'pid', 'comm', 'line'] as const;
/** Columns of all that a line tells beside its time, by the type the store has them in. */
const COMMON_TYPES = { cpu: 'u16', pid: 's32', comm: 'u32', line: 'u32' } as const;

/** Of the rows that are expected, for which there is room: texts are hardly ever the same from end to end. */
const EXPECTED = 1.25;

/** The rows of a kind as the module gave them, in the order of the text. */
export interface RawKind {
  id: number;
  rows: number;
  ts: BigUint64Array;
  cpu: Uint16Array;
  pid: Int32Array;
  comm: Uint32Array;
  line: Uint32Array;
  own: readonly (Numbers | TextColumn)[];
}

/** What numbers of another reading are here: of strings, and how many lines more there are before its own. */
export interface Renumbering {
  names: Uint32Array;
  lines: number;
}

type Part =
  | { kind: 'numbers'; values: GrowingArray; lanes: number; type: string }
  | { kind: 'text'; text: GrowingText };

/** A kind's rows while they come. */
class Rows {
  readonly id: number;
  readonly fields: readonly ColumnDescription[];
  readonly ts = new GrowingArray((n) => new BigUint64Array(n));
  readonly common: Record<keyof typeof COMMON_TYPES, GrowingArray>;
  readonly own: Part[];
  rows = 0;
  /** Rows whose text found no room. */
  cut = 0;

  constructor(id: number, fields: readonly ColumnDescription[]) {
    this.id = id;
    this.fields = fields;
    const growing = (type: string) => new GrowingArray(arrays(type));
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
  readonly #places = new GrowingArray((n) => new Uint32Array(n));
  readonly #heap = new GrowingArray((n) => new Uint8Array(n));

  constructor() {
    this.#places.append(Uint32Array.of(0));
  }

  get bytes(): number {
    return this.#heap.length;
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

export class ColumnBuilder {
  readonly #description: TraceDescription;
  readonly #limits: Limits;
  readonly #kinds = new Map<number, Rows>();
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
      (name === 'ts' ? kind.ts : kind.common[name]).append(view(data, type), growth);
    });
    const heap = new Uint8Array(memory, batch.heap, batch.heap_len);
    kind.own.forEach((part, i) => {
      const { data = 0 } = batch.columns[COMMON.length + i] ?? {};
      if (part.kind === 'numbers') part.values.append(view(data, part.type, part.lanes), growth);
      else this.#appendText(kind, part.text, new Uint32Array(memory, data, batch.rows + 1), heap);
    });
    this.#count(batch.rows, kind);
  }

  /** The same of rows of another reading, which are over then. Whether its first is earlier than the last one here. */
  appendRaw(raw: RawKind, { names, lines }: Renumbering): boolean {
    const kind = this.#kind(raw.id);
    const growth = this.#growth;
    const earlier = raw.rows > 0 && kind.rows > 0 && (raw.ts[0] ?? 0n) < (kind.ts.last() as bigint);
    const renumbered = (to: GrowingArray, numbers: Uint32Array) => {
      const place = to.extend(numbers.length, growth);
      for (let i = 0; i < numbers.length; i++) place[i] = names[numbers[i] ?? 0] ?? 0;
    };
    kind.ts.append(raw.ts, growth);
    kind.common.cpu.append(raw.cpu, growth);
    kind.common.pid.append(raw.pid, growth);
    renumbered(kind.common.comm, raw.comm);
    const place = kind.common.line.extend(raw.rows, growth);
    for (let i = 0; i < raw.rows; i++) place[i] = Math.min((raw.line[i] ?? 0) + lines, LAST_LINE);
    kind.own.forEach((part, i) => {
      const values = raw.own[i];
      if (!values) return;
      if ('places' in values) {
        if (part.kind === 'text') this.#appendText(kind, part.text, values.places, values.heap);
      } else if (part.kind === 'numbers') {
        if (part.type === 'name') renumbered(part.values, values as Uint32Array);
        else part.values.append(values, growth);
      }
    });
    this.#count(raw.rows, kind);
    buffersOf(raw).forEach(release);
    return earlier;
  }

  /** All rows as they came. Nothing is left here. */
  raw(): RawKind[] {
    const kinds = [...this.#kinds.values()].map(({ id, rows, ts, common, own }): RawKind => ({
      id,
      rows,
      ts: ts.take() as BigUint64Array,
      cpu: common.cpu.take() as Uint16Array,
      pid: common.pid.take() as Int32Array,
      comm: common.comm.take() as Uint32Array,
      line: common.line.take() as Uint32Array,
      own: own.map((part) => (part.kind === 'numbers' ? part.values.take() : part.text.take())),
    }));
    this.#kinds.clear();
    return kinds;
  }

  /** What has come is not needed. */
  drop(): void {
    this.raw().flatMap(buffersOf).forEach(release);
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
    const rows = [...this.#kinds.values()].sort((a, b) => a.id - b.id);
    const times = rows.map((kind) => kind.ts[how]() as BigUint64Array);
    const base = earliestOf(times);
    const kinds = rows.map((kind, i) =>
      this.#ordered(kind, sinceBase(times[i] ?? new BigUint64Array(), base), how),
    );
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

  #appendText(kind: Rows, text: GrowingText, places: Uint32Array, heap: Uint8Array): void {
    const rows = places.length - 1;
    const end = (places[0] ?? 0) + (kind.cut > 0 ? 0 : this.#limits.text - text.bytes);
    let fit = rows;
    if ((places[rows] ?? 0) > end) for (fit = 0; (places[fit + 1] ?? 0) <= end && kind.cut === 0;) fit++;
    const before = text.bytes;
    text.append(places.subarray(0, fit + 1), heap, this.#growth);
    this.#text += text.bytes - before;
    if (fit === rows) return;
    text.appendEmpty(rows - fit);
    kind.cut += rows - fit;
  }

  #count(rows: number, kind: Rows): void {
    kind.rows += rows;
    const own = kind.fields.map(({ type, item, lanes }) =>
      type === 'text'
        ? 4
        : type === 'vector'
          ? lanes * arrays(item)(0).BYTES_PER_ELEMENT
          : arrays(type)(0).BYTES_PER_ELEMENT,
    );
    const row = own.reduce((sum, bytes) => sum + bytes, 8 + 2 + 4 + 4 + 4);
    this.#bytes += rows * row;
    if (this.#bytes + this.#text <= this.#limits.columns) return;
    throw new SourceError('The file holds more events than a browser’s tab has memory for.', {
      advice: 'Cut the file into parts, or open it on a server.',
    });
  }

  #ordered(kind: Rows, ts: Float64Array, how: 'take' | 'peek'): KindColumns {
    const described = this.#description.kinds.find((k) => k.id === kind.id);
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

/** Of a line beyond what a column has room for. */
const LAST_LINE = 2 ** 32 - 1;

/** Of all columns of a kind, each once. */
export function buffersOf({ ts, cpu, pid, comm, line, own }: RawKind): ArrayBuffer[] {
  const values = own.flatMap((part) => ('places' in part ? [part.places, part.heap] : [part]));
  return [ts, cpu, pid, comm, line, ...values].map(({ buffer }) => buffer as ArrayBuffer);
}

const halvesOf = (ts: BigUint64Array) => new Uint32Array(ts.buffer, ts.byteOffset, 2 * ts.length);

/** In halves: no bigint per row. 0 where there are no times. */
function earliestOf(times: readonly BigUint64Array[]): bigint {
  let [low, high] = [Infinity, Infinity];
  for (const halves of times.map(halvesOf)) {
    for (let i = 0; i < halves.length; i += 2) {
      const [l, h] = [halves[i] ?? 0, halves[i + 1] ?? 0];
      if (h < high || (h === high && l < low)) [low, high] = [l, h];
    }
  }
  return high === Infinity ? 0n : BigInt(low) + (BigInt(high) << 32n);
}

/** In the same memory. */
function sinceBase(times: BigUint64Array, base: bigint): Float64Array {
  const ts = new Float64Array(times.buffer, times.byteOffset, times.length);
  const halves = halvesOf(times);
  const [baseLow, baseHigh] = [Number(base & 0xffffffffn), Number(base >> 32n)];
  for (let i = 0; i < ts.length; i++) {
    const [low, high] = [halves[2 * i] ?? 0, halves[2 * i + 1] ?? 0];
    ts[i] = (high - baseHigh) * 2 ** 32 + (low - baseLow);
  }
  return ts;
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
