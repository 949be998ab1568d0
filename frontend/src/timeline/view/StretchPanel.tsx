/** What the selected stretch holds. */
import type { FC } from 'react';
import { PANES } from '../../core/panes';
import { grouped } from '../../core/number';
import { durationPhrase, timePhrase } from '../model/time/ruler';
import type { Spread } from '../model/statistics';
import { numberPhrase } from '../phrases';
import { useTimeline, useTimelineState } from '../use-timeline';

export const StretchPanel: FC = () => {
  const { controller } = useTimeline();
  const range = useTimelineState((s) => s.range);
  const measure = useTimelineState((s) => s.measure);
  const row = useTimelineState((s) => s.row);
  if (!range) {
    return (
      <p className="tl-hint">
        Drag with <kbd>Shift</kbd> held down, or press <kbd>R</kbd> to select what is in view.
      </p>
    );
  }
  const { statistics: found, from, to, slot } = range;
  const clock = controller.store.getState().slots[slot].info?.unit;
  const unit = PANES.flatMap((s) => controller.store.getState().slots[s].info?.measures ?? []).find(
    (m) => m.name === measure,
  )?.unit;
  return (
    <div className="tl-range">
      <p className="tl-of">
        <b>{durationPhrase(to - from, clock)}</b> of {slot}, {timePhrase(Math.round(from), clock)} to{' '}
        {timePhrase(Math.round(to), clock)}
        {row === null ? ', all tracks' : `, track ${row.split('/').slice(1).join('/')}`}:{' '}
        <span role="status">
          {found ? (
            <>
              <b>{grouped(found.count)}</b> events
              {!clock && `, ${numberPhrase(Math.round(found.perSecond))} a second`}
            </>
          ) : (
            'counting…'
          )}
        </span>
        <button
          type="button"
          className="link-btn"
          onClick={() => {
            controller.axis.fit();
          }}
        >
          Fit
        </button>
      </p>
      {found && (
        <div className="tl-scroll" tabIndex={0} role="region" aria-label="Selection" data-scrolls>
          <table className="narrow">
            <thead>
              <tr>
                <th scope="col">kind</th>
                <th scope="col" className="r">
                  events
                </th>
                {measure !== '' && (
                  <th scope="col" className="r">
                    with {measure}
                    {unit && ` (${unit})`}
                  </th>
                )}
                {measure !== '' &&
                  ['min', 'mean', 'p50', 'p99', 'max'].map((name) => (
                    <th key={name} scope="col" className="r">
                      {name}
                    </th>
                  ))}
              </tr>
            </thead>
            <tbody>
              <tr className="hot">
                <th scope="row">all</th>
                <td className="r">{grouped(found.count)}</td>
                {measure !== '' && <Cells spread={found.spread} />}
              </tr>
              {found.kinds.map(({ name, count, spread }) => (
                <tr key={name}>
                  <th scope="row">{name}</th>
                  <td className="r">{grouped(count)}</td>
                  {measure !== '' && <Cells spread={spread} />}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </div>
  );
};

const Cells: FC<{ spread: Spread | null }> = ({ spread }) => (
  <>
    {[spread?.n, spread?.min, spread?.mean, spread?.p50, spread?.p99, spread?.max].map((value, i) => (
      <td key={i} className="r">
        {value === undefined ? '–' : numberPhrase(value)}
      </td>
    ))}
  </>
);
