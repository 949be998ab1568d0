/** Percentiles, of whatever the page tells any of: docs/numbers.md has the definition in words. */
import { quickselect } from 'd3-array';

/** The place, from 0, of a percentile among n values in order, by nearest rank; `percent` is whole. */
export const rankOf = (n: number, percent: number): number => Math.max(0, Math.ceil((percent * n) / 100) - 1);

/** NaN where there are no values. Changes their order. */
export function percentile(values: Float64Array, percent: number): number {
  if (values.length === 0) return NaN;
  const k = rankOf(values.length, percent);
  return quickselect(values, k)[k] ?? NaN;
}

export interface Percentiles {
  p50: number;
  p99: number;
}

/** Changes the order of the values. */
export const percentilesOf = (values: Float64Array): Percentiles => ({
  p50: percentile(values, 50),
  p99: percentile(values, 99),
});
