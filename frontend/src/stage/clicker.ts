/** What a presenter's clicker does: on and back. What is in the middle of something (a lesson, a room) may take it first. */
import type { Stage } from './stage-context';

export type Click = 'on' | 'back';
/** True: it was meant for this one. */
export type Taker = (click: Click) => boolean;

let takers: readonly { taker: Taker; first: boolean }[] = [];

/** Asks `taker` before those that came earlier, but not before one that is to be `first`; the result ends that. */
export function takeClicks(taker: Taker, { first = false } = {}): () => void {
  const own = { taker, first };
  const all = [own, ...takers];
  takers = [...all.filter((one) => one.first), ...all.filter((one) => !one.first)];
  return () => {
    takers = takers.filter((one) => one !== own);
  };
}

/** Whether a click is meant for somebody. */
export const isTaken = (): boolean => takers.length > 0;

/** On: what is asked is shown, then comes the next question; else a step. Back hides what was shown. */
export function clicked(
  { controller, playback }: Pick<Stage, 'controller' | 'playback'>,
  click: Click,
): void {
  if (takers.some(({ taker }) => taker(click))) return;
  const { predict } = controller.store.getState();
  playback.pause();
  if (!predict || click === 'back') controller.cursor.step(click === 'on' ? 1 : -1);
  else if (predict.question && !predict.shown) controller.predicting.show();
  else void controller.predicting.next();
}
