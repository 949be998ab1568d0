/**
 * Free pages of a zone, counted back: /proc/zoneinfo, read after the recording, tells how many were free at its end
 * and which pages are the zone's; each mm_page_alloc before has taken some, each mm_page_free has given some back.
 * Pages on the lists of CPUs (mm/page_alloc.c:free_unref_page(), 6.12) have been freed, but NR_FREE_PAGES does not
 * count them: the error is by how many these lists differ from those at the end.
 */
import { titleOf, type Zone } from '../../../trace/statistics/zones';
import { hasKind } from '../../../trace/store/lookup';
import type { TraceKindName } from '../../../trace/gen/tables';
import type { KindColumns, TraceStore } from '../../../trace/store/store';
import { numbersOf } from '../events/column-reader';
import type { Order } from '../events/event-order';
import type { WorkProgress } from '../../../core/work/progress';
import { Gauge } from './gauge';
import { rank, type Rows } from '../events/track-rows';
import { partsOf, type Key, type PartitionTrack } from '../events/partition';
import { RANKS, rankOf } from '../events/track-rank';

const ALLOCATED: TraceKindName = 'mm_page_alloc';
const FREED: TraceKindName = 'mm_page_free';

export interface FreePages {
  zone: Zone;
  pages: Gauge;
}

/** Why it cannot be counted. */
export interface NotCounted {
  zone: Zone | null;
  why: string;
}

export interface Counted {
  parts: (PartitionTrack<'nodes'> & { free: FreePages; rank: number })[];
  not: NotCounted[];
}

/** What is missing of what has to be counted. */
export const uncounted = (store: TraceStore): TraceKindName[] =>
  [ALLOCATED, FREED].filter((name) => !hasKind(store, name));

/** `whole`: since then nothing was lost, in ns. */
export async function freePagesOf(
  store: TraceStore,
  order: Order,
  all: readonly Zone[],
  whole: number,
  pulse: WorkProgress,
): Promise<Counted> {
  const missing = uncounted(store);
  if (missing.length > 0) {
    return {
      parts: [],
      not: [{ zone: null, why: `there is no ${missing.join(', and no ')} in the capture` }],
    };
  }
  if (whole >= store.span) return { parts: [], not: [{ zone: null, why: 'events were lost to its end' }] };
  const found: Counted = { parts: [], not: [] };
  const zones = all.filter(({ span }) => span !== null);
  const ambiguous = new Set(zones.filter((a) => zones.some((b) => a !== b && overlap(a, b))));
  for (const zone of all) {
    if (zone.span === null) found.not.push({ zone, why: 'the file does not tell which pages are its own' });
    else if (ambiguous.has(zone)) found.not.push({ zone, why: 'its pages lie among those of another zone' });
  }
  const clear = zones.filter((zone) => !ambiguous.has(zone));
  const names = clear.map((zone) => `${titleOf(zone)} free`);
  const split = {
    group: 'nodes' as const,
    keys: (kind: KindColumns) => zoneOf(kind, clear),
    name: (key: number) => names[key] ?? '',
    node: (key: number) => clear[key]?.nid ?? null,
  };
  const signs = store.kinds.map(signOf);
  for (const part of await partsOf(split, store, order, pulse)) {
    const zone = clear[part.key];
    if (!zone) continue;
    const pages = countedBack(part.rows, zone, signs, whole, store.span);
    if (pages.least < 0 || pages.most > zone.managed) {
      found.not.push({
        zone,
        why: 'the count leaves its bounds: not every allocation and free was recorded',
      });
    } else found.parts.push({ ...part, free: { zone, pages }, rank: rankOf(zone.nid, RANKS.gauge) });
  }
  return found;
}

const overlap = ({ span: a }: Zone, { span: b }: Zone): boolean =>
  a !== null && b !== null && a.from < b.from + b.pages && b.from < a.from + a.pages;

/** Number of the zone that has the page of a row; NaN where none has. */
function zoneOf(kind: KindColumns, zones: readonly Zone[]): Key | null {
  const pfn = signOf(kind) === null ? null : numbersOf(kind, ['pfn']);
  if (!pfn) return null;
  const from = Float64Array.from(zones, ({ span }) => span?.from ?? 0);
  const to = Float64Array.from(zones, ({ span }) => (span ? span.from + span.pages : 0));
  return (row) => {
    const page = pfn(row);
    for (let i = 0; i < from.length; i++) if (page >= (from[i] ?? 0) && page < (to[i] ?? 0)) return i;
    return NaN;
  };
}

/** By how much the free pages change with a row of the kind; null where they do not. */
function signOf(kind: KindColumns): ((row: number) => number) | null {
  const sign = kind.name === ALLOCATED ? -1 : kind.name === FREED ? 1 : 0;
  const order = sign === 0 ? null : numbersOf(kind, ['order']);
  return order && ((row) => sign * 2 ** order(row));
}

function countedBack(
  rows: Rows,
  zone: Zone,
  signs: readonly (((row: number) => number) | null)[],
  whole: number,
  span: number,
): Gauge {
  const first = rank(rows, whole);
  const by = (i: number) => signs[rows.kind(first + i)]?.(rows.row(first + i)) ?? 0;
  const length = rows.length - first;
  let all = 0;
  for (let i = 0; i < length; i++) all += by(i);
  return new Gauge(whole, span, zone.free - all, { length, ts: (i) => rows.ts(first + i), by });
}
