import type { Scene } from '../scene';
import { kinds } from './decision';

/** Any decision, in one sentence each. */
export const decisions: Scene = {
  id: 'decisions',
  title: 'Decisions',
  kinds,
  start: { a: 'model:four-nodes', b: 'capture:one-each-roundrobin', k: 1800 },
  tunables: ['rule', 'slots_cache'],
  drawing: () => import('./Drawing'),
  narration: () => import('./narration'),
  tour: () => import('./tour'),
};
