import type { FC } from 'react';
import { EraBadge } from '../../ui/EraBadge';
import { Verdict } from '../../ui/Verdict';
import { detailOf, kindOf } from '../decisions/verdict-words';
import type { Found, PaneProps } from '../scene';
import { eraOf } from './era';
import { factsOf, type Facts } from './facts';
import { stepsOf, whyTitle } from './steps';

/** Where the two decisions of a fault are made: mm/swap_state.c and mm/page_io.c. */
const WINDOW = {
  vma: 'swap_vma_ra_win()',
  cluster: 'swap_cluster_readahead()',
};
const READ = 'swap_read_folio()';

/** The verdict on the fault's read, which is told along with its window. */
function onRead({ frame }: PaneProps, { read }: Facts): Found | null {
  const at = frame.trail.findIndex((e) => e.index === read?.index);
  return at < 0 ? null : (frame.trailVerdicts?.[at] ?? null);
}

const Where: FC<{ fn: string; found: Found | null | undefined }> = ({ fn, found }) => (
  <>
    <span className="fn">{fn}</span>
    {found !== undefined && <Verdict kind={kindOf(found)} detail={detailOf(found)} />}
  </>
);

/** The fault under the cursor, step by step, with the numbers of the drawing. */
export const Why: FC<PaneProps> = (props) => {
  const facts = factsOf(props);
  const { fault, read, kernel } = facts;
  const steps = stepsOf(facts);
  return (
    <div className="why-panel">
      <div className="why-head">
        <h2>{whyTitle(facts)}</h2>
        {fault && <EraBadge {...eraOf(facts)} />}
      </div>
      {fault ? (
        <ol className="why">
          {steps.map((s) => (
            <li key={s.n} data-n={s.n} className={s.off ? 'off' : undefined}>
              {s.text}
            </li>
          ))}
        </ol>
      ) : (
        <p className="small">
          {props.info.decisions > 0
            ? 'Step forward to see the first fault.'
            : 'Nothing is read in from swap.'}
        </p>
      )}
      {fault && (
        <div className="foot">
          {fault.window && (
            <Where fn={WINDOW[fault.window.ra]} found={kernel ? props.frame.verdict : undefined} />
          )}
          {read && (
            <Where
              fn={READ}
              found={kernel ? (fault.window ? onRead(props, facts) : props.frame.verdict) : undefined}
            />
          )}
        </div>
      )}
    </div>
  );
};
