/** The marks: where they are, and the way back to them. They live as long as the page. */
import type { FC } from 'react';
import { useTimeline, useTimelineState } from './use-timeline';

export const MarksPanel: FC = () => {
  const { controller } = useTimeline();
  const marks = useTimelineState((s) => s.marks);
  return (
    <div className="tl-marks">
      <p className="tl-of">
        <button
          type="button"
          className="btn"
          aria-keyshortcuts="M"
          onClick={() => {
            controller.mark();
          }}
        >
          Set or remove a mark here
        </button>
      </p>
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
                  controller.seek(mark.ts, mark.slot);
                }}
              >
                {mark.slot}: {mark.words}
              </button>
              <button
                type="button"
                className="link-btn"
                onClick={() => {
                  controller.unmark(i);
                }}
              >
                Remove<span className="visually-hidden"> the mark at {mark.words}</span>
              </button>
            </li>
          ))}
        </ol>
      )}
    </div>
  );
};
