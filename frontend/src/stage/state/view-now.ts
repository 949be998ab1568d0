/** What a link has to hold of the stage as it is. */
import type { StageState } from './store';
import type { View } from './view';

export function currentView(state: StageState): View {
  return {
    scene: state.scene,
    sources: { A: state.panes.A.spec, B: state.panes.B.spec },
    position: state.position,
    speed: state.speed,
    ...(state.rulesShown === 'off' ? {} : { others: state.rulesShown }),
    ...(state.quiz ? { predict: { pane: state.quiz.pane, seed: state.quiz.seed } } : {}),
  };
}
