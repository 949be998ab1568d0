/**
 * What a small scene draws of each decision, as numbers: those its scene varies by (`Decision.variation`), and behind
 * them those that follow from all decisions so far.
 */
import { bits } from '../../../scenes/phrases';
import type { Decision } from '../../../core/decision';

export type Variation = NonNullable<Decision['variation']>;

/** Most devices whose places on the list are drawn. */
export const LISTED = 8;

/** Swap devices. By type: pages in use are 0 to 31, pages given from GIVEN on; by place: the list from ORDER on. */
export const SWAP = { home: 32, given: 33, order: 65 } as const;

const swap: Variation = () => {
  const nodes: number[] = [];
  const given: number[] = [];
  let [all, home] = [0, 0];
  return (event, k, set) => {
    if (event.kind === 'swap_list' && event.type >= 0) nodes[event.type] = event.node_id;
    if (event.kind !== 'swap_select') return;
    for (let i = 0; i < LISTED; i++) set(k, SWAP.order + i, event.list_type[i] ?? -1);
    if (event.type >= 0) {
      const pages = event.ret * 2 ** event.order;
      all += pages;
      if (nodes[event.type] === event.nid) home += pages;
      given[event.type] = (given[event.type] ?? 0) + pages;
    }
    set(k, SWAP.home, all > 0 ? (100 * home) / all : NaN);
    given.forEach((pages, type) => {
      set(k, SWAP.given + type, pages);
    });
  };
};

/** Interleave: of the open request, and by node from `on` on the pages it has given. */
export const INTERLEAVE = { sectors: 3, segments: 4, requests: 5, lead: 6, most: 7, on: 8 } as const;

const interleave: Variation = () => {
  const on: number[] = [];
  let most = 0;
  let requests = 0;
  return (event, k, set) => {
    switch (event.kind) {
      case 'rq_page':
        set(k, INTERLEAVE.sectors, event.sectors);
        set(k, INTERLEAVE.segments, event.segments);
        break;
      case 'block_rq':
        if (event.rwbs.startsWith('R')) set(k, INTERLEAVE.requests, ++requests);
        break;
      case 'interleave':
      case 'interleave_vma': {
        on[event.nid] = (on[event.nid] ?? 0) + 1;
        const counts = bits(event.nodes).map((node) => on[node] ?? 0);
        const lead = Math.max(...counts) - Math.min(...counts);
        most = Math.max(most, lead);
        set(k, INTERLEAVE.lead, lead);
        set(k, INTERLEAVE.most, most);
        set(k, INTERLEAVE.on + event.nid, on[event.nid] ?? 0);
        break;
      }
      default:
    }
  };
};

/**
 * Zones, behind the numbers of each zone: how often kswapd was woken; by node from `awake` on whether it is, 1 or 0, which
 * only a model says of every moment.
 */
export const ZONES = { woken: 384, awake: 385 } as const;

const zones: Variation = () => {
  let woken = 0;
  return (event, k, set) => {
    switch (event.kind) {
      case 'node':
        if (event.line === 0) set(k, ZONES.awake + event.nid, 0);
        set(k, ZONES.woken, 0);
        break;
      case 'kswapd_wake':
        if (event.verdict !== 'woken') break;
        set(k, ZONES.woken, ++woken);
        if (event.line === 0) set(k, ZONES.awake + event.nid, 1);
        break;
      case 'kswapd_sleep':
        if (event.line === 0) set(k, ZONES.awake + event.nid, 0);
        break;
      default:
    }
  };
};

/** By scene. */
const BESIDES: Readonly<Record<string, Variation>> = { 'swap-devices': swap, interleave, zones };

/** Both in one pass over the run. */
export function variationOf(scene: string, { variation }: Pick<Decision, 'variation'>): Variation {
  const all = [variation, BESIDES[scene]].filter((one) => one !== undefined);
  return () => {
    const readers = all.map((one) => one());
    return (event, k, set) => {
      for (const read of readers) read(event, k, set);
    };
  };
}
