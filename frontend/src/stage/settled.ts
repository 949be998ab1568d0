/** When the first drawing is on the page, or no pane is loading. */
import { PANES } from '../core/panes';
import { painted } from './painted';
import type { StageStore } from './store';

export async function settled(store: StageStore): Promise<void> {
  const done = () => {
    const { drawn, panes } = store.getState();
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
  await painted();
}
