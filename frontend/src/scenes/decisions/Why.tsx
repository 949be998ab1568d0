import type { FC } from 'react';
import { EraBadge } from '../../ui/EraBadge';
import { Verdict } from '../../ui/Verdict';
import type { PaneProps } from '../scene';
import { namesOf } from './names';
import { Tally } from './Tally';
import { tellerOf, whereOf } from './tellers';
import { detailOf, kindOf } from './verdict-words';

/** The decision under the cursor, step by step, and how the modes of the source did. */
export const Why: FC<PaneProps> = ({ frame, info }) => {
  const { event } = frame;
  const teller = event && tellerOf(event);
  const names = namesOf(frame.before.dev);
  return (
    <div className="why-panel">
      <div className="why-head">
        <h2>{event && teller ? `${teller.subject}: ${teller.say(event, names).lead}` : 'Why'}</h2>
        {event && teller && <EraBadge {...teller.era(event)} />}
      </div>
      {event && teller ? (
        <ol className="why">
          {teller.why(event, names).map((sentence, i) => (
            <li key={`${i} ${sentence}`} data-n={i + 1}>
              {sentence}
            </li>
          ))}
        </ol>
      ) : (
        <p className="small">
          {info.decisions > 0
            ? 'Step forward to see the first decision.'
            : 'There is no decision to explain.'}
        </p>
      )}
      {event && (
        <div className="foot">
          <span className="fn">{whereOf(event.kind)}</span>
          {info.provenance === 'kernel' && (
            <Verdict kind={kindOf(frame.verdict)} detail={detailOf(frame.verdict)} />
          )}
        </div>
      )}
      <Tally info={info} />
    </div>
  );
};
