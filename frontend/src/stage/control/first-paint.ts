/** When the first drawing is on the page, or no pane is loading. */
import { PANES } from '../../core/panes';
import { nextPaint } from '../../ui/paint';
import type { StageStore } from '../state/store';

export async function firstPaint(store: StageStore): Promise<void> {
  const done = () => {
    const { drawing: drawn, panes } = store.getState();
    return PANES.some((id) => drawn[id]) || PANES.every((id) => panes[id].loading === null);
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
  // Behind the drawing, not before it.
  await nextPaint();
}
