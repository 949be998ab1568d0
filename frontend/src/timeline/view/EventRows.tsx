/** Rows of a table of events. The time is a button that shows the event. */
import type { FC } from 'react';
import type { EventLine } from '../model/events/event-phrases';
import { timePhrase } from '../model/time/ruler';
import type { ClockUnit } from '../../trace/report/phrases';
import type { PaneId } from '../../core/panes';
import { useTimeline, useTimelineState } from '../use-timeline';

interface Props {
  slot: PaneId;
  lines: readonly EventLine[];
  /** Times count from this one on; left out: from the capture's first event. */
  from?: number;
  /** Number of the first row in a longer table, from 1. */
  first?: number;
}

export const EventRows: FC<Props> = ({ slot, lines, from, first }) => {
  const { controller } = useTimeline();
  const unit = useTimelineState((s) => s.slots[slot].info?.unit);
  const shown = useTimelineState((s) => (s.event?.slot === slot ? s.event.id : null));
  return (
    <>
      <thead>
        <tr>
          <th scope="col">time</th>
          <th scope="col">event</th>
          <th scope="col">CPU</th>
          <th scope="col">task</th>
          <th scope="col">fields</th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line, i) => {
          const current = shown?.kind === line.kind && shown.row === line.row;
          return (
            <tr
              key={`${line.kind} ${line.row}`}
              className={current ? 'hot' : undefined}
              {...(first === undefined ? {} : { 'aria-rowindex': first + i + 1 })}
            >
              <td>
                <button
                  type="button"
                  className="tl-time"
                  aria-current={current ? 'true' : undefined}
                  onClick={() => void controller.events.show(slot, line)}
                >
                  {from === undefined ? timePhrase(line.ts, unit) : relative(line.ts - from, unit)}
                </button>
              </td>
              <th scope="row">{line.name}</th>
              <td>{line.cpu || '–'}</td>
              <td>{line.comm === '' ? '–' : `${line.comm} ${line.pid}`}</td>
              <td className="fields">{line.fields}</td>
            </tr>
          );
        })}
      </tbody>
    </>
  );
};

const relative = (ns: number, unit?: ClockUnit | null): string =>
  ns > 0 ? `+${timePhrase(ns, unit)}` : timePhrase(ns, unit);
