import type { ParamName } from '../../core/gen/tables';
import { interleaveEra } from '../interleave-words/era';
import type { Scene } from '../scene';
import { caption } from './caption';
import { cell, instead, kinds } from './decision';
import { Drawing } from './Drawing';
import { Twin } from './Twin';
import { Why } from './Why';

/** Where interleaved pages land, and what becomes of them at the disk: mm/mempolicy.c and the block layer. */
export const interleave: Scene = {
  id: 'interleave',
  title: 'Interleave and DMA',
  short: 'Interleave',
  kinds,
  instead,
  start: { a: 'model:interleave-1', b: 'model:interleave-8', k: 2600 },
  tunables: [
    'granularity',
    'mempolicy',
    'policy_nodes',
    'max_segments',
    'max_sectors',
    'weight',
    'read_ahead',
    'fragmentation',
  ] satisfies readonly ParamName[],
  Drawing,
  Why,
  Twin,
  caption,
  cell,
  era: ({ event }) => interleaveEra(event),
};
