/** What a capture is called, how much there is of it, and what is being read in its place. */
import { Suspense, useState, type FC } from 'react';
import { grouped } from '../../core/number';
import { PANES, type PaneId } from '../../core/panes';
import { durationPhrase } from '../model/time/ruler';
import { readySlots } from '../control/state';
import { ProgressNotice } from './ProgressNotice';
import { RemoteNotice, holderPhrase, SilenceNotice } from './RemoteNotice';
import { useTimeline, useTimelineState } from '../use-timeline';

export const CaptureTitle: FC<{ slot: PaneId }> = ({ slot }) => {
  const { controller, links, KeepFile } = useTimeline();
  const [keeping, setKeeping] = useState(false);
  const state = useTimelineState((s) => s.slots[slot]);
  const { info, name, spec, partial } = state;
  const two = useTimelineState((s) => readySlots(s).length === PANES.length);
  const found = useTimelineState((s) => s.found[slot]);
  const focused = useTimelineState((s) => s.focus === slot);
  if (!info) return null;
  const local = spec.kind === 'file' && spec.blob ? { name: spec.name, blob: spec.blob } : null;
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
          {grouped(info.events)} {info.events === 1 ? 'event' : 'events'} in{' '}
          {durationPhrase(info.span, info.unit)}
          {partial && ' so far'}
          {info.cutOff !== null && '; the file is cut off, its end is missing'}
          {info.overwritten > 0 && `, ${grouped(info.overwritten)} overwritten: the time before is unknown`}
          {info.gaps > 0 &&
            `, lost ones at ${grouped(info.gaps)} ${info.gaps === 1 ? 'place' : 'places'} (hatched)`}
          {found !== null && `, ${grouped(found)} found`}
          {spec.kind === 'file' &&
            '; read on this machine only, so a link names the file and does not hold it'}
          {holderPhrase(state)}
        </span>
        {local && !partial && (
          <button
            type="button"
            className="link-btn"
            aria-expanded={keeping}
            onClick={() => {
              setKeeping(!keeping);
            }}
          >
            Keep it on the server…
          </button>
        )}
        <RemoteNotice slot={slot} />
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
      {local && keeping && (
        <div className="tl-keep">
          <Suspense>
            <KeepFile
              name={local.name}
              blob={local.blob}
              onDone={(id) => {
                setKeeping(false);
                void controller.captures.kept(slot, id);
              }}
              without="There is no server to keep it on."
            />
          </Suspense>
        </div>
      )}
      <SilenceNotice slot={slot} />
      <ProgressNotice slot={slot} />
    </section>
  );
};
