/** Results of walks along zonelists, zone by zone, as a patched kernel tells: docs/numbers.md has the definitions. */
import { ENUMS } from '../../core/gen/tables';
import { nodeOfZone, zoneName } from '../../core/zone';
import type { Work } from '../../core/work/work';
import { columnOf, fieldNamed, kindNamed } from '../store/lookup';
import type { KindColumns, TraceStore } from '../store/store';
import { numberAt } from '../store/values';

export interface ZoneWalks {
  nid: number;
  /** Without its node. */
  name: string;
  /** Pages that it gave; null where no walk is recorded. */
  gave: number | null;
  /** Walks that looked at it and passed it over, by why; the most frequent first. */
  passed: { why: string; n: number }[];
  /** Times its batch was reset. */
  resets: number;
}

/** Of a row: pages asked for, and by which zone they were given, by number; below 0: none gave them. */
interface WalkReader {
  pages: (row: number) => number;
  zone: (row: number) => number;
  /** Zones that were looked at, of which the first have a place: lane by lane, null where there was none. */
  visits: readonly ((row: number) => number | null)[];
  verdict: (row: number, lane: number) => number | null;
}

export function walkReader(kind: KindColumns): WalkReader | null {
  if (kind.name !== 'zone_select') return null;
  const [order, zone, n] = ['order', 'zone', 'visits'].map((name) => columnOf(kind, name));
  const [zones, verdicts] = [fieldNamed(kind, 'visit_zone'), fieldNamed(kind, 'visit_verdict')];
  return {
    pages: (row) => 2 ** (order?.(row) ?? 0),
    zone: (row) => zone?.(row) ?? -1,
    visits: Array.from(
      { length: zones?.lanes ?? 0 },
      (_, lane) => (row: number) => (zones && lane < (n?.(row) ?? 0) ? numberAt(zones, row, lane) : null),
    ),
    verdict: (row, lane) => verdicts && numberAt(verdicts, row, lane),
  };
}

/** Rows between two pauses. */
const PAUSE = 1 << 12;
const TOOK = 0;

/** By number of the zone. */
export function* zoneWalksIn(store: TraceStore): Work<ZoneWalks[]> {
  const found = new Map<number, { gave: number; resets: number; passed: Map<number, number> }>();
  const of = (zone: number) => {
    const known = found.get(zone) ?? { gave: 0, resets: 0, passed: new Map<number, number>() };
    found.set(zone, known);
    return known;
  };
  const kind = kindNamed(store, 'zone_select');
  const reader = kind && walkReader(kind);
  for (let row = 0; reader && row < kind.rows; row++) {
    if (row % PAUSE === 0) yield;
    const took = reader.zone(row);
    if (took >= 0) of(took).gave += reader.pages(row);
    for (const [lane, visited] of reader.visits.entries()) {
      const zone = visited(row);
      if (zone === null) break;
      const verdict = reader.verdict(row, lane);
      if (verdict === null || verdict === TOOK) continue;
      const { passed } = of(zone);
      passed.set(verdict, (passed.get(verdict) ?? 0) + 1);
    }
  }
  const resets = kindNamed(store, 'zone_batch');
  const reset = resets && columnOf(resets, 'zone');
  for (let row = 0; reset && row < resets.rows; row++) {
    if (row % PAUSE === 0) yield;
    const zone = reset(row);
    if (zone !== null) of(zone).resets++;
  }
  return [...found]
    .sort(([a], [b]) => a - b)
    .map(([zone, { gave, resets: n, passed }]) => ({
      ...{ nid: nodeOfZone(zone), name: zoneName(zone), gave: reader ? gave : null, resets: n },
      passed: [...passed]
        .map(([verdict, times]) => ({ why: ENUMS.zone_verdict[verdict] ?? String(verdict), n: times }))
        .sort((a, b) => b.n - a.n),
    }));
}
