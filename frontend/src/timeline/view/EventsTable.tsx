/**
 * The events in view, as a table, however many: only the rows one sees are asked for. Of the chosen track,
 * of all events, or of those found.
 */
import { useEffect, useRef, useState, type FC } from 'react';
import { grouped } from '../../core/number';
import { ALL, FOUND } from '../model/capture';
import type { EventLine } from '../model/events/event-phrases';
import type { PaneId } from '../../core/panes';
import { readySlots } from '../control/state';
import { EventRows } from './EventRows';
import { useTimeline, useTimelineState } from '../use-timeline';

const ROW = 22;
/** Rows asked for at a time. */
const PAGE = 60;
/** px that browsers can scroll; a longer list is scrolled by shares of it. */
const TALLEST = 8e6;

export const EventsTable: FC = () => {
  const { controller } = useTimeline();
  const slots = useTimelineState((s) => readySlots(s).join('')).split('') as PaneId[];
  const focus = useTimelineState((s) => s.focus);
  const slot = slots.includes(focus) ? focus : (slots[0] ?? 'A');
  const view = useTimelineState((s) => s.settled[slot]);
  const row = useTimelineState((s) => s.row);
  const found = useTimelineState((s) => s.found[slot]);
  const [of, setOf] = useState<'track' | 'all' | 'found'>('track');
  const number = controller.tracks.numberOf(slot, row);
  const track = of === 'found' && found !== null ? FOUND : of === 'track' && number !== null ? number : ALL;
  const [first, setFirst] = useState(0);
  const [page, setPage] = useState<{ total: number; first: number; lines: EventLine[] } | null>(null);
  const scroller = useRef<HTMLDivElement>(null);
  useEffect(() => {
    let gone = false;
    void controller.desks
      .of(slot)
      .lines(track, view.t0, view.t1, first, PAGE)
      .then(({ total, lines }) => {
        if (!gone) setPage({ total, first, lines });
      });
    return () => {
      gone = true;
    };
  }, [controller, slot, track, view, first, found]);
  const total = page?.total ?? 0;
  const tall = Math.min(TALLEST, total * ROW);
  const scrolled = () => {
    const element = scroller.current;
    if (!element) return;
    const room = Math.max(1, tall - element.clientHeight);
    const visible = Math.floor(element.clientHeight / ROW);
    const at = Math.round((element.scrollTop / room) * Math.max(0, total - visible));
    setFirst(Math.max(0, Math.min(total - 1, at)));
  };
  return (
    <div className="tl-events">
      <p className="tl-of">
        {slots.length > 1 && (
          <label>
            Capture{' '}
            <select
              className="num"
              value={slot}
              onChange={(e) => {
                controller.focus(e.target.value as PaneId);
              }}
            >
              {slots.map((s) => (
                <option key={s}>{s}</option>
              ))}
            </select>
          </label>
        )}
        <label>
          Events of{' '}
          <select
            className="num"
            value={of}
            onChange={(e) => {
              setOf(e.target.value as typeof of);
              setFirst(0);
            }}
          >
            <option value="track">
              {number === null ? 'all tracks (none is chosen)' : (row?.split('/').slice(1).join('/') ?? '')}
            </option>
            <option value="all">all tracks</option>
            {found !== null && <option value="found">the search</option>}
          </select>
        </label>
        <span role="status">
          {grouped(total)} in view{total > 0 && `, from number ${grouped((page?.first ?? 0) + 1)}`}
        </span>
      </p>
      <div
        className="tl-scroll"
        ref={scroller}
        onScroll={scrolled}
        tabIndex={0}
        role="region"
        aria-label="Events in view"
        data-scrolls
      >
        <div style={{ height: tall + ROW }}>
          <table className="tl-sticky" aria-rowcount={total + 1}>
            {page && <EventRows slot={slot} lines={page.lines} first={page.first + 1} />}
          </table>
        </div>
      </div>
    </div>
  );
};
