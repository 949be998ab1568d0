/** The tunables of a pane's model: which there are, which may be changed, and what a change opens. */
import type { FC } from 'react';
import { useStore } from 'zustand';
import type { ParamName } from '../../core/gen/tables';
import type { ParamsInForce, ParamValue } from '../../core/params';
import type { PaneId } from '../../core/panes';
import { scenes } from '../../scenes';
import { fits } from '../../scenes/fit';
import type { Scene, SourceInfo } from '../../scenes/scene';
import { useStage, useStageState } from '../control/stage-context';
import { classSettings, isUnlocked, usePresenting } from '../state/class-link';
import { asked, withTunable } from './tunable-values';
import { Tunables } from './Tunables';

interface Props {
  id: PaneId;
  info: SourceInfo;
  params: ParamsInForce;
  scene: Scene;
  /** Only these. */
  touch: readonly string[] | undefined;
}

export const SourceTunables: FC<Props> = ({ id, info, params, scene, touch }) => {
  const { choose, controller } = useStage();
  const spec = useStageState((s) => s.panes[id].spec);
  const presenting = usePresenting();
  const touched = useStore(classSettings, (t) => t.tunables);
  const change = (name: string, value: ParamValue) => {
    const { catalogue } = controller.store.getState();
    if (spec.kind === 'model' && isUnlocked(name))
      choose(id, withTunable(spec, catalogue, name as ParamName, value));
  };
  return (
    <Tunables
      names={touch ?? chosen(tunablesOf(scene, info), touched, presenting)}
      params={asked(params, spec)}
      changed={new Set(spec.kind === 'model' ? Object.keys(spec.overrides) : [])}
      onChange={change}
    />
  );
};

/** Those that may be touched; on a wall, one row of them: the link's, else the first. */
function chosen(
  names: readonly string[],
  touched: readonly string[] | null,
  presenting: boolean,
): readonly string[] {
  if (touched) return touched;
  return presenting ? names.slice(0, 1) : names;
}

/** Of a scene that shows anything: those of the scene made for this source. */
function tunablesOf(scene: Scene, info: SourceInfo): readonly string[] {
  const made = scene.kinds === null ? scenes.find((s) => s.kinds !== null && fits(s, info)) : scene;
  return (made ?? scene).tunables;
}
