import { PANES } from '../core/panes';
import type { StageController } from '../stage/control/controller';

/** When the panes show their sources, or say that they cannot, and the stage has asked what its link asks. */
export function stageReady({ store }: StageController): Promise<void> {
  const done = () =>
    PANES.every((id) => {
      const { source, loading, failure, spec } = store.getState().panes[id];
      return spec.kind === 'none' || failure !== null || (source !== null && loading === null);
    });
  return new Promise((resolve) => {
    const later = () => setTimeout(resolve);
    if (done()) {
      later();
      return;
    }
    const stop = store.subscribe(() => {
      if (!done()) return;
      stop();
      later();
    });
  });
}
