/** What a pane tells, below its drawing. */
import { memo, useState, type FC, type ReactNode } from 'react';
import type { Tell } from '../scenes/scene';
import { Here, OtherRulesButton } from './Here';
import { useStageState } from './stage-context';
import { TermText } from './TermText';
import { TwinPanel } from './TwinPanel';
import { NARROW, useMedia } from './use-media';
import { useHidden, usePresent } from './teaching';
import { useTelling } from './use-pane';
import type { PaneId } from '../core/panes';
import { twinId } from './view';
import { WhyPanel } from './WhyPanel';
import './words.css';

/** Why beside twin: made anew only when there is something new to tell. */
export const Text = memo<{ id: PaneId; tell: Tell }>(({ id, tell }) => {
  const narrow = useMedia(NARROW);
  const presenting = usePresent();
  const [noWhy, noTwin] = [useHidden('why'), useHidden('twin') || presenting];
  const told = useTelling(id, tell);
  const others = useStageState((s) => s.othersShown !== 'off');
  const predict = useStageState((s) => (s.predict?.pane === id ? s.predict : null));
  if (!told) return null;
  if (predict && !predict.shown)
    return (
      <div className="below">
        <p className="why-hidden">after your answer</p>
        {!narrow && !noTwin && <TwinPanel id={twinId(id)} pane={id} twin={told.twin} />}
      </div>
    );
  const here = others && told.here && <Here pane={id} words={told.here} />;
  // Beside Why other rules stand above the twin: below it they would be out of sight.
  const beside = here && !narrow && !noWhy && !noTwin;
  const [why, twin] = [
    <WhyPanel
      key="why"
      pane={id}
      told={told}
      here={!beside && here}
      more={told.here && <OtherRulesButton />}
    />,
    <TwinPanel key="twin" id={twinId(id)} pane={id} twin={told.twin} />,
  ];
  if (noWhy && noTwin) return null;
  if (noWhy || noTwin) return <div className="below single">{noWhy ? twin : why}</div>;
  if (narrow) return <Tabs pane={id} why={why} twin={twin} />;
  return (
    <div className="below">
      {why}
      {beside ? (
        <div className="below-right">
          {here}
          {twin}
        </div>
      ) : (
        twin
      )}
    </div>
  );
});
Text.displayName = 'Text';

export { TermText };

/** Where there is no room for both: one at a time. */
const Tabs: FC<{ pane: PaneId; why: ReactNode; twin: ReactNode }> = ({ pane, why, twin }) => {
  const [shown, setShown] = useState<'why' | 'twin'>('why');
  const tab = (name: 'why' | 'twin', words: string) => (
    <button
      type="button"
      role="tab"
      aria-selected={shown === name}
      aria-controls={`below-${pane}`}
      onClick={() => {
        setShown(name);
      }}
    >
      {words}
    </button>
  );
  return (
    <div className="below">
      <div className="below-tabs" role="tablist" aria-label={`Pane ${pane}: reason or table`}>
        {tab('why', 'Why')}
        {tab('twin', 'As text')}
      </div>
      <div id={`below-${pane}`} role="tabpanel">
        {shown === 'why' ? why : twin}
      </div>
    </div>
  );
};
