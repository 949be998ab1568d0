/** When the first drawing is on the page, or no pane is loading. */
import { PANES } from '../../core/panes';
import { nextPaint } from '../../ui/paint';
import type { StageStore } from '../state/store';

const DRAWN = '.drawing > *';
/** Paints for which a drawing is waited for: one that is hidden by a page beside the stage never comes. */
const MOST_PAINTS = 120;

export async function firstPaint(store: StageStore): Promise<void> {
  const done = () => {
    const { drawing: drawn, panes } = store.getState();
    // What was read is drawn a moment later.
    return (
      PANES.some((id) => drawn[id]) || PANES.every((id) => panes[id].loading === null && !panes[id].source)
    );
  };
  if (!done()) {
    await new Promise<void>((resolve) => {
      const stop = store.subscribe(() => {
        if (!done()) return;
        stop();
        resolve();
      });
    });
  }
  // Behind the drawing, not before it: a page may still be fetching what draws it.
  const drawn = () => PANES.every((id) => !store.getState().drawing[id]) || document.querySelector(DRAWN);
  for (let i = 0; i < MOST_PAINTS && !drawn(); i++) await nextPaint();
  await nextPaint();
}
