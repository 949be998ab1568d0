/** Which kernels behave so: how a zone is chosen, and what the LRU lists belong to. */
import type { LruName } from '../../core/gen/tables';
import type { Era } from '../scene';
import { ZONE_ERAS } from '../zone-words/walk';
import type { Facts } from './facts';

/** Reclaim by node came with 599d0c954f91 and its series (4.8). */
export const LRU_ERAS: Readonly<Record<LruName, Era>> = {
  zone: { words: 'one LRU per zone: before 4.8', from: null, to: 4.07 },
  node: { words: 'one LRU per node: since 4.8', from: 4.08, to: null },
};

const WAKE_ERAS: Readonly<Record<'high' | 'low', Era>> = {
  high: { words: 'woken below high: from 3.12', from: 3.12, to: null },
  low: { words: 'woken below low: before 3.12', from: null, to: 3.11 },
};

export function ruleEra({ event, policy }: Facts): Era {
  if (event?.kind === 'kswapd_wake') return WAKE_ERAS[event.mark];
  return ZONE_ERAS[policy ?? 'preferred'];
}
