import type { ParamName } from '../../core/gen/tables';
import type { LargePart } from '../film';
import type { Scene } from '../scene';
import type { Large } from './marks/grid';
import { companions, substitutes, kinds } from './decision';

/** How a page comes back from swap: mm/swap_state.c chooses how many, mm/page_io.c how to wait for them. */
export const swapIn: Scene = {
  id: 'swap-in',
  title: 'Swap-in path',
  short: 'Swap-in',
  kinds,
  companions,
  substitutes,
  policy: {
    machine: 'swap_in',
    documents: ['003'],
    basis: ['swap_in_done'],
    switches: [{ label: 'swap poll', name: 'swap_poll', values: 'swap_poll', of: ['swap_in'] }],
    replica: async () => (await import('./replica')).replicaOf,
  },
  // The same faults, the same policy: a disk two and a half times as slow.
  start: { a: 'model:swap-in-hybrid', b: 'model:swap-in-slow-device', k: 300 },
  legend: () => 'each mark: pages read; one page may poll',
  parts: [
    { id: 'fault', name: 'one fault in three modes' },
    { id: 'many', name: 'many faults' },
    { id: 'windows', name: 'readahead windows' },
  ] satisfies readonly (LargePart & { id: Large })[],
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
    'faults',
    'area_pages',
    'resident_pages',
  ] satisfies readonly ParamName[],
  drawing: () => import('./Drawing'),
  narration: () => import('./narration'),
  handles: () => import('./controls'),
  tour: () => import('./tour'),
  questions: () => import('./questions'),
};
