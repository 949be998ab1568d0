import { PANES } from '../../core/panes';
import type { View } from '../../stage/state/view';

/** Panes of a view that show something. */
export const panesOf = ({ sources }: View) => PANES.filter((id) => sources[id].kind !== 'none');
