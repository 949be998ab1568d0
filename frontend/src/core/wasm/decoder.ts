/**
 * Records in the core's memory, decoded by the core's own description of them (types.ts says how
 * values arrive). Compiled once per instance: one closure per field.
 */
import { COUNTERPARTS, type EventRecord, type StateView } from '../types';
import type { EventFields, StateTables } from '../gen/tables';
import type { Core, Description, FieldDescription } from './module';

type Value = number | string | readonly number[] | readonly Record<string, unknown>[];
type Read = (view: DataView, at: number) => Value;
type Row = Record<string, Value>;
type Glance = new (view: () => DataView, at: number, index: number) => object;

/** Tables and kinds whose vectors a field of another name counts. */
const IN_USE: {
  list: Partial<Record<keyof StateTables['list'][number], keyof StateTables['list'][number]>>;
  zonelist: Partial<Record<keyof EventFields['zonelist'], keyof EventFields['zonelist']>>;
  zone_level: Partial<Record<keyof EventFields['zone_level'], keyof EventFields['zone_level']>>;
} = {
  list: { type: 'n', prio: 'n' },
  zonelist: { zone: 'n' },
  zone_level: { zone: 'n', free: 'n', batch: 'n', taken: 'n', reclaimed: 'n', scanned: 'n' },
};

/**
 * Which field says how many lanes of a vector are in use: `visits` for visit_…, `list_n` for list_…. Other
 * vectors have a lane per node, or end at the last list.
 */
function countOf(owner: string, field: FieldDescription, fields: readonly FieldDescription[]) {
  const named = (IN_USE as Record<string, Partial<Record<string, string>> | undefined>)[owner]?.[field.name];
  if (named !== undefined || field.lanes === 1 || field.type === 'text') return named;
  const prefix = /^[a-z]+_/.exec(field.name)?.[0] ?? '';
  const counts: Partial<Record<string, string>> = { visit_: 'visits', list_: 'list_n' };
  return fields.find((f) => f.name === counts[prefix])?.name;
}

/** MMS_NO_LIST: the plist key where a node has no list. */
const NO_LIST = 32767;

const SCALARS: Record<string, { size: number; read: (view: DataView, at: number) => number }> = {
  u8: { size: 1, read: (v, at) => v.getUint8(at) },
  u16: { size: 2, read: (v, at) => v.getUint16(at, true) },
  u32: { size: 4, read: (v, at) => v.getUint32(at, true) },
  s16: { size: 2, read: (v, at) => v.getInt16(at, true) },
  s32: { size: 4, read: (v, at) => v.getInt32(at, true) },
  u64: { size: 8, read: (v, at) => v.getUint32(at, true) + v.getUint32(at + 4, true) * 2 ** 32 },
  s64: { size: 8, read: (v, at) => v.getUint32(at, true) + v.getInt32(at + 4, true) * 2 ** 32 },
};

const utf8 = new TextDecoder();

function readText(view: DataView, at: number, lanes: number): string {
  const bytes = new Uint8Array(view.buffer, at, lanes);
  const end = bytes.indexOf(0);
  return utf8.decode(bytes.subarray(0, end < 0 ? lanes : end));
}

function withoutMissingLists(lanes: number[]): number[] {
  let n = lanes.length;
  while (n > 0 && lanes[n - 1] === NO_LIST) n--;
  return lanes.slice(0, n);
}

