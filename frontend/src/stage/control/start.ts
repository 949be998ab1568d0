/** What a scene opens with: what the panes hold, as far as it can show that, else sources of its own. */
import type { ParamValue } from '../../core/params';
import { steps } from '../../scenes/fit';
import type { Scene } from '../../scenes/scene';
import type { Catalogue } from '../../capture/sources/catalogue';
import { NONE, parseSpec, parseValue, sameSpec, type SourceSpec } from '../../capture/sources/spec';
import type { PaneState, StageState } from '../state/store';
import type { View } from '../state/view';
import { otherOf, PANES, type PaneId } from '../../core/panes';

export interface SceneStart {
  /** Sources to open; a pane that is not named keeps what it has. */
  sources: Partial<Record<PaneId, SourceSpec>>;
  /** Decision to begin at; null: the moment at hand. */
  k: number | null;
}

type Suits = 'yes' | 'no' | 'empty';

function suits(scene: Scene, { source, spec, loading }: PaneState): Suits {
  // What is still being read may suit: it is left alone.
  if (loading) return 'yes';
  if (!source) return spec.kind === 'none' ? 'empty' : 'no';
  return steps(scene, source.info) > 0 ? 'yes' : 'no';
}

/** A tunable and its value, as in the URL; a list by its commas, since the table of tunables comes later than this. */
function valueOf(pair: string): [string, ParamValue] {
  const [name = '', value = ''] = pair.split('=');
  return [name, parseValue(value, value.includes(','))];
}

/** The scene's own pair of sources; a pane is empty where this page was built without its source. */
export function startOf({ start }: Scene, catalogue: Catalogue): Record<PaneId, SourceSpec> {
  const read = (text: string | undefined): SourceSpec => {
    if (text === undefined) return NONE;
    const [name = '', ...pairs] = text.split('&');
    const spec = parseSpec(name, Object.fromEntries(pairs.map(valueOf)));
    const there =
      (spec.kind === 'model' && catalogue.scenarios.some((s) => s.id === spec.id)) ||
      (spec.kind === 'capture' && catalogue.captures.some((c) => c.id === spec.id));
    return there ? spec : NONE;
  };
  return { A: read(start?.a), B: read(start?.b) };
}

export function sceneStart(
  scene: Scene,
  { panes, catalogue }: Pick<StageState, 'panes' | 'catalogue'>,
): SceneStart {
  if (!scene.start) return { sources: {}, k: null };
  const own = startOf(scene, catalogue);
  const found = { A: suits(scene, panes.A), B: suits(scene, panes.B) };
  if (PANES.every((id) => found[id] !== 'yes')) return { sources: own, k: scene.start.k ?? 0 };
  const lacking = PANES.find((id) => found[id] === 'no');
  if (!lacking) return { sources: {}, k: null };
  const kept = panes[otherOf(lacking)].spec;
  const other = sameSpec(own[lacking], kept) ? own[otherOf(lacking)] : own[lacking];
  return { sources: { [lacking]: other }, k: null };
}

/** What a person sees who comes without a link, or with one that names a scene and nothing else. */
export function startView(catalogue: Catalogue, scene: Scene): View {
  return {
    scene: scene.id,
    sources: startOf(scene, catalogue),
    position: { align: 'decision', k: scene.start?.k ?? 0, t: 0 },
    speed: 1,
  };
}
