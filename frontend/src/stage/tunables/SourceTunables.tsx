/** The tunables of a pane's model: which there are, which may be changed, and what a change opens. */
import type { FC } from 'react';
import { useStore } from 'zustand';
import type { ParamName } from '../../core/gen/tables';
import { numberOf, paramNamed } from '../../core/params';
import type { ParamsInForce, ParamValue, ParamValues } from '../../core/params';
import type { PaneId } from '../../core/panes';
import type { SourceSpec } from '../../capture/sources/spec';
import { scenes } from '../../scenes';
import { fits } from '../../scenes/fit';
import type { Scene, SourceInfo } from '../../scenes/scene';
import { useStage, useStageState } from '../control/stage-context';
import { classSettings, isUnlocked, usePresenting } from '../state/class-link';
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
    const state = controller.store.getState();
    if (spec.kind !== 'model' || !isUnlocked(name)) return;
    const scenario = state.catalogue.scenarios.find((s) => s.id === spec.id);
    choose(id, {
      ...spec,
      overrides: override(scenario?.params ?? {}, spec.overrides, name as ParamName, value),
    });
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

/** What was asked for, where the run that answers is still on its way. */
function asked(params: ParamsInForce, spec: SourceSpec): ParamsInForce {
  if (spec.kind !== 'model') return params;
  const numbers = Object.entries(spec.overrides).flatMap(([name, value]) => {
    const param = paramNamed(name);
    if (!param) return [];
    const lanes = [value].flat().map((v) => numberOf(param, v));
    return [[name, param.count > 1 ? lanes : (lanes[0] ?? 0)] as const];
  });
  return { ...params, ...Object.fromEntries<number | number[]>(numbers) };
}

/** Sets a value, or forgets it where the scenario itself says the same. */
function override(
  scenario: ParamValues,
  overrides: ParamValues,
  name: ParamName,
  value: ParamValue,
): ParamValues {
  const others = Object.fromEntries(Object.entries(overrides).filter(([other]) => other !== name));
  const same = String(scenario[name]) === String(value);
  return same ? others : { ...others, [name]: value };
}
