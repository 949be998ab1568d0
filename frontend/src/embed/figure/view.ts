/** A view as text, as it stands in a page, a command or a link. Pure. */
import { SourceError } from '../../core/error';
import { PANES } from '../../core/panes';
import { scenes } from '../../scenes';
import { fittingScene } from '../../scenes/fit';
import type { Scene, SourceInfo } from '../../scenes/scene';
import { sceneFault } from '../../scenes/scene-search';
import { isUnsuited } from '../../stage/state/pane-info';
import { shortfall } from '../../stage/state/phrases';
import type { Position, Run } from '../../stage/state/position';
import type { View } from '../../stage/state/view';
import { formatView, VERSION } from '../../stage/url';
import { parseView } from '../../stage/url-parser';

/** The view a text names. Throws SourceError, in words, where it names none or only a part can be read. */
export function viewOf(text: string): View {
  const { view, complaints, advice } = parseView(text.replace(/^.*#/, ''));
  if (view) sceneNamed(view.scene);
  if (!view || complaints.length > 0)
    throw new SourceError(complaints.join(' ') || 'There is no view to draw.', {
      advice: advice || 'A view is what stands behind # in a link: swap-devices?a=model:four-nodes&k=1800.',
    });
  if (PANES.every((id) => view.sources[id].kind === 'none'))
    throw new SourceError('The view shows nothing.', { advice: 'Name a source: a=model:four-nodes.' });
  return view;
}

export function sceneNamed(id: string): Scene {
  const scene = scenes.find((s) => s.id === id);
  if (scene) return scene;
  const [fault, advice] = sceneFault(id);
  throw new SourceError(fault, { advice });
}

/** Throws SourceError where the scene is for nothing that the source decides. */
export function mustSuit(scene: Scene, info: SourceInfo): void {
  if (!isUnsuited(info)) return;
  const other = fittingScene(scenes, scene, info);
  throw new SourceError(`${scene.title} can show nothing of “${info.title}”.`, {
    advice: other === scene ? 'Choose another source.' : `The scene ${other.id} can.`,
  });
}

/** Throws SourceError where a view names a moment behind the end of all that it shows. */
export function mustReach(position: Position, shown: readonly { run: Run; info: SourceInfo }[]): void {
  const beyond = shortfall(position, shown);
  if (beyond !== '') throw new SourceError(beyond);
}

/** The view as one writes it: without what stands before the scene, and without empty panes. */
export function viewText(view: View): string {
  return formatView({ ...view, speed: 1 })
    .slice(VERSION.length + 2)
    .replace(/&[ab]=none(?=&|$)/g, '')
    .replace(/\?[ab]=none&/, '?');
}
