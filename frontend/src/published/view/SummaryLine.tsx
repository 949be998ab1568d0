/** How many rows hold so far, and how far the runs are. */
import type { FC } from 'react';
import { grouped } from '../../core/number';
import type { Totals } from '../summary';

interface Props {
  totals: Totals;
  /** Of all tables. */
  rows: number;
  done: number;
  runs: number;
  current: string | null;
  onStop: () => void;
  onStart: () => void;
}

export const SummaryLine: FC<Props> = ({ totals, rows, done, runs, current, onStop, onStart }) => {
  const share = totals.predicted > 0 ? Math.round((100 * totals.within25) / totals.predicted) : null;
  const part = totals.rows < rows;
  return (
    <div className="pub-summary">
      <p role="status">
        <b>{part ? `${grouped(totals.rows)} of ${grouped(rows)}` : grouped(rows)}</b> rows,{' '}
        <b>{totals.fitted}</b> fitted, <b>{totals.predicted}</b> predicted with a ratio, of them{' '}
        <b>{totals.within25}</b> within 25 %{share !== null && ` (${share} %)`},{' '}
        <b>{totals.wrong_direction}</b> in the wrong direction
        {part && ' so far'}
      </p>
      <p className="pub-progress">
        <progress value={done} max={Math.max(runs, 1)} aria-label="Runs of the model" />
        <span>
          {grouped(done)} of {grouped(runs)} runs{current && `, now ${current}`}
        </span>
        {current !== null && (
          <button type="button" className="btn" onClick={onStop}>
            Stop
          </button>
        )}
        {current === null && done < runs && (
          <button type="button" className="btn" onClick={onStart}>
            Go on
          </button>
        )}
      </p>
    </div>
  );
};
