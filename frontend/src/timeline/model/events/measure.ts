/**
 * What can be measured of events beside their number: a numeric field by its name, whatever kinds have it,
 * and the time from the issue of a request to its completion, which no field holds.
 */
import { atOnce } from '../../../core/work/work';
import { NOTHING_MISSING, type Missing } from '../../../trace/statistics/gaps';
import { COMMANDS, pairsIn, REQUESTS, timesOf, type PairSort } from '../../../trace/statistics/pairs';
import type { ClockUnit } from '../../../trace/report/phrases';
import { hasKind } from '../../../trace/store/lookup';
import type { KindColumns, TraceStore } from '../../../trace/store/store';
import { readerOf, type Reader } from './column-reader';

export interface Measure {
  /** Its name is its field's; LATENCY is none. */
  name: string;
  unit: string;
  doc: string;
  /** By place in `store.kinds`; null where a kind has no such value. */
  values: readonly (Reader | null)[];
}

export const LATENCY = 'issue to complete';

const MEASURABLE = new Set(['u8', 'u16', 'u32', 'u64', 's16', 's32', 's64']);
/** Numbers that name something or say a place: their mean means nothing. */
const NAMES = new Set([
  ...[
    'nid',
    'node',
    'node_id',
    'zone',
    'type',
    'list',
    'pfn',
    'sector',
    'dev',
    'mode',
    'how',
    'end',
    'reason',
  ],
  ...[
    'op',
    'ino',
    'offset',
    'cmdid',
    'qid',
    'ctrl_id',
    'nsid',
    'pref',
    'highest',
    'classzone',
    'migratetype',
  ],
  ...[
    'highest_zoneidx',
    'caller',
    'verdict',
    'mark',
    'prev',
    'cur',
    'start',
    'status',
    'why',
    'seq',
    'lo',
    'hi',
    'tag',
  ],
]);

/** Whether a field of that name can be measured. */
export const isMeasured = (name: string): boolean => !NAMES.has(name);

/** What can be measured, without the values. By name. */
export function measurable(
  store: TraceStore,
  unit: ClockUnit | null = null,
): { name: string; unit: string; doc: string }[] {
  const found = new Map<string, { name: string; unit: string; doc: string }>();
  for (const kind of store.kinds) {
    if (kind.rows === 0) continue;
    for (const { name, unit: own, doc, type, lanes } of kind.fields) {
      if (lanes === 1 && MEASURABLE.has(type) && isMeasured(name) && !found.has(name)) {
        found.set(name, { name, unit: own, doc });
      }
    }
  }
  const all = [...found.values()].sort((a, b) => a.name.localeCompare(b.name));
  const paired = PAIRS.some(({ begin, end }) => hasKind(store, begin) && hasKind(store, end));
  const doc = 'from the issue of a request to its completion, found by what both name';
  return paired ? [{ name: LATENCY, unit: unit ? `${unit.name}s` : 'ns', doc }, ...all] : all;
}

/** The number that a script's own kind tells of its events, the first that is one; null where it tells none. */
export function numberOf(store: TraceStore, kind: KindColumns): Measure | null {
  const field = kind.fields.find((f) => f.lanes === 1 && MEASURABLE.has(f.type) && !NAMES.has(f.name));
  const values = kind.own && field ? readerOf(field) : null;
  if (!field || !values) return null;
  const { name, unit, doc } = field;
  return { name, unit, doc, values: store.kinds.map((k) => (k === kind ? values : null)) };
}

/** Null where the store has no such measure. */
export function measureOf(
  store: TraceStore,
  name: string,
  missing: Missing = NOTHING_MISSING,
  unit: ClockUnit | null = null,
): Measure | null {
  const about = measurable(store, unit).find((m) => m.name === name);
  if (!about) return null;
  if (name === LATENCY) return { ...about, values: latencies(store, missing, unit?.size ?? 1) };
  const values = store.kinds.map((kind) => {
    const field = kind.fields.find((f) => f.name === name && f.lanes === 1 && MEASURABLE.has(f.type));
    return field ? readerOf(field) : null;
  });
  return { ...about, values };
}

const PAIRS: readonly PairSort[] = [REQUESTS, COMMANDS];

/** ns, or what the clock counts, from issue to completion, by place in `store.kinds` and row; null where a kind is no completion. */
function latencies(store: TraceStore, missing: Missing, size: number): (Reader | null)[] {
  const values = store.kinds.map((): Reader | null => null);
  for (const sort of PAIRS) {
    const pairs = atOnce(pairsIn(store, sort, missing));
    if (!pairs?.end) continue;
    const times = timesOf(pairs);
    values[store.kinds.indexOf(pairs.end)] = (row) => (times[row] ?? NaN) / size;
  }
  return values;
}
