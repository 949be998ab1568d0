import type { ParamName } from '../../core/gen/tables';
import type { Scene } from '../scene';
import { caption } from './caption';
import { cell, instead, kinds } from './decision';
import { Drawing } from './Drawing';
import { ZONE_ERAS } from '../zone-words/walk';
import { Twin } from './Twin';
import { Why } from './Why';

/** Which zone gives a page, and when kswapd is woken: mm/page_alloc.c and mm/vmscan.c. Document 002. */
export const zones: Scene = {
  id: 'zones',
  title: 'Zones and watermarks',
  short: 'Zones',
  kinds,
  instead,
  start: { a: 'model:zones-preferred', b: 'model:zones-fair', k: 16_000 },
  tunables: [
    'zone_alloc_policy',
    'kswapd_wake_mark',
    'load_rate',
    'zone_reclaim_mode',
    'min_free_kbytes',
  ] satisfies readonly ParamName[],
  Drawing,
  Why,
  Twin,
  caption,
  cell,
  era: ({ event }) =>
    ZONE_ERAS[event?.kind === 'zone_select' || event?.kind === 'zone_batch' ? event.mode : 'preferred'],
};
