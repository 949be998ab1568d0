/** One event: its fields with the kernel's names, where it stands in the text, and what came around it. */
import type { FC } from 'react';
import { grouped } from '../../core/number';
import { timePhrase } from '../model/time/ruler';
import { EventRows } from './EventRows';
import { useTimeline, useTimelineState } from '../use-timeline';

export const EventPanel: FC = () => {
  const { links } = useTimeline();
  const shown = useTimelineState((s) => s.event);
  const spec = useTimelineState((s) => (s.event ? s.slots[s.event.slot].spec : null));
  const unit = useTimelineState((s) => (s.event ? s.slots[s.event.slot].info?.unit : null));
  if (!shown) {
    return (
      <>
        <SpanLine />
        <p className="tl-hint">
          Click an event, or choose a track with the arrows, and step along it with <kbd>,</kbd> and{' '}
          <kbd>.</kbd>, or along what goes on there with the arrows.
        </p>
      </>
    );
  }
  const { event, around, slot } = shown;
  const href = spec && links.scene(spec, event.name, event.ts);
  return (
    <div className="tl-event">
      <SpanLine />
      <div className="tl-why">
        <h2>
          {event.name} <span className="fn">{event.system}</span>
        </h2>
        <p>{event.doc}</p>
        <p className="tl-where">
          {timePhrase(event.ts, unit)} after the first event of {slot}{' '}
          <span className="fn">
            ({event.time} {unit ? 'as recorded' : 'ns'})
          </span>
          {event.cpu !== '' && `, on CPU ${event.cpu}`}
          {event.comm !== '' && `, by ${event.comm}`}
          {event.pid !== '' && ` (${event.pid})`}
          {event.line !== null && `, line ${grouped(event.line)} of the text`}
        </p>
        {href !== null && (
          <p>
            <a href={href}>See this decision in its scene</a>
          </p>
        )}
        <div className="tl-scroll" tabIndex={0} role="region" aria-label="Fields" data-scrolls>
          <table>
            <thead>
              <tr>
                <th scope="col">field</th>
                <th scope="col">value</th>
                <th scope="col">what it is</th>
              </tr>
            </thead>
            <tbody>
              {event.list.map((field) => (
                <tr key={field.name}>
                  <th scope="row">{field.name}</th>
                  <td className="v">
                    {field.value === '' ? '–' : field.value}
                    {field.value !== '' && field.unit !== '' && <span className="unit"> {field.unit}</span>}
                  </td>
                  <td className="doc">{field.doc}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </div>
      <div className="tl-around">
        <h2>Before and after, on all CPUs</h2>
        <div
          className="tl-scroll"
          tabIndex={0}
          role="region"
          aria-label="Events before and after"
          data-scrolls
        >
          <table>
            <EventRows slot={slot} lines={around} from={event.ts} />
          </table>
        </div>
      </div>
    </div>
  );
};

/** What goes on that is chosen on a track, in a sentence. */
const SpanLine: FC = () => {
  const { controller } = useTimeline();
  const span = useTimelineState((s) => s.span);
  if (!span) return null;
  const { slot, words, event } = span;
  return (
    <p className="tl-span">
      <i aria-hidden="true" /> {words}{' '}
      <button
        type="button"
        className="link-btn"
        onClick={() => {
          controller.events.spanAsRange();
        }}
      >
        Select it
      </button>{' '}
      {event && (
        <button type="button" className="link-btn" onClick={() => void controller.events.show(slot, event)}>
          Its end
        </button>
      )}
    </p>
  );
};