export class Decoder {
  readonly #structs: Record<string, { size: number; read: (view: DataView, at: number) => Row }> = {};
  readonly #kinds = new Map<
    number,
    { name: string; read: (view: DataView, at: number) => Row; Glance: Glance }
  >();
  readonly #description: Description;
  readonly #api: Core['api'] | null;
  readonly #tables: {
    name: string;
    rows: number;
    offset: number;
    stride: number;
    /** Offset in a row of its column `present`; -1 where rows are always there. */
    present: number;
    read: (view: DataView, at: number) => Row;
  }[];

  /** `api`: the core's, where its events are read. */
  constructor(description: Description, api: Core['api'] | null = null) {
    this.#api = api;
    this.#description = description;
    for (const name of ['error', ...Object.keys(description.structs).filter((s) => s !== 'error')]) {
      const struct = description.structs[name];
      if (!struct) throw new Error(`the core does not describe struct ${name}`);
      this.#structs[name] = { size: struct.size, read: this.#record(name, struct.fields) };
    }
    const { common, kinds, line } = description.event;
    const place: FieldDescription = { name: 'line', ...line, lanes: 1, enum: null };
    for (const kind of kinds) {
      const read = this.#record(kind.name, [...common, place, ...kind.fields]);
      const Glance = this.#glance(kind.name, [...common, place, ...kind.fields]);
      this.#kinds.set(kind.id, { name: kind.name, read, Glance });
    }
    this.#tables = description.state.tables.map((t) => ({
      ...t,
      present: t.columns.find((c) => c.name === 'present')?.offset ?? -1,
      read: this.#record(t.name, t.columns),
    }));
  }

  /** Number of the kind of the event at `at`. */
  kindAt(view: DataView, at: number): string | undefined {
    return this.#kinds.get(view.getUint8(at + this.#description.event.kind.offset))?.name;
  }

  event(view: DataView, at: number, index: number): EventRecord {
    const { name, read } = this.#kind(view, at);
    const event = { kind: name, index, ...read(view, at) };
    const whole =
      name in COUNTERPARTS ? { ...event, counterpart: this.#counterpart(view, at, index) } : event;
    return whole as unknown as EventRecord;
  }

  /** The decision of an unpatched kernel at `at` as one of ours, by the core. */
  #counterpart(view: DataView, at: number, index: number): EventRecord {
    if (!this.#api) throw new Error('a counterpart is asked of a module that has none');
    const { size } = this.#description.event;
    const staging = this.#api.mms_staging(size);
    const { buffer } = this.#api.memory;
    new Uint8Array(buffer, staging).set(new Uint8Array(view.buffer, view.byteOffset + at, size));
    return this.event(new DataView(buffer), this.#api.mms_counterpart(), index);
  }

  /**
   * The same event with each field read when it is asked for: for those who look at few fields of very many
   * events. Good until the log is changed; it has no properties of its own, so it cannot be copied or sent.
   */
  glance(view: () => DataView, at: number, index: number): EventRecord {
    const { Glance } = this.#kind(view(), at);
    return new Glance(view, at, index) as unknown as EventRecord;
  }

  #kind(view: DataView, at: number) {
    const id = view.getUint8(at + this.#description.event.kind.offset);
    const kind = this.#kinds.get(id);
    if (!kind) throw new Error(`the core logged an event of unknown kind ${id}`);
    return kind;
  }

  /** The visible state at `at`: the tables named, all of them where none is. */
  state(view: DataView, at: number, tables?: readonly string[]): StateView {
    const state: Record<string, Row[]> = {};
    for (const t of this.#tables) {
      if (tables && !tables.includes(t.name)) {
        state[t.name] = [];
        continue;
      }
      const row = (i: number) => at + t.offset + i * t.stride;
      const there = (i: number) => t.present < 0 || view.getUint8(row(i) + t.present) !== 0;
      let rows = t.rows;
      while (rows > 0 && !there(rows - 1)) rows--;
      // Absent rows are all alike: one stands for all, also when a frame is sent from thread to thread.
      let absent: Row | null = null;
      state[t.name] = Array.from({ length: rows }, (_, i) =>
        there(i) ? t.read(view, row(i)) : (absent ??= t.read(view, row(i))),
      );
    }
    return state as unknown as StateView;
  }

  /** The struct `name` of structs.def at `at`; `index` for arrays of them. */
  struct(name: string, view: DataView, at: number, index = 0): Row {
    const struct = this.#structs[name];
    if (!struct) throw new Error(`the core does not describe struct ${name}`);
    return struct.read(view, at + index * struct.size);
  }

  #record(owner: string, fields: FieldDescription[]): (view: DataView, at: number) => Row {
    const reads = fields.map((f) => [f.name, this.#field(f), countOf(owner, f, fields)] as const);
    return (view, at) => {
      const row: Row = {};
      for (const [name, read] of reads) row[name] = read(view, at);
      for (const [name, , count] of reads) {
        if (count !== undefined) row[name] = (row[name] as number[]).slice(0, row[count] as number);
      }
      return row;
    };
  }

  /** A class whose getters read the fields of a kind. */
  #glance(kind: string, fields: FieldDescription[]): Glance {
    const counterpart = (view: DataView, at: number, index: number) => this.#counterpart(view, at, index);
    class Event {
      readonly #view: () => DataView;
      readonly #at: number;
      readonly index: number;
      constructor(view: () => DataView, at: number, index: number) {
        this.#view = view;
        this.#at = at;
        this.index = index;
      }
      static read(event: Event, read: Read): Value {
        return read(event.#view(), event.#at);
      }
      static counterpart(event: Event): EventRecord {
        return counterpart(event.#view(), event.#at, event.index);
      }
    }
    Object.defineProperty(Event.prototype, 'kind', { value: kind });
    for (const field of fields) {
      const [all, count] = [this.#field(field), countOf(kind, field, fields)];
      const get = function (this: Event & Record<string, Value>): Value {
        const value = Event.read(this, all);
        return count === undefined ? value : (value as number[]).slice(0, this[count] as number);
      };
      Object.defineProperty(Event.prototype, field.name, { get });
    }
    if (kind in COUNTERPARTS)
      Object.defineProperty(Event.prototype, 'counterpart', {
        get(this: Event) {
          return Event.counterpart(this);
        },
      });
    return Event;
  }

  #field({ type, lanes, offset, enum: list }: FieldDescription): Read {
    if (type === 'text') return (view, at) => readText(view, at + offset, lanes);
    if (type in this.#structs) {
      return (view, at) => Array.from({ length: lanes }, (_, i) => this.struct(type, view, at + offset, i));
    }
    const scalar = SCALARS[type];
    if (!scalar) throw new Error(`the core describes a field of unknown type ${type}`);
    const { size, read } = scalar;
    if (lanes > 1) {
      const missing = type === 's16' ? withoutMissingLists : (values: number[]) => values;
      return (view, at) =>
        missing(Array.from({ length: lanes }, (_, i) => read(view, at + offset + i * size)));
    }
    if (list === null) return (view, at) => read(view, at + offset);
    const names = new Map((this.#description.enums[list] ?? []).map((v) => [v.value, v.name]));
    return (view, at) => {
      const value = read(view, at + offset);
      return names.get(value) ?? String(value);
    };
  }
}
