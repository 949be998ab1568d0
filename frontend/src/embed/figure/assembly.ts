/** What panes show, put together as a sheet: with the scene's drawing and words, and where the numbers are from. */
import type { Scene } from '../../scenes/scene';
import type { View } from '../../stage/state/view';
import { provenanceOf, type SourcedPane } from './provenance';
import type { Sheet } from './sheet';
import { viewText } from './view';

export type Setting = Pick<Sheet, 'width' | 'why'>;

/** The command that draws a view. */
export const commandOf = (view: View) => `mmscope render '${viewText(view)}'`;

/** `view`: what the command is to name, where nobody says another. */
export async function assembleSheet(
  scene: Scene,
  view: View,
  panes: readonly SourcedPane[],
  { width, why, command = commandOf(view) }: Setting & Partial<Pick<Sheet, 'command'>>,
): Promise<Sheet> {
  const [{ Drawing }, { narrate: tell }] = await Promise.all([scene.drawing(), scene.narration()]);
  return {
    scene,
    parts: { Drawing, narrate: tell },
    panes,
    width,
    why,
    provenance: provenanceOf(scene, panes),
    command,
  };
}
