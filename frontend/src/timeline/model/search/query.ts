/** Events of a capture that the page holds, by the words of `query-parser.ts`. */
import type { KindColumns, TraceStore } from '../../../trace/store/store';
import { readerOf, type Reader } from '../events/column-reader';
import { valuePhrase } from '../events/event-phrases';
import { queryWords, type QueryWord } from './query-parser';
import type { Order } from '../events/event-order';
import { pauseWork, PORTION, type WorkProgress } from '../../../core/work/progress';

type Test = (row: number) => boolean;
/** True or false where it is so for a whole kind. */
type KindTest = (kind: KindColumns) => Test | boolean;

interface Query {
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
  const hasField = (name: string) => store.kinds.some((k) => k.fields.some((f) => f.name === name));
  const { words, complaint } = queryWords(text, hasField);
  return { tests: words.map((word) => testOf(word, store)), complaint };
}

function testOf(word: QueryWord, store: TraceStore): KindTest {
  switch (word.of) {
    case 'kind':
      return ({ name, system }) => `${system}:${name}`.includes(word.value);
    case 'task': {
      const numbers = namesWith(word.value.toLowerCase(), store);
      return (kind) => (row) => numbers.has(kind.comm[row] ?? 0);
    }
    case 'cpu':
    case 'pid': {
      const { of, number } = word;
      return (kind) => {
        const column = kind[of];
        return (row) => column[row] === number;
      };
    }
    case 'field':
      return fieldTest(word.name, word.sign, word.value, store);
    case 'any':
      return bareTest(word.value, store);
  }
}

function fieldTest(name: string, sign: string, value: string, store: TraceStore): KindTest {
  const holds = COMPARE[sign];
  const number = Number(value);
  return (kind) => {
    const field = kind.fields.find((f) => f.name === name);
    if (!field || !holds) return false;
    const reader: Reader | null = field.lanes === 1 && field.type !== 'name' ? readerOf(field) : null;
    if (reader && !Number.isNaN(number)) return (row) => holds(reader(row), number);
    const wanted = value.toLowerCase();
    const is = (row: number) => valuePhrase(store, kind, field, row).toLowerCase() === wanted;
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
      texts.some((f) => valuePhrase(store, kind, f, row).toLowerCase().includes(text));
  };
}

/** Places in the order of the events that meet all tests. */
export async function search(
  query: Query,
  store: TraceStore,
  order: Order,
  pulse: WorkProgress,
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
    if (i % PORTION === PORTION - 1) await pauseWork(pulse, i / order.length);
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
