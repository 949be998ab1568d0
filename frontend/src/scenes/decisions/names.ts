/** Names that sentences look up in the visible state. */
import type { StateView } from '../../core/contract';
import { clean } from '../text';
import type { Names } from './tellers/teller';

/** What names are made of. */
export type Named = readonly Pick<StateView['dev'][number], 'present' | 'name' | 'node_id'>[];

export function namedIn(state: StateView): Named {
  return state.dev.map(({ present, name, node_id }) => ({ present, name, node_id }));
}

export function namesOf(dev: Named): Names {
  return {
    device: (type) => clean(dev[type]?.name ?? '') || `swap device ${type}`,
    deviceNode: (type) => {
      const row = dev[type];
      // A row that no device ever used is all zeros, also its node.
      return row && (row.present === 1 || row.name !== '') ? row.node_id : -1;
    },
  };
}
