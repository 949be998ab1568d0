/** What a capture is called, how much there is of it, and what is being read in its place. */
import type { FC } from 'react';
import { grouped } from '../../core/number';
import { PANES, type PaneId } from '../../core/panes';
import { roughly } from '../model/ruler';
import { ready } from '../state';
import { Attempt } from './Attempt';
import { Served, servedWords, Silent } from './Served';
import { useTimeline, useTimelineState } from './use-timeline';

export const Head: FC<{ slot: PaneId }> = ({ slot }) => {
  const { controller, links } = useTimeline();
  const state = useTimelineState((s) => s.slots[slot]);
  const { info, name, spec, partial } = state;
  const two = useTimelineState((s) => ready(s).length === PANES.length);
  const found = useTimelineState((s) => s.found[slot]);
  const focused = useTimelineState((s) => s.focus === slot);
  if (!info) return null;
  return (
    <section
      className={focused ? 'tl-lane focused' : 'tl-lane'}
      aria-label={`Capture ${slot}: ${name}`}
      data-pane={slot}
    >
      <div className="tl-head">
        <b className="tl-letter">{slot}</b>
        <span className="tag kernel">kernel</span>
        <b className="tl-name">{name}</b>
        <span className="tl-facts">
          {grouped(info.events)} {info.events === 1 ? 'event' : 'events'} in {roughly(info.span)}
          {partial && ' so far'}
          {info.cutOff !== null && '; the file is cut off, its end is missing'}
          {info.gaps > 0 &&
            `, lost ones at ${grouped(info.gaps)} ${info.gaps === 1 ? 'place' : 'places'} (hatched)`}
          {found !== null && `, ${grouped(found)} found`}
          {spec.kind === 'file' &&
            '; read on this machine only, so a link names the file and does not hold it'}
          {servedWords(state)}
        </span>
        <Served slot={slot} />
        {!partial && !info.windows && (
          <a className="link-btn" href={links.report(slot)}>
            Report{two && ` of ${slot}`}
          </a>
        )}
        <button
          type="button"
          className="link-btn"
          onClick={() => {
            controller.captures.close(slot);
          }}
        >
          Close {slot}
        </button>
      </div>
      <Silent slot={slot} />
      <Attempt slot={slot} />
    </section>
  );
};
