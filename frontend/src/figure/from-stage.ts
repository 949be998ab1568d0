/** What the stage shows as a sheet. */
import { PANES } from '../core/panes';
import type { Scene } from '../scenes/scene';
import { isUnsuited } from '../stage/info';
import type { StageState } from '../stage/store';
import type { View } from '../stage/view';
import { assembled, type Setting } from './assemble';
import type { Sourced } from './provenance';
import type { Sheet } from './sheet';

/** Null where no pane has anything to draw. `view`: what the command is to name. */
export async function sheetOfStage(
  { panes, drawn }: Pick<StageState, 'panes' | 'drawn'>,
  scene: Scene,
  view: View,
  setting: Setting,
): Promise<Sheet | null> {
  const shown = PANES.flatMap((pane): Sourced[] => {
    const { source } = panes[pane];
    const frame = drawn[pane]?.frame;
    return source && frame && !isUnsuited(source.info)
      ? [{ pane, spec: source.spec, info: source.info, frame }]
      : [];
  });
  return shown.length === 0 ? null : assembled(scene, view, shown, setting);
}
