/** Of a capture that stays on its server: that it does, what is on its way, and what is shown while it is silent. */
import type { FC } from 'react';
import { sentence } from '../../core/error';
import { grouped } from '../../core/number';
import { otherOf, type PaneId } from '../../core/panes';
import { STAGE_LIMITS } from '../../capture/remote/server';
import { decisionAt } from '../state/position';
import { useNoun, useStage, useStageState } from '../control/stage-context';
import './remote-notice.css';

const MOST = `${grouped(STAGE_LIMITS.events)} events or ${STAGE_LIMITS.bytes >> 20} MiB`;
const WHY =
  `A capture of more than ${MOST} is not read in the page: each step is asked of the server, with the verdict that ` +
  'the server found and the state on both sides. Panes are compared, and other rules are rolled forward, where the ' +
  'page has the whole capture.';

export const RemoteNotice: FC<{ id: PaneId }> = ({ id }) => {
  const { controller } = useStage();
  const far = useStageState((s) => s.panes[id].remote);
  const beside = useStageState((s) => s.panes[otherOf(id)].source !== null);
  const awaited = useStageState(({ panes, drawing: drawn, position }) => {
    const { source } = panes[id];
    const k = source ? decisionAt(source.columns, position) : 0;
    return drawn[id]?.frame.k === k ? null : k;
  });
  const [one] = useNoun();
  if (!far) return null;
  return (
    <div className="held small">
      <p title={WHY}>
        {grouped(far.events)} events stay on the server, which answers for every step.
        {beside && ' The panes are not compared.'}
        {awaited !== null && far.trouble === null && (
          <span className="held-awaited">
            {' '}
            {one} {grouped(awaited)} is on its way.
          </span>
        )}
      </p>
      <div role="status">
        {far.trouble !== null && (
          <p className="held-trouble">
            {sentence(far.trouble)} The drawing stays while the page asks again.{' '}
            <button
              type="button"
              className="link-btn"
              onClick={() => {
                controller.again(id);
              }}
            >
              Ask now
            </button>
          </p>
        )}
      </div>
    </div>
  );
};
