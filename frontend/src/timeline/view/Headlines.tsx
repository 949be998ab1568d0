/** What each capture says, in one sentence. Its room is there before it comes, so that nothing moves. */
import { Fragment, type FC } from 'react';
import { PANES, type PaneId } from '../../core/panes';
import { readySlots } from '../control/state';
import { useTimeline, useTimelineState } from '../use-timeline';

export const Headlines: FC = () => {
  const { controller } = useTimeline();
  const slots = useTimelineState((s) => readySlots(s).join('')).split('') as PaneId[];
  const two = useTimelineState((s) => readySlots(s).length === PANES.length);
  if (slots.length === 0) return null;
  return (
    <div className={two ? 'tl-says two' : 'tl-says'}>
      {slots.map((slot) => (
        <Sentence key={slot} slot={slot} two={two} name={controller.store.getState().slots[slot].name} />
      ))}
    </div>
  );
};

const Sentence: FC<{ slot: PaneId; two: boolean; name: string }> = ({ slot, two, name }) => {
  const says = useTimelineState((s) => s.slots[slot].says);
  return (
    <p role="status" aria-label={`What ${name} says`} data-pane={slot}>
      {says && says.length > 0 && (
        <>
          {two && (
            <>
              <b className="tl-letter">{slot}</b>
              <span className="visually-hidden">: </span>
            </>
          )}
          <span className="tl-sentence">
            {says.map(({ text, more }, i) => (
              <Fragment key={text}>
                {i > 0 && '; '}
                {text}
                {more !== '' && <span className="tl-says-more">{more}</span>}
              </Fragment>
            ))}
            .
          </span>
        </>
      )}
    </p>
  );
};
