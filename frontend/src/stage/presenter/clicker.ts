/** What a presenter's clicker does: on and back. What is in the middle of something (a lesson, a room) may take it first. */
import { closePopovers, topDialog, type Click } from '../../ui/dialog/dialog-stack';
import type { Stage } from '../control/stage-context';
import { isPresenting, wall } from '../state/class-link';

export type { Click };
/** True: it was meant for this one. */
type ClickHandler = (click: Click) => boolean;

/** Its keys, as commands have them: on the wall, and in the speaker's window. */
export const CLICKER = {
  on: ['PageDown'],
  back: ['PageUp'],
  blank: ['.', 'b', 'B'],
  full: ['F5', 'Shift+F5'],
} as const;

const ARROWS: Readonly<Record<string, Click>> = { ArrowRight: 'on', ArrowLeft: 'back' };

/** What a key means where arrows have nothing else to do. */
export function clickOf(key: string): Click | undefined {
  const has = (keys: readonly string[]) => keys.includes(key);
  return has(CLICKER.on) ? 'on' : has(CLICKER.back) ? 'back' : ARROWS[key];
}

let takers: readonly { taker: ClickHandler; first: boolean }[] = [];

/** Asks `taker` before those that came earlier, but not before one that is to be `first`; the result ends that. */
export function handleClicks(taker: ClickHandler, { first = false } = {}): () => void {
  const own = { taker, first };
  const all = [own, ...takers];
  takers = [...all.filter((one) => one.first), ...all.filter((one) => !one.first)];
  return () => {
    takers = takers.filter((one) => one !== own);
  };
}

/** Whether a click is meant for somebody. */
export const hasClickHandler = (): boolean => takers.length > 0;

/** Of the window's height, what one click scrolls. */
const PAGE = 0.9;

/**
 * What is over the step goes first, and alone: the black, then a dialog. Then, on: what is asked is shown, then comes
 * the next question; else a step. Back hides what was shown. A page beside the stage that takes no clicks scrolls.
 */
export function dispatchClick(
  { controller, playback }: Pick<Stage, 'controller' | 'playback'>,
  click: Click,
): void {
  const { blank, page } = wall.getState();
  if (blank) {
    wall.setState({ blank: false });
    return;
  }
  const dialog = topDialog();
  if (dialog) {
    (dialog.click ?? dialog.close)(click);
    return;
  }
  if (isPresenting()) closePopovers();
  if (takers.some(({ taker }) => taker(click))) return;
  if (page !== null) {
    scrollBy({ top: (click === 'on' ? PAGE : -PAGE) * innerHeight });
    return;
  }
  const { quiz } = controller.store.getState();
  playback.pause();
  if (!quiz || click === 'back') controller.cursor.step(click === 'on' ? 1 : -1);
  else if (quiz.question && !quiz.shown) controller.quiz.show();
  else void controller.quiz.next();
}
