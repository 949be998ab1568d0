/**
 * What scenes get of a trace, by kind of event: its events of our own kinds as they are, and what comes of a stock
 * kernel's tracepoints (wasm-core/trace/capture/observations.c).
 */
import { KINDS } from '../../core/gen/kinds';
import type { EventKind } from '../../core/gen/tables';
import { directReclaim } from '../statistics/reclaim';
import { columnOf, kindNamed } from '../store/lookup';
import type { TraceKindName } from '../gen/tables';
import type { TraceStore } from '../store/store';

export type SceneKinds = Readonly<Partial<Record<EventKind, number>>>;

const isOurs = (name: string): name is EventKind => name in KINDS;

/** Rows in which the line tells all of these fields. */
function told(store: TraceStore, name: TraceKindName, fields: readonly string[]): number {
  const kind = kindNamed(store, name);
  if (!kind) return 0;
  const columns = fields.map((field) => columnOf(kind, field));
  let rows = 0;
  for (let row = 0; row < kind.rows; row++) if (columns.every((value) => value(row) !== null)) rows++;
  return rows;
}

export function sceneKinds(store: TraceStore): SceneKinds {
  const shown: Partial<Record<EventKind, number>> = {
    kswapd_woke: told(store, 'mm_vmscan_kswapd_wake', ['nid']),
    kswapd_sleep: told(store, 'mm_vmscan_kswapd_sleep', ['nid']),
    direct_reclaim: directReclaim(store)?.done ?? 0,
    block_rq: told(store, 'block_rq_issue', ['dev', 'sector', 'nr_sector']),
  };
  for (const { name, rows } of store.kinds) {
    if (isOurs(name)) shown[name] = (shown[name] ?? 0) + rows;
  }
  return shown;
}
