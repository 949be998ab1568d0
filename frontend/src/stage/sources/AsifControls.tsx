/** What a capture is asked, as controls: the switch, and what is assumed. */
import type { FC } from 'react';
import { numberOf, paramNamed, type ParamValue, type ParamValues } from '../../core/params';
import type { PaneId } from '../../core/panes';
import type { SourceInfo } from '../../scenes/scene';
import { switchOf } from '../../capture/sources/asif';
import { assumptionsOf } from '../../capture/sources/variants';
import { bandPhrase } from '../control/band';
import { useStageState } from '../control/stage-context';
import { Tunables } from '../tunables/Tunables';

/** An as if: its switch and what is assumed, as controls; what it was recorded under. */
export const AsifControls: FC<{
  id: PaneId;
  facts: SourceInfo['facts'];
  asif: ParamValues;
  onChange: (asif: ParamValues) => void;
}> = ({ id, facts, asif, onChange }) => {
  const band = useStageState((s) => s.panes[id].band);
  const name = switchOf(asif);
  const names = [...(name ? [name] : []), ...assumptionsOf(asif).map(({ param }) => param)];
  const params = Object.fromEntries(
    names.flatMap((n) => {
      const param = paramNamed(n);
      const value = asif[n];
      if (!param) return [];
      return [
        [
          n,
          typeof value === 'object' || value === undefined ? param.default : numberOf(param, value),
        ] as const,
      ];
    }),
  );
  const change = (changed: string, value: ParamValue) => {
    const others = Object.entries(asif).filter(([other]) => other !== changed);
    const param = paramNamed(changed);
    const usual = changed !== name && param?.default === (param && numberOf(param, [value].flat()[0] ?? 0));
    // The switch stays the first: it names the question.
    const all = usual ? others : [...others, [changed, value] as const];
    onChange(Object.fromEntries(all.sort(([a], [b]) => Number(b === name) - Number(a === name))));
  };
  const [recorded] = facts;
  return (
    <>
      <Tunables names={names} params={params} changed={new Set()} onChange={change} />
      {band !== null && (
        <p className="note band-words" role={typeof band === 'number' ? undefined : 'status'}>
          {typeof band === 'number'
            ? `What is assumed, varied: ${Math.round(band * 100)} %`
            : bandPhrase(band)}
        </p>
      )}
      {recorded && (
        <p className="visually-hidden">
          Recorded under {recorded[0]} {recorded[1]}
        </p>
      )}
    </>
  );
};
