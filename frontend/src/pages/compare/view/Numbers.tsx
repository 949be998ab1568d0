/** Every number of a sweep, as a table: what pictures show, for those who read, and for screen readers. */
import { memo, useState } from 'react';
import { grouped } from '../../../core/number';
import type { Measured } from '../../../core/session';
import { saveFile } from '../../../ui/drawing-file';
import { Table } from '../../../ui/Table';
import { Tag } from '../../../ui/Tag';
import type { Picked } from '../panes';
import { labelOf, type Question } from '../question';
import { csvOf } from '../run';
import { spread, type Series } from '../table';
import { headOf } from '../phrases';

interface Props {
  question: Question;
  series: readonly Series[];
  rows: readonly (readonly Measured[] | null)[];
  onPick: (picked: Picked) => void;
}

/** More rows than these are drawn when somebody wants them: thousands would hold up the page. */
const ROWS_SHOWN = 200;

export const Numbers = memo(function Numbers({ question, series, rows, onPick }: Props) {
  const [all, setAll] = useState(false);
  const { x, y } = question;
  const heads = [labelOf(x), ...(y ? [labelOf(y)] : []), ...series.map(headOf)];
  const places = (y ? y.values : [null]).flatMap((other, row) =>
    x.values.map((value, at) => ({ value, other, row, at })),
  );
  const shown = all ? places : places.slice(0, ROWS_SHOWN);
  return (
    <section className="cmp-numbers">
      <h2>
        Every number <Tag of={question.of.kind === 'capture' ? 'asif' : 'model'} />
      </h2>
      <p className="note">
        The median of the seeds, the least and the most.{' '}
        <button
          type="button"
          className="link-btn"
          onClick={() => {
            saveFile(csvOf(question, rows), 'sweep.csv');
          }}
        >
          Save as CSV
        </button>
      </p>
      <div className="cmp-scroll">
        <Table
          className="tally"
          heads={heads}
          rows={shown.map(({ value, other, row, at }) => ({
            key: `${value} ${other ?? ''}`,
            cells: [
              <button
                key={at}
                type="button"
                className="link-btn"
                onClick={() => {
                  onPick({ at, row });
                }}
              >
                {value}
              </button>,
              ...(y ? [String(other)] : []),
              ...series.map((s) => {
                const point = s.rows[row]?.[at];
                return point ? spread(point) : '–';
              }),
            ],
          }))}
        />
      </div>
      {shown.length < places.length && (
        <button
          type="button"
          className="link-btn"
          onClick={() => {
            setAll(true);
          }}
        >
          Show all {grouped(places.length)} rows
        </button>
      )}
    </section>
  );
});
