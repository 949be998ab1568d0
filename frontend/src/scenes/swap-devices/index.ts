import type { ParamName } from '../../core/gen/tables';
import type { Scene } from '../scene';
import { kinds } from './decision';

/** Which swap device takes the pages: mm/swapfile.c:get_swap_pages() under its three rules. */
export const swapDevices: Scene = {
  id: 'swap-devices',
  title: 'Swap devices',
  policy: {
    machine: 'swap',
    documents: ['000', '001'],
    basis: ['swap_list'],
    switches: [
      { label: 'rule', name: 'swap_device_select', values: 'rule', of: kinds },
      { label: 'slots cache', name: 'swap_slots_cache', values: 'on or off', of: kinds },
    ],
    replica: async () => (await import('./replica')).replicaOf,
  },
  start: { a: 'model:four-nodes', b: 'capture:one-each-roundrobin', k: 1800 },
  kinds,
  places: 'device',
  legend: () => 'each mark: the device that gave slots, in the colour of its node',
  tunables: [
    'rule',
    'demand',
    'slots_cache',
    'nodes',
    'devices',
    'dev_pages',
    'dev_node',
    'tasks',
    'task_pages',
    'memcg_pages',
  ] satisfies readonly ParamName[],
  drawing: () => import('./Drawing'),
  narration: () => import('./narration'),
  handles: () => import('./controls'),
  tour: () => import('./tour'),
  questions: () => import('./questions'),
};
