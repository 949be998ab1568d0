/**
 * What a pane's worker needs of this scene for every decision of a run: free of React and cheap, since
 * it is called up to millions of times.
 */
import type { EventRecord, StateView } from '../../core/types';
import type { Cell, Decision, Tick } from '../../core/decision';
import { clean } from '../phrases';
import { commonTick } from '../ticks';
import { voiceOf } from '../voices';
import { namesOf } from '../voices/names';

export const kinds = ['swap_select', 'mms_slot'] as const satisfies Decision['kinds'];
export const tables = ['swap', 'node', 'dev', 'list'] as const satisfies Decision['tables'];

export function cell(event: EventRecord, state: StateView): Cell {
  return voiceOf(event).cell(event, namesOf(state));
}

export function tick(event: EventRecord, state: StateView): Tick | null {
  if (event.kind !== 'swap_list') return commonTick(event);
  const name = clean(event.name) || namesOf(state).device(event.type).name;
  switch (event.reason) {
    case 'full':
      return event.op === 'del' ? { words: `${name} is full and leaves every list` } : null;
    case 'freed':
      return event.op === 'add' ? { words: `${name} has a free slot again and joins the lists` } : null;
    case 'swapoff':
      return event.op === 'del' ? { words: `${name} is swapped off and leaves every list` } : null;
    case 'reinsert':
      return { words: `swapoff of ${name} failed: it comes back` };
    case 'swapon':
      // Those before the first decision are the set-up, not news.
      return (state.swap[0]?.decisions ?? 0) > 0
        ? { words: `${name} is swapped on and joins the lists` }
        : null;
    case 'mode':
      return event.op === 'mode' ? { words: `the rule becomes ${event.mode}` } : null;
    case 'select':
      return null;
  }
}

({ kinds, tables, cell, tick }) satisfies Decision;

/** What depends on which slots come back: pages in use on each device, by swap type. */
export const variation = (() => {
  const used: number[] = [];
  return (event, k, tell) => {
    if (event.kind === 'swap_select') {
      if (event.type >= 0) used[event.type] = (used[event.type] ?? 0) + event.ret * 2 ** event.order;
      used.forEach((pages, type) => {
        tell(k, type, pages);
      });
    } else if (event.kind === 'swap_free' && event.type >= 0) {
      used[event.type] = Math.max(0, (used[event.type] ?? 0) - event.n);
    } else if (event.kind === 'swap_list' && event.type >= 0 && event.reason === 'swapon') {
      used[event.type] = event.used;
    }
  };
}) satisfies NonNullable<Decision['variation']>;
