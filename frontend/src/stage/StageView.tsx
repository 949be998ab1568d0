/** Caption, panes and transport: the page below the header. */
import { useEffect, type FC, type ReactNode } from 'react';
import { scenes } from '../scenes';
import { ENUMS } from '../core/gen/tables';
import { paramNamed } from '../core/params';
import { grouped } from '../core/number';
import type { Scene, SourceInfo } from '../scenes/scene';
import { paramLabel, valuePhrase } from '../capture/sources/phrases';
import { Tag } from '../ui/Tag';
import { Caption } from './Caption';
import { ChevronRight } from '../ui/Icons';
import { PaneView } from './panes/PaneView';
import { useStage, useStageState } from './control/stage-context';
import { PaneQuestion } from './panes/PaneQuestion';
import { Transport } from './transport/Transport';
import { PHONE, useMedia } from '../ui/use-media';
import { useHidden, usePresenting } from './state/class-link';
import { useTextFrame } from './control/use-pane';
import { otherOf, PANES, type PaneId } from '../core/panes';

/** The pane that is left where the other is hidden. */
const ALONE: readonly PaneId[] = ['A'];

/** `beside`: what stands beside the drawing that is asked about; left out: the question, for one alone. */
export const StageView: FC<{ beside?: ReactNode }> = ({ beside }) => {
  const { controller } = useStage();
  const sceneId = useStageState((s) => s.scene);
  const focus = useStageState((s) => s.focus);
  const predict = useStageState((s) => s.quiz);
  const presenting = usePresenting();
  const alone = useHidden('other');
  const phone = useMedia(PHONE) && !presenting;
  const filled = useStageState(({ panes }) => PANES.filter((id) => panes[id].spec.kind !== 'none').join(''));
  usePaneFirst(phone);
  const scene = scenes.find((s) => s.id === sceneId) ?? scenes[0];
  if (!scene) return <main className="panes" />;
  // A wall has no room for an empty pane: there nobody chooses a source.
  const both = presenting && filled.length === 1 ? PANES.filter((id) => id === filled) : PANES;
  const shown = predict ? [predict.pane] : alone ? ALONE : phone ? [focus] : both;
  const focusOn = (id: PaneId) => {
    controller.store.setState({ focus: id });
  };
  return (
    <>
      <Caption scene={scene} />
      <main id="panes" className="panes-frame" tabIndex={-1} onClick={reveal}>
        {phone && !predict && !alone && <PaneTabs focus={focus} scene={scene} onFocus={focusOn} />}
        <div className={phone || (!predict && shown.length === 1) ? 'panes single' : 'panes'}>
          {shown.map((id) => (
            <PaneView key={id} id={id} scene={scene} />
          ))}
          {predict && (beside ?? <PaneQuestion predict={predict} />)}
        </div>
        {phone && !predict && !alone && <OtherLine id={otherOf(focus)} onFocus={focusOn} />}
      </main>
      <Transport />
    </>
  );
};

/** One pane at a time: an as if beside its record comes first, as the one that has something to say of the other. */
function usePaneFirst(phone: boolean): void {
  const { controller } = useStage();
  const first = useStageState(({ panes: { A, B } }) =>
    B.source?.info.provenance === 'asif' && A.source?.info.provenance !== 'asif' ? 'B' : null,
  );
  useEffect(() => {
    if (phone && first) controller.store.setState({ focus: first });
  }, [controller, phone, first]);
}

/** What a press discloses comes into view: it may lie beneath the transport, or below the window. */
function reveal({ target }: React.MouseEvent): void {
  const press = target instanceof Element ? target.closest('[aria-controls][aria-expanded], summary') : null;
  if (!press) return;
  requestAnimationFrame(() => {
    const open = press.getAttribute('aria-expanded') === 'true';
    const shown = open
      ? document.getElementById(press.getAttribute('aria-controls') ?? '')
      : press.closest('details[open]');
    if (shown && shown.getBoundingClientRect().height < innerHeight / 2)
      shown.scrollIntoView({ block: 'nearest' });
  });
}

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
const PaneTabs: FC<{ focus: PaneId } & Pick<TabProps, 'scene' | 'onFocus'>> = ({ focus, ...rest }) => (
  <div className="pane-tabs" role="tablist" aria-label="Panes">
    {PANES.map((id) => (
      <PaneTab key={id} id={id} selected={focus === id} {...rest} />
    ))}
  </div>
);

/** On a phone: what the other pane did, in one line. */
const OtherLine: FC<Pick<TabProps, 'id' | 'onFocus'>> = ({ id, onFocus }) => {
  const told = useTextFrame(id);
  const columns = useStageState(({ panes }) => panes[id].source?.columns);
  if (!told) return null;
  const { info, frame } = told;
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
