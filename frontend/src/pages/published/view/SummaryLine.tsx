/** How many rows hold so far, and how far the runs are. */
import type { FC } from 'react';
import { grouped } from '../../../core/number';
import type { Score, Totals } from '../summary';

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
  const percent = (n: number) =>
    totals.independent > 0 ? ` (${Math.round((100 * n) / totals.independent)} %)` : '';
  const of = ({ independent, within25, null_within25 }: Score) =>
    `${within25} of ${independent} (${null_within25})`;
  const part = totals.rows < rows;
  return (
    <div className="pub-summary">
      <p role="status">
        <b>{part ? `${grouped(totals.rows)} of ${grouped(rows)}` : grouped(rows)}</b> rows,{' '}
        <b>{totals.fitted}</b> fitted, <b>{totals.doubles}</b> said twice, <b>{totals.noEvidence}</b> no
        evidence, <b>{totals.constructed}</b> true by construction, <b>{totals.independent}</b> independent.
        Of these <b>{totals.within25}</b> are within 25 % or right
        {percent(totals.within25)}; if no policy had an effect, <b>{totals.null_within25}</b> would be
        {percent(totals.null_within25)}: with a ratio {of(totals.ratios)}, right or wrong {of(totals.stated)}.
        Of <b>{totals.effects}</b> effects the model has <b>{totals.within_half}</b> within half, without the
        policy none. <b>{totals.wrong_direction}</b> go in the wrong direction{part && ' so far'}
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
