/** What stands under the pointer: one event, or a crowd of them with what they have in common. */
import type { Capture } from './capture';
import { lineOf, type EventLine } from './events/event-phrases';
import { rank } from './events/track-rows';
import { wakerPhrase } from '../../trace/statistics/wakers';
import { nothing } from './series/blocks';
import type { Track } from './tracks';

export interface Hit {
  /** The event nearest to the pointer. */
  nearest: EventLine;
  /** Events as near as the pointer can tell. */
  count: number;
  /** What else is known of it: who woke a kswapd; '' for nothing. */
  more: string;
  /** Of the measure, over these; null where none of them has it. */
  measured: { name: string; unit: string; n: number; min: number; max: number; mean: number } | null;
}

/** Values looked at; more would take longer than a glance. */
const MOST = 100_000;

export function hitAt(capture: Capture, track: number, t: number, within: number): Hit | null {
  const rows = capture.rows(track);
  const from = rank(rows, t - within);
  const to = rank(rows, t + within);
  if (from === to) return null;
  const after = Math.min(to - 1, rank(rows, t, from, to));
  const before = Math.max(from, after - 1);
  const nearer = Math.abs(rows.ts(before) - t) < Math.abs(rows.ts(after) - t) ? before : after;
  const { measure } = capture;
  const sum = nothing();
  if (measure) {
    for (let i = from; i < Math.min(to, from + MOST); i++) {
      const value = measure.values[rows.kind(i)]?.(rows.row(i)) ?? NaN;
      if (Number.isNaN(value)) continue;
      sum.n++;
      sum.sum += value;
      sum.min = Math.min(sum.min, value);
      sum.max = Math.max(sum.max, value);
    }
  }
  return {
    nearest: lineOf(capture.store, rows.kind(nearer), rows.row(nearer)),
    count: to - from,
    more: wokenBy(capture.tracks[track], rows.ts(nearer)),
    measured:
      measure && sum.n > 0
        ? {
            name: measure.name,
            unit: measure.unit,
            n: sum.n,
            min: sum.min,
            max: sum.max,
            mean: sum.sum / sum.n,
          }
        : null,
  };
}

/** Of a kswapd that begins to be awake then. */
function wokenBy(track: Track | undefined, t: number): string {
  const begins = track?.spans?.within(t, t, BEGIN_MOST)?.some(({ from }) => from === t);
  const waker = begins ? track?.wakers?.of(t) : null;
  return waker ? `woken by ${wakerPhrase(waker)}` : '';
}

/** Of one kswapd no more spans meet. */
const BEGIN_MOST = 2;
