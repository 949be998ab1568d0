/** Names that sentences look up in the visible state. */
import type { StateView } from '../../core/contract';
import { clean } from '../text';
import type { Names } from './tellers/teller';

export function namesOf(state: StateView): Names {
  return {
    device: (type) => clean(state.dev[type]?.name ?? '') || `swap device ${type}`,
    deviceNode: (type) => {
      const row = state.dev[type];
      // A row that no device ever used is all zeros, also its node.
      return row && (row.present === 1 || row.name !== '') ? row.node_id : -1;
    },
  };
}
