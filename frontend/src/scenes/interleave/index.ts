import type { ParamName } from '../../core/gen/tables';
import type { LargePart } from '../film';
import type { Scene } from '../scene';
import type { Large } from './marks/grid';
import { substitutes, kinds } from './decision';

/** Where interleaved pages land, and what becomes of them at the disk: mm/mempolicy.c and the block layer. */
export const interleave: Scene = {
  id: 'interleave',
  title: 'Interleave and DMA',
  short: 'Interleave',
  kinds,
  places: 'node',
  substitutes,
  policy: {
    machine: 'interleave',
    documents: ['004'],
    switches: [
      {
        label: 'interleave granularity',
        name: 'numa_interleave_granularity',
        values: 'as written',
        of: ['interleave'],
      },
    ],
    replica: async () => (await import('./replica')).replicaOf,
  },
  start: { a: 'model:interleave-1', b: 'model:interleave-8', k: 2600 },
  parts: [
    { id: 'pages', name: 'pages and frames' },
    { id: 'list', name: 'scatter-gather list' },
    { id: 'requests', name: 'requests' },
    { id: 'lead', name: 'lead of a node' },
  ] satisfies readonly (LargePart & { id: Large })[],
  legend: () => 'each mark: one page, and the node it came from',
  tunables: [
    'granularity',
    'mempolicy',
    'policy_nodes',
    'max_segments',
    'max_sectors',
    'weight',
    'read_ahead',
    'fragmentation',
    'nodes',
    'disks',
  ] satisfies readonly ParamName[],
  drawing: () => import('./Drawing'),
  narration: () => import('./narration'),
  handles: () => import('./controls'),
  tour: () => import('./tour'),
  questions: () => import('./questions'),
};
