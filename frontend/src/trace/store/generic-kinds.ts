/**
 * Events that no table knows, as kinds of their own: one for each name, with the fields that their texts tell as
 * `name=value`. So whatever a script prints has tracks by kind, CPU, node, device and task, and can be measured.
 */
import { TRACE_KINDS, type TraceKindName } from '../gen/tables';
import { reordered, reorderedText } from './sort';
import type { FieldInfo, KindColumns, Numbers, TextColumn, TraceStore } from './store';
import { stringOf } from './strings';

/** The kind whose rows they are in the module's table. */
export const GENERIC_KIND = 'other_event' satisfies TraceKindName;

/** Numbers of the table's kinds are below. */
const FIRST_ID = 256;

/** Texts of so many rows of a kind are taken apart; of more, they stay as they are. */
const ROWS_MAX = 1 << 20;
/** Fields are those that the first rows tell, so many rows and so many fields. */
const [LOOKED_AT, FIELDS_MAX] = [64, 31];
/** Strings that come to the dictionary; what comes after them is dropped. */
const NAMES_MAX = 1 << 16;

type Own = KindColumns['fields'][number];

/** The store with kinds of their own instead of the one of the table, behind the others. */
export function withGenericKinds(store: TraceStore): TraceStore {
  const other = store.kinds.find((k) => k.name === GENERIC_KIND);
  const [name, text] = other?.fields ?? [];
  if (!other || !name || !text || !('places' in text.values)) return store;
  const names = [...store.names];
  const numbers = new Dictionary(names);
  const titles = new Set<string>();
  const kinds = [...rowsBy(name.values as Uint32Array)].map(([number, rows], i): KindColumns => {
    const { title, system } = titleOf(store.names[number] ?? '', titles);
    const texts = reorderedText(text.values as TextColumn, rows);
    return {
      id: FIRST_ID + i,
      name: title,
      system,
      doc: other.doc,
      own: true,
      rows: rows.length,
      ts: reordered(other.ts, rows),
      cpu: reordered(other.cpu, rows),
      pid: reordered(other.pid, rows),
      comm: reordered(other.comm, rows),
      line: reordered(other.line, rows),
      fields: fieldsOf(texts, text, numbers),
    };
  });
  return { ...store, kinds: [...store.kinds.filter((k) => k !== other), ...kinds], names };
}

/** Rows by what a column holds, each in order: the values as they first come. */
function rowsBy(values: Uint32Array): Map<number, Uint32Array> {
  const counts = new Map<number, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  const rows = new Map([...counts].map(([value, n]) => [value, new Uint32Array(n)]));
  counts.clear();
  values.forEach((value, row) => {
    const at = counts.get(value) ?? 0;
    const list = rows.get(value);
    if (list) list[at] = row;
    counts.set(value, at + 1);
  });
  return rows;
}

/** `taken`: titles are used once. */
function titleOf(name: string, taken: Set<string>): { title: string; system: string } {
  const colon = name.lastIndexOf(':');
  const short = name.slice(colon + 1);
  const plain = name === '' ? 'further names' : short === '' || taken.has(short) ? name : short;
  let title = plain in TRACE_KINDS ? `${plain} (own)` : plain;
  while (taken.has(title)) title += '′';
  taken.add(title);
  return { title, system: colon > 0 ? name.slice(0, colon) : '' };
}

class Dictionary {
  readonly #names: string[];
  readonly #numbers: Map<string, number>;
  #room = NAMES_MAX;

  constructor(names: string[]) {
    this.#names = names;
    this.#numbers = new Map(names.map((name, i) => [name, i]));
  }

  /** 0, the empty string, where there is no room. */
  number(name: string): number {
    const known = this.#numbers.get(name);
    if (known !== undefined) return known;
    if (this.#room-- <= 0) return 0;
    this.#numbers.set(name, this.#names.length);
    return this.#names.push(name) - 1;
  }
}

/** What the common columns have already. */
const HEAD = /^(comm|cpu|[pt]id|t|ts|nsecs|time(stamp)?|(ts|time)_(ns|us|ms|s))$/i;
const PAIR = /(?:^|[\s,])([A-Za-z_]\w*)=(\S*)/g;

function pairsOf(text: string): Map<string, string> {
  const pairs = new Map<string, string>();
  for (const [, name = '', value = ''] of text.matchAll(PAIR)) {
    if (!HEAD.test(name)) pairs.set(name, value.replace(/,$/, ''));
  }
  return pairs;
}

function fieldsOf(texts: TextColumn, text: Own, numbers: Dictionary): Own[] {
  const rows = texts.places.length - 1;
  const whole: Own = { ...text, values: texts };
  if (rows > ROWS_MAX) return [whole];
  const textAt = (row: number) => stringOf(texts.heap.subarray(texts.places[row], texts.places[row + 1]));
  const names = new Set<string>();
  for (let row = 0; row < Math.min(rows, LOOKED_AT); row++) {
    for (const name of pairsOf(textAt(row)).keys()) if (names.size < FIELDS_MAX) names.add(name);
  }
  const columns = new Map([...names].map((name) => [name, Array.from<string>({ length: rows }).fill('')]));
  let rest = false;
  for (let row = 0; row < rows; row++) {
    const line = textAt(row);
    for (const [name, value] of pairsOf(line)) {
      const values = columns.get(name);
      if (values) values[row] = value;
      else rest = true;
    }
    rest ||= line.replace(PAIR, '').trim() !== '';
  }
  const fields = [...columns].map(([name, values]) => fieldOf(name, values, numbers));
  // A text that its fields tell whole says nothing more.
  return rest || fields.length === 0 ? [...fields, whole] : fields;
}

const NODE = /^(nid|node|node_id)$/;
/** What people's scripts call a disk or its number. */
export const DISK = /^(.+_)?(disk|b?dev|device)$/i;
/** A number of one, as the kernel bounds it (include/linux/kdev_t.h): `cluster=0:39018` is none, by its name. */
const DEVICE = /^(\d{1,3}|[123]\d{3}|40[0-8]\d|409[0-5])[:,]\d{1,7}$/;
const INTEGER = /^-?\d{1,18}$/;
/** What "the line does not tell" is in these types. */
const [NO_S16, NO_S64, NO_DEVICE] = [-(2 ** 15), -(2n ** 63n), 0xffffffff];

function fieldOf(name: string, values: readonly string[], numbers: Dictionary): Own {
  const all = (like: RegExp) => values.every((value) => value === '' || like.test(value));
  const made = (type: string, column: Numbers): Own => ({ ...fieldInfo(name, type), values: column });
  if (DISK.test(name) && all(DEVICE)) return made('dev', Uint32Array.from(values, deviceNumber));
  if (!all(INTEGER))
    return made(
      'name',
      Uint32Array.from(values, (value) => numbers.number(value)),
    );
  if (NODE.test(name) && values.every((value) => Math.abs(Number(value)) < 2 ** 15))
    return made(
      's16',
      Int16Array.from(values, (value) => (value === '' ? NO_S16 : Number(value))),
    );
  return made(
    's64',
    BigInt64Array.from(values, (value) => (value === '' ? NO_S64 : BigInt(value))),
  );
}

const fieldInfo = (name: string, type: string): FieldInfo => ({
  name,
  type,
  unit: '',
  lanes: 1,
  doc: 'as in the text',
});

/** major << 20 | minor. */
function deviceNumber(text: string): number {
  if (text === '') return NO_DEVICE;
  const [major = 0, minor = 0] = text.split(/[:,]/).map(Number);
  return major * 2 ** 20 + (minor % 2 ** 20);
}
