/** A view as text, as whoever writes a page, a command or a link writes it. Pure. */
import { SourceError } from '../../core/error';
import { PANES } from '../../core/panes';
import { scenes } from '../../scenes';
import type { Scene } from '../../scenes/scene';
import { formatView, parseView, VERSION } from '../../stage/url';
import type { View } from '../../stage/state/view';

/** The view a text names. Throws SourceError, in words, where it names none or only a part can be read. */
export function viewOf(text: string): View {
  const hash = /^.*#/.test(text) ? text.replace(/^.*#/, '') : text;
  const { view, complaints } = parseView(hash.startsWith(`${VERSION}/`) ? hash : `${VERSION}/${hash}`);
  if (!view || complaints.length > 0)
    throw new SourceError(complaints.join(' ') || 'There is no view to draw.', {
      advice: 'A view is what stands behind # in a link: swap-devices?a=model:four-nodes&k=1800.',
    });
  sceneNamed(view.scene);
  if (PANES.every((id) => view.sources[id].kind === 'none'))
    throw new SourceError('The view shows nothing.', { advice: 'Name a source: a=model:four-nodes.' });
  return view;
}

export function sceneNamed(id: string): Scene {
  const scene = scenes.find((s) => s.id === id);
  if (scene) return scene;
  throw new SourceError(`There is no scene “${id}”.`, {
    advice: `Scenes are ${scenes.map((s) => s.id).join(', ')}.`,
  });
}

/** The view as one writes it: without what stands before the scene, and without empty panes. */
export function viewText(view: View): string {
  return formatView({ ...view, speed: 1 })
    .slice(VERSION.length + 2)
    .replace(/&[ab]=none(?=&|$)/g, '')
    .replace(/\?[ab]=none&/, '?');
}
