/** A view as text, as it stands in a page, a command or a link. Pure. */
import type { Catalogue } from '../../capture/sources/catalogue';
import { NAMED, unknown } from '../../capture/sources/source-resolver';
import type { SourceSpec } from '../../capture/sources/spec';
import { SourceError } from '../../core/error';
import { isParamName } from '../../core/params';
import { PANES } from '../../core/panes';
import { adviceOfTunable, nearestName } from '../../core/suggestion';
import { scenes } from '../../scenes';
import { fittingScene } from '../../scenes/fit';
import type { Scene, SourceInfo } from '../../scenes/scene';
import { isUnsuited } from '../../stage/state/pane-info';
import { shortfall } from '../../stage/state/phrases';
import type { Position, Run } from '../../stage/state/position';
import type { View } from '../../stage/state/view';
import { formatView, NAMES, pairsOf, VERSION } from '../../stage/url';
import { parseView } from '../../stage/url-parser';

/** What stands behind the scene that nothing reads, and tunables that there are not. */
function strange(hash: string): { parameters: string[]; tunables: string[] } {
  const names = pairsOf(/\?(.*)$/s.exec(hash)?.[1]).map(([name]) => name);
  const own: readonly string[] = NAMES;
  return {
    parameters: names.filter((name) => !own.includes(name) && !/^[ab]\./.test(name)),
    tunables: names.flatMap((name) => /^[ab]\.(.*)$/.exec(name)?.[1] ?? []).filter((n) => !isParamName(n)),
  };
}

/** The view a text names. Throws SourceError, in words, where it names none or only a part can be read. */
export function viewOf(text: string): View {
  const behind = /^.*#/.test(text) ? text.replace(/^.*#/, '') : text;
  const hash = behind.startsWith(`${VERSION}/`) ? behind : `${VERSION}/${behind}`;
  const { view, complaints } = parseView(hash);
  if (view) sceneNamed(view.scene);
  const { parameters, tunables } = strange(hash);
  const unread = parameters.map((name) => `There is no parameter “${name.slice(0, 40)}”.`);
  if (!view || complaints.length > 0 || unread.length > 0) {
    const advice = [
      ...tunables.map((name) => adviceOfTunable(name)),
      ...parameters.map((name) => nearestName(name, NAMES) || `Parameters are ${NAMES.join(', ')}.`),
    ];
    throw new SourceError([...complaints, ...unread].join(' ') || 'There is no view to draw.', {
      advice:
        [...new Set(advice)].join(' ') ||
        'A view is what stands behind # in a link: swap-devices?a=model:four-nodes&k=1800.',
    });
  }
  if (PANES.every((id) => view.sources[id].kind === 'none'))
    throw new SourceError('The view shows nothing.', { advice: 'Name a source: a=model:four-nodes.' });
  return view;
}

export function sceneNamed(id: string): Scene {
  const scene = scenes.find((s) => s.id === id);
  if (scene) return scene;
  const ids = scenes.map((s) => s.id);
  throw new SourceError(`There is no scene “${id}”.`, {
    advice: nearestName(id, ids) || `Scenes are ${ids.join(', ')}.`,
  });
}

/** Throws SourceError where a name is nearly that of a source. Of any other that there is not, resolveSource says so. */
export function mustBeNamed(spec: SourceSpec, { scenarios, captures, leftOut = [] }: Catalogue): void {
  if (spec.kind !== 'model' && spec.kind !== 'capture') return;
  const known = (spec.kind === 'model' ? scenarios : [...captures, ...leftOut]).map(({ id }) => id);
  const meant = known.includes(spec.id) ? '' : nearestName(spec.id, known);
  if (meant !== '') throw unknown(NAMED[spec.kind], spec.id, meant);
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
