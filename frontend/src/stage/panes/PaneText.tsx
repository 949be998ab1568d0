/** What a pane tells, below its drawing. */
import { memo, useState, type FC, type ReactNode } from 'react';
import type { Narrator } from '../../scenes/scene';
import { Alternatives, AlternativesButton } from './Alternatives';
import { useStage, useStageState } from '../control/stage-context';
import { rememberFold } from '../state/tunable-fold';
import { TermText } from './TermText';
import { TwinPanel } from './TwinPanel';
import { NARROW, useMedia } from '../../ui/use-screen';
import { useHidden, usePresenting } from '../state/class-link';
import { useAwaited, useNarration } from '../control/use-pane';
import type { PaneId } from '../../core/panes';
import { twinId } from '../state/view';
import { WhyPanel } from './WhyPanel';
import '../../ui/style/blocks.css';
import './narration.css';

/** Why beside twin: made anew only when there is something new to tell. */
export const PaneText = memo<{ id: PaneId; tell: Narrator }>(({ id, tell }) => {
  const narrow = useMedia(NARROW);
  const presenting = usePresenting();
  const [noWhy, noTwin] = [useHidden('why'), useHidden('twin') || presenting];
  const narration = useNarration(id, tell);
  const awaited = useAwaited(id);
  const details = useStageState((s) => s.details);
  const others = useStageState((s) => s.rulesShown !== 'off');
  const quiz = useStageState((s) => (s.quiz?.pane === id ? s.quiz : null));
  if (!narration) return null;
  if (quiz && !quiz.shown)
    return (
      <div className="below">
        <p className="why-hidden">after your answer</p>
        {!narrow && !noTwin && (
          <TwinPanel id={twinId(id)} pane={id} twin={narration.twin} hidden={!details} />
        )}
      </div>
    );
  const here = others && narration.alternatives && <Alternatives pane={id} words={narration.alternatives} />;
  // Beside Why other rules stand above the twin: below it they would be out of sight.
  const beside = here && !narrow && !noWhy && !noTwin;
  const folded = !details && !noWhy;
  const [why, twin] = [
    <WhyPanel
      key="why"
      pane={id}
      narration={narration}
      here={!beside && here}
      awaited={awaited}
      more={
        <>
          {narration.alternatives && <AlternativesButton />}
          {!presenting && <DetailsButton id={id} />}
        </>
      }
      details={details && !presenting}
    />,
    <TwinPanel key="twin" id={twinId(id)} pane={id} twin={narration.twin} hidden={folded} />,
  ];
  if (noWhy && noTwin) return null;
  if (noWhy || noTwin) return <div className="below single">{noWhy ? twin : why}</div>;
  if (narrow && !folded) return <Tabs pane={id} why={why} twin={twin} />;
  return (
    <div className={folded && !beside ? 'below brief' : 'below'}>
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
PaneText.displayName = 'Text';

export { TermText };

/** In both panes at once, so that they stay in line. */
const DetailsButton: FC<{ id: PaneId }> = ({ id }) => {
  const { store } = useStage().controller;
  const details = useStageState((s) => s.details);
  return (
    <button
      type="button"
      className="link-btn details"
      aria-expanded={details}
      aria-controls={twinId(id)}
      onClick={() => {
        rememberFold('details', !details);
        store.setState({ details: !details });
      }}
    >
      Details
    </button>
  );
};

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
