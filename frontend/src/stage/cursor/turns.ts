/**
 * Which panes the next step is drawn in. Played faster than steps can be told apart, the panes take turns, one in
 * each animation frame: so a frame of the page costs one drawing, and a pane lags behind the cursor by a few
 * steps at most. At rest, stepped by hand, scrubbed or played slowly, both are always at the same position.
 */
import type { StageState } from '../state/store';
import { READING_SPEED } from './text-clock';
import { otherOf, PANES, type PaneId } from '../../core/panes';

/** While they do, strip and slider move in the turn of this one. */
export const STRIP_PANE: PaneId = 'B';

export class Turns {
  #last: PaneId = 'B';
  #panes: StageState['panes'] | null = null;

  next({ playing, speed, panes }: Pick<StageState, 'playing' | 'speed' | 'panes'>): readonly PaneId[] {
    const same = panes === this.#panes;
    this.#panes = panes;
    if (!same || !playing || speed <= READING_SPEED || PANES.some((id) => !panes[id].source)) return PANES;
    this.#last = otherOf(this.#last);
    return [this.#last];
  }
}
