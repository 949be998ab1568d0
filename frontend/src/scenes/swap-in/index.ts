import type { ParamName } from '../../core/gen/tables';
import type { Scene } from '../scene';
import { caption } from './caption';
import { along, cell, instead, kinds } from './decision';
import { Drawing } from './Drawing';
import { eraOf } from './era';
import { faultsOf } from './fault';
import { Twin } from './Twin';
import { Why } from './Why';

/** How a page comes back from swap: mm/swap_state.c chooses how many, mm/page_io.c how to wait for them. */
export const swapIn: Scene = {
  id: 'swap-in',
  title: 'Swap-in path',
  short: 'Swap-in',
  kinds,
  along,
  instead,
  // The same faults, the same policy: a disk two and a half times as slow.
  start: { a: 'model:swap-in-hybrid', b: 'model:swap-in-slow-device', k: 300 },
  tunables: [
    'swap_poll',
    'dev_ns',
    'dev_spread',
    'page_cluster',
    'swap_poll_delay',
    'access',
    'threads',
    'cores',
    'switch_ns',
    'irq_ns',
  ] satisfies readonly ParamName[],
  Drawing,
  Why,
  Twin,
  caption,
  cell,
  era: ({ near, k }) => {
    const fault = faultsOf(near).find((f) => f.k === k) ?? null;
    return eraOf({ fault, read: fault?.reads[0]?.begun ?? null });
  },
};
