/** What every other rule decides at this decision, one step of each; and, when asked, at how many of the run. */
import type { FC } from 'react';
import { textOf, type Message } from '../core/message';
import type { PaneId } from '../core/panes';
import { partedWords } from '../scenes/here';
import { useStage, useStageState } from './stage-context';

const TITLE =
  'One step of each other rule, from what this decision saw. A run under that rule would have come here with another history: that is “as if”, among the sources.';

/** In both panes, or in neither: one looks at the same of both. */
export const OtherRules: FC = () => {
  const { controller } = useStage();
  const shown = useStageState((s) => s.otherRules);
  return (
    <span className="others">
      <button
        type="button"
        aria-pressed={shown}
        aria-keyshortcuts="G"
        onClick={() => {
          controller.store.setState({ otherRules: !shown });
        }}
      >
        other rules
      </button>
    </span>
  );
};

export const Here: FC<{ pane: PaneId; words: Message }> = ({ pane, words }) => {
  const { controller } = useStage();
  const parted = useStageState((s) => s.panes[pane].parted);
  return (
    <div className="here">
      <p>
        <abbr title={TITLE}>here</abbr> {textOf(words)}
      </p>
      {parted === null ? (
        <button
          type="button"
          className="link-btn"
          onClick={() => {
            void controller.askOthers(pane);
          }}
        >
          over the run
        </button>
      ) : (
        <p role="status">
          {parted === 'counting'
            ? 'over the run: counting …'
            : `over the run, one step each: ${partedWords(parted.modes).join(' · ')}`}
        </p>
      )}
    </div>
  );
};
