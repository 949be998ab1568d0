/** What depends on what interrupts, switches and polling are assumed to cost: how long a fault takes, and reads so far. */
import type { Decision } from '../../../core/decision';
import { MODES } from './spans';

/** ns of the fault itself. */
export const OWN = 0;
/** ns that reads of this mode took on average before it. */
export const meanOf = (mode: (typeof MODES)[number]): number => 1 + MODES.indexOf(mode);

export const variation = (() => {
  const sums = MODES.map(() => ({ reads: 0, ns: 0 }));
  const faults = new Map<number, { k: number; first: number | null; longest: number }>();
  const reads = new Map<string, { of: { k: number; longest: number }; after: number }>();
  return (event, k, tell) => {
    const slot = 'offset' in event && 'type' in event ? `${event.type} ${event.offset}` : '';
    switch (event.kind) {
      case 'swap_ra':
        faults.set(event.pid, { k, first: null, longest: 0 });
        tell(k, OWN, NaN);
        MODES.forEach((mode, i) => {
          const { reads: n, ns } = sums[i] ?? { reads: 0, ns: 0 };
          if (n > 0) tell(k, meanOf(mode), ns / n);
        });
        break;
      case 'swap_in': {
        const of = faults.get(event.pid);
        if (!of) break;
        of.first ??= event.ts;
        reads.set(slot, { of, after: event.ts - of.first });
        break;
      }
      case 'swap_in_done': {
        const sum = sums[MODES.findIndex((mode) => mode === event.how)];
        if (sum) {
          sum.reads++;
          sum.ns += event.lat;
        }
        const read = reads.get(slot);
        if (!read) break;
        reads.delete(slot);
        read.of.longest = Math.max(read.of.longest, read.after + event.lat);
        tell(read.of.k, OWN, read.of.longest);
        break;
      }
      default:
    }
  };
}) satisfies NonNullable<Decision['variation']>;
