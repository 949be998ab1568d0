/** Faults put together from what the log says of them: the window, the reads it led to, how those ended. */
import { drawn, type EventOf } from '../../../core/types';
import type { Frame } from '../../scene';
import { pagesOf, type SwapIn, type SwapRa } from '../../voices/swap-in';

type SwapInDone = EventOf<'swap_in_done'>;
export type SwapInTime = EventOf<'swap_in_time'>;

export interface Read {
  begun: SwapIn;
  /** Null where the end is not among the events at hand. */
  done: SwapInDone | null;
}

export interface Fault {
  k: number;
  /** Null for a read that no window led to. */
  window: SwapRa | null;
  /** The decision of an unpatched kernel that the window is of: it tells how many reads follow, not which. */
  probed: EventOf<'mms_ra'> | null;
  /** In the order they were begun; none where the page was there after all. */
  reads: Read[];
  /** Models only, and only for reads of one page. */
  time: SwapInTime | null;
}

/** Pages that the fault asks for; 0 where nobody recorded how many. */
export const pagesIn = ({ window }: Pick<Fault, 'window'>): number => (window ? pagesOf(window) : 1);

const slot = ({ type, offset }: { type: number; offset: number }) => `${type} ${offset}`;

/** Does this read belong to the window? A task that reads past the swap cache does so without one. */
function belongs(read: SwapIn, { window, reads }: Fault): boolean {
  if (!window) return false;
  return window.win === 1
    ? reads.length === 0 && read.single === 1
    : reads.length < pagesOf(window) && read.single === 0;
}

/**
 * The faults of a page. Tasks take turns, so a read is its task's, and its end may come behind other faults.
 * Ends belong to the last read of their slot.
 */
export function faultsOf(near: Frame['neighbours']): Fault[] {
  const faults: Fault[] = [];
  const byTask = new Map<number, Fault>();
  const bySlot = new Map<string, { read: Read; fault: Fault }>();
  const begin = (fault: Fault, begun: SwapIn) => {
    const read = { begun, done: null };
    fault.reads.push(read);
    bySlot.set(slot(begun), { read, fault });
  };
  for (const { k, event, trail } of near) {
    const ours = drawn(event);
    const fault: Fault = {
      k,
      window: ours.kind === 'swap_ra' ? ours : null,
      probed: event.kind === 'mms_ra' ? event : null,
      reads: [],
      time: null,
    };
    faults.push(fault);
    if (event.kind === 'swap_in') begin(fault, event);
    byTask.set(event.pid, fault);
    for (const behind of trail) {
      const own = behind.kind === 'swap_in' ? byTask.get(behind.pid) : undefined;
      if (behind.kind === 'swap_in' && own && belongs(behind, own)) begin(own, behind);
      if (behind.kind === 'swap_in_done') {
        const found = bySlot.get(slot(behind));
        if (found) found.read.done ??= behind;
      }
      if (behind.kind === 'swap_in_time') {
        const found = bySlot.get(slot(behind));
        if (found) found.fault.time ??= behind;
      }
    }
  }
  return faults;
}
