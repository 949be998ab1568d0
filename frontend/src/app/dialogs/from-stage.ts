/** What the stage shows as a sheet. */
import { PANES } from '../../core/panes';
import type { Scene } from '../../scenes/scene';
import { isUnsuited } from '../../stage/state/pane-info';
import type { StageState } from '../../stage/state/store';
import type { View } from '../../stage/state/view';
import { assembleSheet, type Setting } from '../../embed/figure/assembly';
import type { SourcedPane } from '../../embed/figure/provenance';
import type { Sheet } from '../../embed/figure/sheet';

/** Null where no pane has anything to draw. `view`: what the command is to name. */
export async function sheetOfStage(
  { panes, drawing: drawn }: Pick<StageState, 'panes' | 'drawing'>,
  scene: Scene,
  view: View,
  setting: Setting,
): Promise<Sheet | null> {
  const shown = PANES.flatMap((pane): SourcedPane[] => {
    const { source } = panes[pane];
    const frame = drawn[pane]?.frame;
    return source && frame && !isUnsuited(source.info)
      ? [{ pane, spec: source.spec, info: source.info, frame }]
      : [];
  });
  return shown.length === 0 ? null : assembleSheet(scene, view, shown, setting);
}
