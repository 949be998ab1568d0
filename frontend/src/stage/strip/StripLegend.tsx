/** How to read the strip and what is said of a capture beside it: its letters, lines and marks. */
import { useEffect, useId, useRef, type FC } from 'react';
import { scenes } from '../../scenes';
import { glossary } from '../../scenes/terms';
import { pushEntry } from '../../ui/dialog/dialog-stack';
import { useStageState } from '../control/stage-context';
import '../../ui/style/question-mark.css';
import './strip-legend.css';

export const StripLegend: FC = () => {
  const id = useId();
  const closed = useRef<() => void>(() => undefined);
  useEffect(
    () => () => {
      closed.current();
    },
    [],
  );
  const sceneId = useStageState((s) => s.scene);
  const A = useStageState((s) => s.panes.A.source?.info);
  const B = useStageState((s) => s.panes.B.source?.info);
  const scene = scenes.find((s) => s.id === sceneId);
  const infos = [A, B].flatMap((info) => (info ? [info] : []));
  const mark = scene?.legend?.(infos) ?? 'each mark: what was decided, in the colour of its node';
  return (
    <>
      <button
        type="button"
        className="strip-legend-button"
        popoverTarget={id}
        aria-label="How to read the strip"
        title="How to read the strip"
      >
        ?
      </button>
      {/* Small windows scroll it, by key too. */}
      <div
        id={id}
        popover="auto"
        onToggle={({ currentTarget, newState }) => {
          closed.current();
          const close = () => {
            currentTarget.hidePopover();
          };
          if (newState === 'open') closed.current = pushEntry({ close });
        }}
        className="strip-words"
        role="note"
        aria-label="How to read the strip"
        tabIndex={0}
      >
        <h2>How to read the strip</h2>
        <dl>
          <div>
            <dt>
              <i className="strip-tile">C</i>
            </dt>
            <dd>
              {mark}. What repeats is one bar, named where it begins. Before the cursor is left of it, after
              it right.
            </dd>
          </div>
          <div>
            <dt>
              <i className="strip-join" />
            </dt>
            <dd>A line between the rows: A and B decided the same.</dd>
          </div>
          <div>
            <dt>
              <i className="strip-frame" />
            </dt>
            <dd>The red frame: the decision that is drawn above. Press another to go there.</dd>
          </div>
          <div>
            <dt>
              <i className="strip-flag" />
            </dt>
            <dd>The flag on the slider: where A and B differ for the first time.</dd>
          </div>
          <div>
            <dt>recomputed: same</dt>
            <dd>{glossary.recomputed.what}</dd>
          </div>
        </dl>
      </div>
    </>
  );
};
