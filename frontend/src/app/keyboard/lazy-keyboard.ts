/** Keys from the first moment on: what they do is fetched behind the first drawing. */
import { firstPaint } from '../../stage/control/first-paint';
import type { CommandContext } from './commands';
import { notice } from '../state/notices';

export const prepareKeys = () => import('./keyboard');

/** What is pressed before the commands have come is done when they have. Returns how to stop. */
export function listenToKeys(context: CommandContext): () => void {
  const early: KeyboardEvent[] = [];
  const keep = (event: KeyboardEvent) => void early.push(event);
  addEventListener('keydown', keep);
  let stop = () => {
    removeEventListener('keydown', keep);
  };
  let over = false;
  firstPaint(context.controller.store)
    .then(prepareKeys)
    .then(
      ({ listen, press }) => {
        if (over) return;
        stop();
        stop = listen(context);
        for (const event of early) press(event, context);
      },
      () => {
        notice(['The keys could not be fetched. Load the page again to have them.']);
      },
    );
  return () => {
    over = true;
    stop();
  };
}
