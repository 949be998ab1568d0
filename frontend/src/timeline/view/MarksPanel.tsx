/** The marks: where they are, and the way back to them. A link holds them. */
import type { FC } from 'react';
import { timePhrase } from '../model/time/ruler';
import { MARKS_MAX } from '../control/url';
import type { Mark } from '../control/state';
import { useTimeline, useTimelineState } from '../use-timeline';

export const MarksPanel: FC = () => {
  const { controller } = useTimeline();
  const marks = useTimelineState((s) => s.marks);
  const { slots } = controller.store.getState();
  const wordsOf = ({ ts, name, slot }: Mark) =>
    `${timePhrase(ts, slots[slot].info?.unit)}${name === '' ? '' : `, ${name}`}`;
  return (
    <div className="tl-marks">
      <p className="tl-of">
        <button
          type="button"
          className="btn"
          aria-keyshortcuts="M"
          onClick={() => {
            controller.marks.toggle();
          }}
        >
          Set or remove a mark here
        </button>
      </p>
      {marks.length >= MARKS_MAX && (
        <p className="tl-hint" role="status">
          There is room for {MARKS_MAX} marks: remove one to set another.
        </p>
      )}
      {marks.length === 0 ? (
        <p className="tl-hint">
          No marks. <kbd>M</kbd> sets one at the event shown, or in the middle of the view.
        </p>
      ) : (
        <ol>
          {marks.map((mark, i) => (
            <li key={`${mark.slot} ${mark.ts}`}>
              <button
                type="button"
                className="link-btn"
                onClick={() => {
                  controller.axis.seek(mark.ts, mark.slot);
                }}
              >
                {mark.slot}: {wordsOf(mark)}
              </button>
              <button
                type="button"
                className="link-btn"
                onClick={() => {
                  controller.marks.remove(i);
                }}
              >
                Remove<span className="visually-hidden"> the mark at {wordsOf(mark)}</span>
              </button>
            </li>
          ))}
        </ol>
      )}
    </div>
  );
};
