/**
 * When what is written follows what is drawn. Nobody reads sixty sentences a second, and to put them on the
 * page takes longer than to draw the step. So while steps come faster than they can be read, text follows a few
 * times a second; at rest, stepped by hand, scrubbed or played slowly, it is always of the frame that is drawn.
 */
import type { StageState } from '../state/store';
import type { PaneId } from '../../core/panes';

/** Steps a second that text still follows one by one. */
export const READING_SPEED = 8;
/** Otherwise: ms between one text and the next. */
export const TEXT_EVERY_MS = 150;

export class TextClock {
  readonly #last = new Map<PaneId, { at: number; panes: StageState['panes'] }>();

  /** True when the text of a frame that pane `id` draws at `now` (ms, of a clock that only goes forward) is due. */
  due(
    now: number,
    { playing, speed, panes }: Pick<StageState, 'playing' | 'speed' | 'panes'>,
    id: PaneId,
  ): boolean {
    const last = this.#last.get(id);
    const soon = last !== undefined && now - last.at < TEXT_EVERY_MS;
    // A frame of one source is never narrated as if it were of another.
    if (playing && speed > READING_SPEED && soon && panes === last.panes) return false;
    this.#last.set(id, { at: now, panes });
    return true;
  }
}
