/** What a pane's worker needs of this scene for every decision of a run: free of React and cheap. */
import type { EventRecord, StateView } from '../../core/types';
import type { Cell, Decision, Tick } from '../../core/decision';
import { count } from '../phrases';
import { commonTick } from '../ticks';
import { voiceOf } from '../voices';
import { namesOf } from '../voices/names';

export { variation } from './facts/variation';

export const kinds = [
  'zone_select',
  'zone_batch',
  'kswapd_wake',
  'mms_kswapd',
] as const satisfies Decision['kinds'];
/** A stock kernel tells no decision; when kswapd slept, and what tasks reclaimed, can still be seen. */
export const substitutes = ['kswapd_sleep', 'direct_reclaim'] as const satisfies Decision['substitutes'];
export const substituteNoun = ['step', 'steps'] as const satisfies Decision['substituteNoun'];
export const tables = [
  'swap',
  'node',
  'zone',
  'zone_age',
  'zonelist',
  'kswapd',
] as const satisfies Decision['tables'];
export const trail = ['kswapd_sleep', 'direct_reclaim', 'stat'] as const satisfies Decision['trail'];

export const cell = (event: EventRecord, state: StateView): Cell =>
  voiceOf(event).cell(event, namesOf(state));

export function tick(event: EventRecord): Tick | null {
  switch (event.kind) {
    case 'kswapd_sleep': {
      // No pages in the event does not mean that there were none.
      const after =
        event.scanned > 0 || event.reclaimed > 0 ? ` after ${count(event.reclaimed, 'page')}` : '';
      return {
        words: `kswapd${event.nid} sleeps${after}${event.why === 'hopeless' ? ': it failed too often' : ''}`,
      };
    }
    default:
      return commonTick(event);
  }
}

({ kinds, substitutes, substituteNoun, tables, trail, cell, tick }) satisfies Decision;
