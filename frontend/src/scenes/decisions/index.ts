import type { Era, Scene } from '../scene';
import { caption } from './caption';
import { cell, kinds } from './decision';
import { Drawing } from './Drawing';
import { tellerOf } from './tellers';
import { ALWAYS } from './tellers/teller';
import { Twin } from './Twin';
import { Why } from './Why';

/** Any decision, told in one sentence each. */
export const decisions: Scene = {
  id: 'decisions',
  title: 'Decisions',
  kinds,
  tunables: ['rule', 'slots_cache'],
  Drawing,
  Why,
  Twin,
  caption,
  cell,
  era: ({ event }): Era => (event ? tellerOf(event).era(event) : ALWAYS),
};
