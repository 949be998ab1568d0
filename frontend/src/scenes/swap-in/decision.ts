/** What a pane's worker needs of this scene: free of React, called for every fault of a run. */
import type { EventRecord, StateView } from '../../core/contract';
import type { SwapHowName } from '../../core/gen/tables';
import type { SwapIn } from '../swap-in-words/read';
import type { Cell, Decision, Tick } from '../scene';
import { clean, count } from '../text';
import { commonTick } from '../ticks';

/** A step is a fault: its window, and with it the reads that the window leads to. */
export const kinds = ['swap_ra'] as const satisfies Decision['kinds'];
export const along = ['swap_in'] as const satisfies Decision['along'];
export const stepWords = ['fault', 'faults'] as const satisfies Decision['stepWords'];
/** Devices as fast as memory are read past the swap cache, without a window. */
export const instead = ['swap_in'] as const satisfies Decision['instead'];
export const insteadWords = ['read', 'reads'] as const satisfies Decision['insteadWords'];
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

/** Colour of a read of one page: what polls looks like spinning, what sleeps like the disk it waits for. */
const NODES: Readonly<Record<SwapHowName, number>> = {
  zero: -1,
  zswap: -1,
  fs: -1,
  sync: -1,
  interrupt: 0,
  poll: 1,
  hybrid: 1,
};

/** In words, e.g. "polls". */
export const DOES: Readonly<Record<SwapHowName, string>> = {
  zero: 'is filled with zeros',
  zswap: 'is decompressed from zswap',
  fs: 'is left to the file system',
  sync: 'is read on the spot',
  interrupt: 'sleeps until the interrupt',
  poll: 'polls',
  hybrid: 'sleeps, then polls',
};

/** The read of a fault whose window is one page: the first that the same task begins. */
function readBehind(pid: number, behind: Iterable<EventRecord>): SwapIn | null {
  for (const event of behind) if (event.kind === 'swap_in' && event.pid === pid) return event;
  return null;
}

function readCell(read: SwapIn): Cell {
  return { letter: '1', node: NODES[read.how], name: `one page, ${DOES[read.how]}`, key: `1 ${read.how}` };
}

export function cell(event: EventRecord, _: StateView, behind: Iterable<EventRecord> = []): Cell {
  if (event.kind === 'swap_in') return readCell(event);
  if (event.kind !== 'swap_ra') return { letter: '', node: -1, name: '' };
  if (event.win > 1) return { letter: String(event.win), node: -1, name: count(event.win, 'page') };
  const read = readBehind(event.pid, behind);
  return read ? readCell(read) : { letter: '1', node: -1, name: 'one page' };
}

export function tick(event: EventRecord, state: StateView): Tick | null {
  switch (event.kind) {
    case 'swap_list': {
      // Those before the first fault are the set-up, not news.
      if (!state.ra.some((row) => row.faults > 0)) return null;
      const name = clean(event.name) || `swap device ${event.type}`;
      if (event.reason === 'swapon') return { words: `${name} is swapped on` };
      return event.reason === 'swapoff' && event.op === 'del' ? { words: `${name} is swapped off` } : null;
    }
    default:
      return commonTick(event);
  }
}

({ kinds, along, stepWords, instead, insteadWords, trail, tables, page, cell, tick }) satisfies Decision;
