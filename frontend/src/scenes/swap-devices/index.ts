import type { ParamName } from '../../core/gen/tables';
import type { Scene } from '../scene';
import { caption } from './caption';
import { cell, kinds } from './decision';
import { Drawing } from './Drawing';
import { ERAS } from './era';
import { factsOf } from './facts';
import { Twin } from './Twin';
import { Why } from './Why';

/** Which swap device takes the pages: mm/swapfile.c:get_swap_pages() under its three rules. */
export const swapDevices: Scene = {
  id: 'swap-devices',
  title: 'Swap devices',
  start: { a: 'model:four-nodes', b: 'capture:one-each-roundrobin', k: 1800 },
  kinds,
  tunables: ['rule', 'slots_cache', 'demand'] satisfies readonly ParamName[],
  Drawing,
  Why,
  Twin,
  caption,
  cell,
  era: (frame) => ERAS[factsOf(frame).rule],
};
