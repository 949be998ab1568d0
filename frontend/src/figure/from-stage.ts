/** What the stage shows as a sheet. */
import { PANES } from '../core/panes';
import type { Scene } from '../scenes/scene';
import { isUnsuited } from '../stage/info';
import type { StageState } from '../stage/store';
import type { View } from '../stage/view';
import { provenanceOf, type Sourced } from './provenance';
import type { Sheet } from './sheet';
import { viewText } from './view';

/** Null where no pane has anything to draw. `view`: what the command is to name. */
export async function sheetOfStage(
  { panes, drawn }: Pick<StageState, 'panes' | 'drawn'>,
  scene: Scene,
  view: View,
  { width, why }: Pick<Sheet, 'width' | 'why'>,
): Promise<Sheet | null> {
  const [{ Drawing }, { tell }] = await Promise.all([scene.drawing(), scene.words()]);
  const shown = PANES.flatMap((pane): Sourced[] => {
    const { source } = panes[pane];
    const frame = drawn[pane]?.frame;
    return source && frame && !isUnsuited(source.info)
      ? [{ pane, spec: source.spec, info: source.info, frame }]
      : [];
  });
  if (shown.length === 0) return null;
  const provenance = provenanceOf(scene, shown);
  const command = `mmscope render '${viewText(view)}'`;
  return { scene, parts: { Drawing, tell }, panes: shown, width, why, provenance, command };
}
