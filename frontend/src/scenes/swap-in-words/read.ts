import type { EventRecord } from '../../core/contract';
import { grouped } from '../../core/number';
import { count } from '../text';

type EventOf<K extends EventRecord['kind']> = Extract<EventRecord, { kind: K }>;
export type SwapRa = EventOf<'swap_ra'>;
export type SwapIn = EventOf<'swap_in'>;

/** ns as a person reads them. */
export function time(ns: number): string {
  if (ns < 1000) return `${grouped(ns)} ns`;
  return ns < 1e6 ? `${(ns / 1e3).toFixed(1)} µs` : `${(ns / 1e6).toFixed(1)} ms`;
}

/** What `cur`, `prev`, `start` and `end` of a window number. */
export const place = ({ ra }: SwapRa) => (ra === 'vma' ? 'page' : 'slot');

/** Why this read is not polled for, by the first thing that stands against it; null where nothing does. */
export function against({ zero, how, fs, sync, order, single, can_poll, mode }: SwapIn): string | null {
  if (zero === 1) return 'the page was all zeros';
  if (how === 'zswap') return 'zswap has it';
  if (fs === 1) return 'swap is a file that its file system reads';
  if (sync === 1) return 'the device is as fast as memory';
  if (mode === 'interrupt') return 'swap_poll is 0';
  if (order > 0) return `a folio of ${count(2 ** order, 'page')}`;
  if (single === 0) return 'read ahead with others';
  if (can_poll === 0) return 'the device has no queue to poll';
  return null;
}
