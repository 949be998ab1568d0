/** What a pane's worker needs of this scene for every decision of a run: free of React and cheap. */
import type { EventRecord } from '../../core/contract';
import type { Cell, Decision, Tick } from '../scene';
import { count } from '../text';
import { commonTick } from '../ticks';
import { nodeOf, zoneName } from '../zone-words/zone';

export const kinds = ['zone_select', 'zone_batch', 'kswapd_wake'] as const satisfies Decision['kinds'];
/** A stock kernel tells no decision; when kswapd slept, and what tasks reclaimed, can still be seen. */
export const instead = ['kswapd_sleep', 'direct_reclaim'] as const satisfies Decision['instead'];
export const insteadWords = ['step', 'steps'] as const satisfies Decision['insteadWords'];
export const tables = [
  'swap',
  'node',
  'zone',
  'zone_age',
  'zonelist',
  'kswapd',
] as const satisfies Decision['tables'];
export const trail = ['kswapd_sleep', 'direct_reclaim', 'stat'] as const satisfies Decision['trail'];

/** One letter for each zone index: DMA32 is by far the more frequent D. */
const LETTERS = ['A', 'D', 'N', 'M', 'V'] as const;

/** Node and zone in two characters: "0N" is Normal of node 0, "0D" DMA32, "0A" DMA. */
export function shortName(zone: number): string {
  return `${nodeOf(zone)}${LETTERS[zone % 8] ?? '?'}`;
}

export function cell(event: EventRecord): Cell {
  switch (event.kind) {
    case 'zone_select': {
      const { zone, end } = event;
      if (zone >= 0) {
        const name = zoneName(zone);
        return { letter: shortName(zone), node: nodeOf(zone), name, key: `zone ${zone}` };
      }
      const again = end !== 'none';
      return { letter: again ? '\u21ba' : '\u2013', node: -1, name: again ? 'start over' : 'no zone' };
    }
    case 'zone_batch':
      return {
        letter: '=',
        node: nodeOf(event.zone),
        name: `new batch, ${zoneName(event.zone)}`,
        key: `batch ${event.zone}`,
      };
    case 'kswapd_wake': {
      const { nid, verdict } = event;
      const woken = verdict === 'woken';
      return {
        letter: woken ? 'K' : 'k',
        node: nid,
        name: `kswapd${nid} ${woken ? 'woken' : 'not woken'}`,
        key: `${verdict} ${nid}`,
      };
    }
    case 'kswapd_sleep':
      return { letter: 'z', node: event.nid, name: `kswapd${event.nid} sleeps` };
    case 'direct_reclaim':
      return { letter: 'd', node: event.nid, name: `direct reclaim, node ${event.nid}` };
    default:
      return { letter: '', node: -1, name: '' };
  }
}

export function tick(event: EventRecord): Tick | null {
  switch (event.kind) {
    case 'kswapd_sleep':
      return {
        words: `kswapd${event.nid} sleeps after ${count(event.reclaimed, 'page')}${event.why === 'hopeless' ? ': it failed too often' : ''}`,
      };
    default:
      return commonTick(event);
  }
}

({ kinds, instead, insteadWords, tables, trail, cell, tick }) satisfies Decision;
