/**
 * What one searches for: words that must all hold, with blanks between them.
 *   kind:vmscan  cpu:3  task:kswapd0  nr_reclaimed=0  lat>1000  readahead
 * A bare word is looked for in the names of kinds and tasks and in the texts of fields.
 */
import type { KindColumns, TraceStore } from '../../trace/store';
import { readerOf, type Reader } from './columns';
import { valueWords } from './describe';
import type { Order } from './order';
import { breathe, PORTION, type Pulse } from './pulse';

type Test = (row: number) => boolean;
/** True or false where it is so for a whole kind. */
type KindTest = (kind: KindColumns) => Test | boolean;

export interface Query {
  tests: readonly KindTest[];
  /** What could not be read, in words. */
  complaint: string | null;
}

const COMPARE: Readonly<Record<string, (a: number, b: number) => boolean>> = {
  '=': (a, b) => a === b,
  '!=': (a, b) => a !== b,
  '<': (a, b) => a < b,
  '<=': (a, b) => a <= b,
  '>': (a, b) => a > b,
  '>=': (a, b) => a >= b,
};

export function parseQuery(text: string, store: TraceStore): Query {
  const tests: KindTest[] = [];
  let complaint: string | null = null;
  for (const word of text.split(/\s+/).filter(Boolean)) {
    const made = testOf(word, store);
    if (typeof made === 'string') complaint ??= made;
    else tests.push(made);
  }
  return { tests, complaint };
}

function testOf(word: string, store: TraceStore): KindTest | string {
  const facet = /^(kind|cpu|task|pid):(.*)$/.exec(word);
  if (facet) return facetTest(facet[1] ?? '', facet[2] ?? '', store);
  const compare = /^([a-z_]\w*)(<=|>=|!=|=|<|>)(.+)$/.exec(word);
  if (compare) return fieldTest(compare[1] ?? '', compare[2] ?? '', compare[3] ?? '', store);
  return bareTest(word.toLowerCase(), store);
}

function facetTest(facet: string, value: string, store: TraceStore): KindTest | string {
  if (value === '') return `“${facet}:” needs a value behind it.`;
  if (facet === 'kind') {
    return ({ name, system }) => `${system}:${name}`.includes(value);
  }
  if (facet === 'task') {
    const numbers = namesWith(value.toLowerCase(), store);
    return (kind) => (row) => numbers.has(kind.comm[row] ?? 0);
  }
  const number = Number(value);
  if (!Number.isInteger(number))
    return `“${value}” is not the number of a ${facet === 'cpu' ? 'CPU' : 'task'}.`;
  return (kind) => {
    const column = facet === 'cpu' ? kind.cpu : kind.pid;
    return (row) => column[row] === number;
  };
}

function fieldTest(name: string, sign: string, value: string, store: TraceStore): KindTest | string {
  const holds = COMPARE[sign];
  const number = Number(value);
  if (!store.kinds.some((k) => k.fields.some((f) => f.name === name))) {
    return `No kind of this capture has a field “${name}”.`;
  }
  return (kind) => {
    const field = kind.fields.find((f) => f.name === name);
    if (!field || !holds) return false;
    const reader: Reader | null = field.lanes === 1 && field.type !== 'name' ? readerOf(field) : null;
    if (reader && !Number.isNaN(number)) return (row) => holds(reader(row), number);
    const wanted = value.toLowerCase();
    const is = (row: number) => valueWords(store, kind, field, row).toLowerCase() === wanted;
    return sign === '!=' ? (row) => !is(row) : sign === '=' ? is : false;
  };
}

/** Numbers of the strings of the dictionary that hold a text in lower case. */
function namesWith(text: string, store: TraceStore): Set<number> {
  const found = new Set<number>();
  store.names.forEach((name, i) => {
    if (i > 0 && name.toLowerCase().includes(text)) found.add(i);
  });
  return found;
}

function bareTest(text: string, store: TraceStore): KindTest {
  const names = namesWith(text, store);
  return (kind) => {
    if (`${kind.system}:${kind.name}`.toLowerCase().includes(text)) return true;
    const texts = kind.fields.filter((f) => f.type === 'text');
    const named = kind.fields.flatMap((f) => (f.type === 'name' && f.lanes === 1 ? (readerOf(f) ?? []) : []));
    if (names.size === 0 && texts.length === 0) return false;
    return (row) =>
      names.has(kind.comm[row] ?? 0) ||
      named.some((read) => names.has(read(row))) ||
      texts.some((f) => valueWords(store, kind, f, row).toLowerCase().includes(text));
  };
}

/** Places in the order of the events that meet all tests. */
export async function search(
  query: Query,
  store: TraceStore,
  order: Order,
  pulse: Pulse,
): Promise<Uint32Array> {
  const byKind = store.kinds.map((kind) => {
    const tests: Test[] = [];
    for (const make of query.tests) {
      const test = make(kind);
      if (test === false) return null;
      if (test !== true) tests.push(test);
    }
    return tests;
  });
  let found = new Uint32Array(1024);
  let n = 0;
  for (let i = 0; i < order.length; i++) {
    if (i % PORTION === PORTION - 1) await breathe(pulse, i / order.length);
    const tests = byKind[order.kind[i] ?? 0];
    if (!tests) continue;
    const row = order.row[i] ?? 0;
    if (!tests.every((test) => test(row))) continue;
    if (n === found.length) {
      const more = new Uint32Array(Math.min(order.length, n * 2));
      more.set(found);
      found = more;
    }
    found[n++] = i;
  }
  return found.slice(0, n);
}
