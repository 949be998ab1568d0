/** The tracks as a table: how many events each has, and how many of them are in view. */
import { useEffect, useState, type FC } from 'react';
import { grouped } from '../../core/number';
import type { Desk } from '../desk';
import { GROUP_WORDS } from '../layout';
import type { PaneId } from '../../core/panes';
import { ready } from '../state';
import { useTimeline, useTimelineState } from './use-timeline';
import { useRows } from './use-rows';

export const TracksTable: FC = () => {
  const { controller } = useTimeline();
  const slots = useTimelineState((s) => ready(s).join('')).split('') as PaneId[];
  const rows = useRows().filter((r) => r.kind === 'track');
  const row = useTimelineState((s) => s.row);
  return (
    <div className="tl-scroll" tabIndex={0} role="region" aria-label="Tracks" data-scrolls>
      <table className="narrow">
        <thead>
          <tr>
            <th scope="col">track</th>
            <th scope="col">of</th>
            {slots.flatMap((slot) =>
              ['events', 'in view', 'went on'].map((what) => (
                <th key={`${slot} ${what}`} scope="col" className="r">
                  {slots.length > 1 && `${slot}: `}
                  {what}
                </th>
              )),
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map((r) => (
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
              {slots.map((slot) => (
                <Counts key={slot} slot={slot} number={controller.tracks.numberOf(slot, r.key)} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {slots.map((slot) => (
        <Lines key={slot} slot={slot} several={slots.length > 1} />
      ))}
    </div>
  );
};

/** What became of each line of the text. */
const Lines: FC<{ slot: PaneId; several: boolean }> = ({ slot, several }) => {
  const lines = useTimelineState((s) => s.slots[slot].info?.lines);
  if (!lines) return null;
  const rest = lines.rest.map(({ why, lines: n }) => `${grouped(n)} ${why}`);
  return (
    <p className="tl-lines">
      {several && `${slot}: `}
      {grouped(lines.lines)} lines, {grouped(lines.events)} events, all of them on tracks
      {rest.length > 0 && `; ${rest.join('; ')}`}.
    </p>
  );
};

const Counts: FC<{ slot: PaneId; number: number | null }> = ({ slot, number }) => {
  const counts = useCounts(slot);
  const info = useTimelineState((s) => s.slots[slot].info);
  const track = number === null ? undefined : info?.tracks[number];
  const inView = number === null ? undefined : counts?.[number];
  return (
    <>
      <td className="r">{track === undefined ? '–' : grouped(track.events)}</td>
      <td className="r">{inView === undefined ? '–' : grouped(inView.events)}</td>
      <td className="r">{meanWords(inView?.mean ?? null, track?.most ?? 0)}</td>
    </>
  );
};

/** Of what goes on one at a time, the share of the time; of others how many on average, and at most. */
function meanWords(mean: number | null, most: number): string {
  if (mean === null) return '';
  if (most === 1) return `${(100 * mean).toFixed(1)} %`;
  return `${mean.toFixed(1)} of ${grouped(most)}`;
}

type Told = ReturnType<Desk['counts']>[number];

/** Events in view by number of the track. One question for all rows that show the same stretch. */
function useCounts(slot: PaneId): Told[] | null {
  const { controller } = useTimeline();
  const view = useTimelineState((s) => s.settled[slot]);
  const info = useTimelineState((s) => s.slots[slot].info);
  const [counts, setCounts] = useState<Told[] | null>(null);
  useEffect(() => {
    let gone = false;
    const known = asked.get(view);
    const answer = known ?? Promise.resolve(controller.desks.of(slot).counts(view.t0, view.t1));
    asked.set(view, answer);
    void answer.then((found) => {
      if (!gone) setCounts(found);
    });
    return () => {
      gone = true;
    };
  }, [controller, slot, view, info]);
  return counts;
}

const asked = new WeakMap<object, Promise<Told[]>>();
