/** The tracks as a table: how many events each has, and how many of them are in view. */
import { Fragment, useSyncExternalStore, type FC } from 'react';
import { grouped } from '../../core/number';
import { GROUP_WORDS } from '../control/layout';
import { titleOf } from '../../trace/statistics/zones';
import type { PaneId } from '../../core/panes';
import { durationPhrase } from '../model/time/ruler';
import { readySlots } from '../control/state';
import { CopyButton } from '../../ui/CopyButton';
import { tableOf, tableText } from '../control/track-table';
import { KindsNotice } from './RemoteNotice';
import { useTimeline, useTimelineState } from '../use-timeline';
import { useRows } from '../use-rows';

export const TracksTable: FC = () => {
  const { controller } = useTimeline();
  const slots = useTimelineState((s) => readySlots(s).join('')).split('') as PaneId[];
  const row = useTimelineState((s) => s.row);
  // What the table is made of, beside the values.
  useRows();
  const { values } = controller;
  useSyncExternalStore(values.listen, () => values.version);
  const { heads, rows } = tableOf(controller);
  const text = tableText(controller);
  return (
    <div className="tl-scroll" tabIndex={0} role="region" aria-label="Tracks" data-scrolls>
      <table className="narrow">
        <thead>
          <tr>
            <th scope="col">
              track <CopyButton text={text} what="the table" />
            </th>
            <th scope="col">of</th>
            {heads.map((head) => (
              <th key={head} scope="col" className="r">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ row: r, cells }) => (
            <tr key={r.key} className={r.key === row ? 'hot' : undefined}>
              <th scope="row">
                <button
                  type="button"
                  className="tl-time"
                  aria-pressed={r.key === row}
                  onClick={() => {
                    controller.tracks.select(r.key === row ? null : r.key);
                  }}
                >
                  {r.name}
                </button>
              </th>
              <td>{GROUP_WORDS[r.group]}</td>
              {cells.map((words, n) => (
                <td key={heads[n]} className="r">
                  {words}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {slots.map((slot) => (
        <Fragment key={slot}>
          <Lines slot={slot} several={slots.length > 1} />
          <KindsNotice slot={slot} several={slots.length > 1} />
          <Counted slot={slot} several={slots.length > 1} />
        </Fragment>
      ))}
    </div>
  );
};

/** What became of each line of the text. */
const Lines: FC<{ slot: PaneId; several: boolean }> = ({ slot, several }) => {
  const lines = useTimelineState((s) => s.slots[slot].info?.lines);
  const cutOff = useTimelineState((s) => s.slots[slot].info?.cutOff);
  if (!lines) return null;
  const rest = lines.rest.map(({ why, lines: n }) => `${grouped(n)} ${why}`);
  return (
    <p className="tl-lines">
      {several && `${slot}: `}
      {grouped(lines.lines)} lines, {grouped(lines.events)} events, all of them on tracks
      {rest.length > 0 && `; ${rest.join('; ')}`}.{cutOff && ` ${cutOff} What came after it is missing.`}
    </p>
  );
};

/** How the free pages are known, and of which zones they are not. */
const Counted: FC<{ slot: PaneId; several: boolean }> = ({ slot, several }) => {
  const info = useTimelineState((s) => s.slots[slot].info);
  const free = info?.tracks.find((t) => t.free)?.free;
  if (!info || (!free && info.notCounted.length === 0)) return null;
  const not = info.notCounted.map(({ zone, why }) => `${zone ? titleOf(zone) : 'any zone'}: ${why}`);
  return (
    <p className="tl-lines">
      {several && `${slot}: `}
      {free &&
        'Free pages are counted back from zoneinfo, taken to be read when the recording ended, by mm_page_alloc and mm_page_free' +
          `${free.from > 0 ? `, since ${durationPhrase(free.from, info.unit)}: before that events were lost` : ''}. ` +
          'Pages on the lists of CPUs count as free. '}
      {not.length > 0 && `Free pages are not counted, ${not.join('; ')}.`}
    </p>
  );
};
