/** What is being read for a place, and what could not be: alone there, or above the capture that stays. */
import type { FC } from 'react';
import { sentence } from '../../core/error';
import { grouped } from '../../core/number';
import type { PaneId } from '../../core/panes';
import type { SlotState } from '../control/state';
import { useTimeline, useTimelineState } from '../use-timeline';

export const ProgressNotice: FC<{ slot: PaneId }> = ({ slot }) => {
  const { info, partial, opening, failure } = useTimelineState((s) => s.slots[slot]);
  const kept = info !== null;
  return (
    <>
      {opening && <Reading slot={slot} kept={kept} partial={partial} {...opening} />}
      {failure && <Failed slot={slot} kept={kept} {...failure} />}
    </>
  );
};

interface Place {
  slot: PaneId;
  /** A capture is in place, and stays. */
  kept: boolean;
}

const Reading: FC<Place & { partial: boolean } & NonNullable<SlotState['opening']>> = ({
  slot,
  kept,
  partial,
  name,
  progress,
}) => {
  const { controller } = useTimeline();
  const share = progress?.share ?? null;
  return (
    <section
      className={kept ? 'tl-wait over' : 'tl-wait'}
      aria-label={`Reading for ${slot}`}
      aria-busy="true"
    >
      <p>
        Reading <b>{name}</b>: <span className="tl-progress">{progress?.words ?? 'begun'}</span>
        {partial && '; below is what has been read'}
      </p>
      <progress aria-label={`Reading ${name}`} {...(share === null ? {} : { value: share })} />
      <button
        type="button"
        className="btn"
        onClick={() => {
          controller.captures.cancel(slot);
        }}
      >
        Cancel
      </button>
    </section>
  );
};

const Failed: FC<Place & NonNullable<SlotState['failure']>> = ({
  slot,
  kept,
  name,
  line,
  message,
  advice,
}) => {
  const { controller } = useTimeline();
  return (
    <section
      className={kept ? 'tl-failure over' : 'tl-failure'}
      role="alert"
      aria-label={`Not opened for ${slot}`}
    >
      <h2>{name} cannot be shown</h2>
      <p>
        {line !== null && `Line ${grouped(line)}: `}
        {sentence(message)} {advice} {kept && 'The previous content is still shown below.'}
      </p>
      <button
        type="button"
        className="btn"
        onClick={() => {
          controller.captures.dismiss(slot);
        }}
      >
        {kept ? 'Dismiss' : 'Choose another'}
      </button>
    </section>
  );
};
