/** What a pane's worker needs of this scene: free of React, called for every fault of a run. */
import type { EventRecord, StateView } from '../../core/types';
import type { Cell, Decision, Tick } from '../../core/decision';
import { clean } from '../phrases';
import { commonTick } from '../ticks';
import { namesOf } from '../voices/names';
import { stockRa } from '../voices/stock-swap-in';
import { swapIn, swapRa, type SwapIn } from '../voices/swap-in';

export { variation } from './facts/variation';

/** A step is a fault: its window, and with it the reads that the window leads to. */
export const kinds = ['swap_ra', 'mms_ra'] as const satisfies Decision['kinds'];
export const companions = ['swap_in'] as const satisfies Decision['companions'];
export const stepNoun = ['fault', 'faults'] as const satisfies Decision['stepNoun'];
/** Devices as fast as memory are read past the swap cache, without a window. */
export const substitutes = ['swap_in'] as const satisfies Decision['substitutes'];
export const substituteNoun = ['read', 'reads'] as const satisfies Decision['substituteNoun'];
export const trail = ['swap_in', 'swap_in_done', 'swap_in_time'] as const satisfies Decision['trail'];
export const tables = ['dev', 'ra', 'read', 'would'] as const satisfies Decision['tables'];

/** Faults on a page, and how many of them the next page repeats. */
export const PAGE = 44;
const OVERLAP = 14;

/**
 * Pages stand still while the cursor goes along them. Some faults stand on either side of it: they show where
 * windows come from, and hold the end of a read that other faults overtook.
 */
export function page(k: number): { first: number; count: number } {
  const stride = PAGE - OVERLAP;
  const side = OVERLAP / 2;
  return { first: 1 + stride * Math.floor(Math.max(0, k - 1 - side) / stride), count: PAGE };
}

/** The read of a fault whose window is one page: the first that the same task begins. */
function readBehind(pid: number, behind: Iterable<EventRecord>): SwapIn | null {
  for (const event of behind) if (event.kind === 'swap_in' && event.pid === pid) return event;
  return null;
}

/** The voices' cells; a window of one page looks like the read that it leads to. */
export function cell(event: EventRecord, state: StateView, behind: Iterable<EventRecord> = []): Cell {
  const names = namesOf(state);
  if (event.kind === 'swap_in') return swapIn.cell(event, names);
  if (event.kind === 'mms_ra') return stockRa.cell(event, names);
  if (event.kind !== 'swap_ra') return { letter: '', node: -1, name: '' };
  const window = swapRa.cell(event, names);
  const read = event.win > 1 ? null : readBehind(event.pid, behind);
  return read ? { ...swapIn.cell(read, names), letter: window.letter, key: `1 ${read.how}` } : window;
}

export function tick(event: EventRecord, state: StateView): Tick | null {
  switch (event.kind) {
    case 'swap_list': {
      // Those before the first fault are the set-up, not news.
      if (!state.ra.some((row) => row.faults > 0)) return null;
      const name = clean(event.name) || namesOf(state).device(event.type).name;
      if (event.reason === 'swapon') return { words: `${name} is swapped on` };
      return event.reason === 'swapoff' && event.op === 'del' ? { words: `${name} is swapped off` } : null;
    }
    default:
      return commonTick(event);
  }
}

({
  kinds,
  companions,
  stepNoun,
  substitutes,
  substituteNoun,
  trail,
  tables,
  page,
  cell,
  tick,
}) satisfies Decision;
