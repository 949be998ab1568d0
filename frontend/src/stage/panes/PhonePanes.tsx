/** On a phone, where one pane is shown at a time: tabs of both, and what the other does. */
import type { FC } from 'react';
import { ENUMS } from '../../core/gen/tables';
import { paramNamed } from '../../core/params';
import { grouped } from '../../core/number';
import { PANES, type PaneId } from '../../core/panes';
import { paramLabel, valuePhrase } from '../../capture/sources/phrases';
import type { Scene, SourceInfo } from '../../scenes/scene';
import { ChevronRight } from '../../ui/Icons';
import { Tag } from '../../ui/Tag';
import { useStageState } from '../control/stage-context';
import { useTextFrame } from '../control/use-pane';

/** What tells the panes apart in a word or two: the value of the scene's first tunable; a number with its word. */
function shortTitle(info: SourceInfo, scene: Scene): string {
  if (info.asked) return info.asked[1].length > 2 ? info.asked[1] : info.asked.join(' ');
  const name = scene.tunables[0] ?? '';
  const value = info.params?.[name];
  const list = paramNamed(name)?.enum;
  const [label = '', fact] = info.facts[0] ?? [];
  if (fact !== undefined) return /^\d/.test(fact) ? `${label.split(' ').at(-1) ?? ''} ${fact}` : fact;
  if (typeof value !== 'number') return info.title;
  if (!list) return `${paramLabel(name)} ${value}`;
  return valuePhrase(list, ENUMS[list][value] ?? String(value));
}

interface TabProps {
  id: PaneId;
  scene: Scene;
  selected: boolean;
  onFocus: (id: PaneId) => void;
}

const PaneTab: FC<TabProps> = ({ id, scene, selected, onFocus }) => {
  const info = useTextFrame(id)?.info;
  return (
    <button
      type="button"
      role="tab"
      aria-selected={selected}
      aria-controls={`pane-${id}`}
      onClick={() => {
        onFocus(id);
      }}
    >
      <span className="pane-letter">{id}</span>
      {info && <Tag of={info.provenance} />}
      <span className="pane-tab-title">{info ? shortTitle(info, scene) : 'empty'}</span>
    </button>
  );
};

/** On a phone: one pane at a time, the other one tap away. */
export const PaneTabs: FC<{ focus: PaneId } & Pick<TabProps, 'scene' | 'onFocus'>> = ({ focus, ...rest }) => (
  <div className="pane-tabs" role="tablist" aria-label="Panes">
    {PANES.map((id) => (
      <PaneTab key={id} id={id} selected={focus === id} {...rest} />
    ))}
  </div>
);

/** On a phone: what the other pane did, in one line. */
export const OtherLine: FC<Pick<TabProps, 'id' | 'onFocus'>> = ({ id, onFocus }) => {
  const drawn = useTextFrame(id);
  const columns = useStageState(({ panes }) => panes[id].source?.columns);
  if (!drawn) return null;
  const { info, frame } = drawn;
  const decided = columns?.cells[columns.cell[frame.k - 1] ?? -1]?.name ?? 'before its first step';
  return (
    <button
      type="button"
      className="other-line"
      onClick={() => {
        onFocus(id);
      }}
    >
      <span className="pane-letter">{id}</span>
      <Tag of={info.provenance} />
      <span>
        {info.noun?.[0] ?? 'decision'} {grouped(frame.k)}: <b>{decided}</b>
      </span>
      <ChevronRight />
    </button>
  );
};
