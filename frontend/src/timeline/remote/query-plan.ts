/**
 * What one searches for in a capture on the server, in the same words as in one that is read here (`model/search/query-parser.ts`):
 * kinds that are found whole are drawn from windows; of others the server is asked for the events that meet conditions.
 */
import { enumOf } from '../model/events/event-phrases';
import { queryWords, type QueryWord } from '../model/search/query-parser';
import type { KindResponse } from './responses';

/** As the server takes them; see the README of the backend. */
export interface Condition {
  /** Left out: any text of the event. */
  field?: string;
  op: string;
  value: string;
  /** What a number is compared with. */
  number?: number;
}

interface QueryCondition {
  kinds: string[];
  meets: Condition[];
}

interface QueryPlan {
  /** Places of the kinds of which every event is found. */
  whole: number[];
  /** What the server is to look for, those kinds too; empty where they are all. */
  wanted: QueryCondition[];
  complaint: string | null;
}

/** Of a kind: all of its events, none, or those that meet it. */
type Word = (kind: KindResponse) => Condition | boolean;

export function queryPlanOf(text: string, kinds: readonly KindResponse[]): QueryPlan {
  const hasField = (name: string) => kinds.some(({ fields }) => fields.some((f) => f.name === name));
  const { words: read, complaint } = queryWords(text, hasField);
  const words = read.map(wordOf);
  const nothing = { whole: [], wanted: [], complaint };
  if (words.length === 0 || complaint !== null) return nothing;
  const whole: number[] = [];
  const byConditions = new Map<string, QueryCondition>();
  for (const [place, kind] of kinds.entries()) {
    const conditions = words.map((word) => word(kind));
    if (conditions.includes(false)) continue;
    const meets = conditions.filter((condition) => typeof condition !== 'boolean');
    if (meets.length === 0) whole.push(place);
    const key = JSON.stringify(meets);
    const wanted = byConditions.get(key) ?? { kinds: [], meets };
    wanted.kinds.push(kind.name);
    byConditions.set(key, wanted);
  }
  const wanted = [...byConditions.values()];
  return { whole, wanted: wanted.some(({ meets }) => meets.length > 0) ? wanted : [], complaint };
}

function wordOf(word: QueryWord): Word {
  switch (word.of) {
    case 'kind':
      return ({ name, system }) => `${system}:${name}`.includes(word.value);
    case 'task':
      return () => ({ field: 'comm', op: 'has', value: word.value });
    case 'cpu':
    case 'pid':
      return () => ({ field: word.of, op: '=', value: word.value, number: word.number });
    case 'field':
      return fieldWord(word.name, word.sign, word.value);
    case 'any':
      return ({ name, system }) =>
        `${system}:${name}`.toLowerCase().includes(word.value) || { op: 'has', value: word.value };
  }
}

function fieldWord(name: string, op: string, value: string): Word {
  return (kind) => {
    const field = kind.fields.find((f) => f.name === name);
    if (!field) return false;
    const number = numberOf(kind.name, field, value);
    // What has names is the same or another, but no more than another.
    if (number === null && op !== '=' && op !== '!=') return false;
    return { field: name, op, value, ...(number === null ? {} : { number }) };
  };
}

/** What the words of a value stand for; null where that is no number. */
function numberOf(
  kind: string,
  { name, type }: KindResponse['fields'][number],
  value: string,
): number | null {
  const number = Number(value);
  if (!Number.isNaN(number)) return number;
  const [, major, minor] = /^(\d+):(\d+)$/.exec(value) ?? [];
  if (type === 'dev' && major !== undefined) return Number(major) * 2 ** 20 + Number(minor);
  const place = enumOf(kind, name)?.findIndex((word) => word.toLowerCase() === value.toLowerCase()) ?? -1;
  return place < 0 ? null : place;
}
