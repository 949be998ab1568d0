/** What a selected stretch of time holds: how many events, of which kinds, and how a measure is spread. */
import { percentilesOf, type Percentiles } from '../../core/percentile';
import type { TraceStore } from '../../trace/store/store';
import type { Measure } from './events/measure';
import { pauseWork, PORTION, type WorkProgress } from '../../core/work/progress';
import { rank, type Rows } from './events/track-rows';

export interface Spread extends Percentiles {
  n: number;
  min: number;
  max: number;
  mean: number;
}

export interface Statistics {
  /** ns. */
  span: number;
  count: number;
  perSecond: number;
  /** By kind, the most frequent first. */
  kinds: { name: string; count: number; spread: Spread | null }[];
  /** Of all kinds together; null where none of the events has the measure. */
  spread: Spread | null;
}

export async function statisticsOf(
  store: TraceStore,
  rows: Rows,
  from: number,
  to: number,
  measure: Measure | null,
  pulse: WorkProgress,
): Promise<Statistics> {
  const first = rank(rows, from);
  const last = rank(rows, to);
  const counts = new Uint32Array(store.kinds.length);
  for (let i = first; i < last; i++) {
    if (i % PORTION === PORTION - 1) await pauseWork(pulse, (i - first) / (last - first));
    const kind = rows.kind(i);
    counts[kind] = (counts[kind] ?? 0) + 1;
  }
  const values = store.kinds.map((_, k) => (measure?.values[k] ? new Float64Array(counts[k] ?? 0) : null));
  const filled = new Uint32Array(store.kinds.length);
  if (measure) {
    for (let i = first; i < last; i++) {
      if (i % PORTION === PORTION - 1) await pauseWork(pulse, (i - first) / (last - first));
      const kind = rows.kind(i);
      const value = measure.values[kind]?.(rows.row(i)) ?? NaN;
      const into = values[kind];
      if (!into || Number.isNaN(value)) continue;
      into[filled[kind] ?? 0] = value;
      filled[kind] = (filled[kind] ?? 0) + 1;
    }
  }
  const known = values.map((v, k) => v?.subarray(0, filled[k]) ?? null);
  const kinds = store.kinds
    .map(({ name }, k) => ({ name, count: counts[k] ?? 0, spread: spreadOf(known[k] ?? null) }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count);
  const span = to - from;
  return {
    span,
    count: last - first,
    perSecond: span > 0 ? ((last - first) / span) * 1e9 : NaN,
    kinds,
    spread: spreadOf(joined(known)),
  };
}

function joined(parts: readonly (Float64Array | null)[]): Float64Array {
  const all = new Float64Array(parts.reduce((n, p) => n + (p?.length ?? 0), 0));
  let at = 0;
  for (const part of parts) {
    if (!part) continue;
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** Changes the order of the values. */
export function spreadOf(values: Float64Array | null): Spread | null {
  if (!values || values.length === 0) return null;
  let [min, max, sum] = [Infinity, -Infinity, 0];
  for (const value of values) {
    if (value < min) min = value;
    if (value > max) max = value;
    sum += value;
  }
  return { n: values.length, min, max, mean: sum / values.length, ...percentilesOf(values) };
}
