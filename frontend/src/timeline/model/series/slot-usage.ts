/** How many slots of a swap device are in use, as each event that names it tells: docs/numbers.md. */
import type { SlotReader } from '../../../trace/statistics/slots';
import { rank, type Rows } from '../events/track-rows';
import { Gauge } from './gauge';

export interface SlotUsage {
  /** Slots of the device; null where nothing tells. */
  size: number | null;
  slots: Gauge;
}

/** Null where nothing is known of it. `readers`: by place of a kind in the store; `whole`: ns since which nothing is missing. */
export function usageOf(
  rows: Rows,
  readers: readonly (SlotReader | null)[],
  size: number | null,
  whole: number,
  span: number,
): SlotUsage | null {
  const ts: number[] = [];
  const used: number[] = [];
  for (let i = rank(rows, whole); i < rows.length; i++) {
    const value = readers[rows.kind(i)]?.used(rows.row(i)) ?? null;
    if (value === null) continue;
    ts.push(rows.ts(i));
    used.push(value);
  }
  const [from, first] = [ts[0], used[0]];
  if (from === undefined || first === undefined) return null;
  const changes = {
    length: ts.length - 1,
    ts: (i: number) => ts[i + 1] ?? span,
    by: (i: number) => (used[i + 1] ?? 0) - (used[i] ?? 0),
  };
  return { size, slots: new Gauge(from, span, first, changes, 'most') };
}
