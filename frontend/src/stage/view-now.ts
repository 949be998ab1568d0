/** What a link has to hold of the stage as it is. */
import type { StageState } from './store';
import type { View } from './view';

export function viewNow(state: StageState): View {
  return {
    scene: state.scene,
    sources: { A: state.panes.A.spec, B: state.panes.B.spec },
    position: state.position,
    speed: state.speed,
    ...(state.othersShown === 'off' ? {} : { others: state.othersShown }),
    ...(state.predict ? { predict: { pane: state.predict.pane, seed: state.predict.seed } } : {}),
  };
}
