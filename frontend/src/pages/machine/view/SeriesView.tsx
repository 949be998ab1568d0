/** Rows of vmstat or sar over time: free memory beside the marks, pages scanned below it. */
import { useId, type FC } from 'react';
import { grouped } from '../../../core/number';
import { useWidth } from '../../../ui/use-screen';
import type { Series } from '../answer';
import { kibibytes, count } from '../phrases';

interface Props {
  series: Series;
  /** Sums of the marks of all zones, KiB; null where they are not in the text. */
  marks: { min: number; low: number; high: number } | null;
}

const HEIGHT = 128;
const ROW = 74;
const FREE = new Set(['free', 'kbmemfree']);
/** What the kernel did about it, of vmstat in KiB, of sar in pages. */
const ACTS = new Set(['si', 'so', 'pgscank/s', 'pgscand/s', 'pgsteal/s', 'pswpin/s', 'pswpout/s']);

const path = (values: readonly number[], x: (i: number) => number, y: (n: number) => number): string =>
  values.map((n, i) => `${i === 0 ? 'M' : 'L'}${x(i).toFixed(1)} ${y(n).toFixed(1)}`).join('');

export const SeriesView: FC<Props> = ({ series, marks: sums }) => {
  const [ref, width] = useWidth();
  const id = useId();
  const marks = series.scaled ? null : sums;
  const one = (n: number) => (series.scaled ? grouped(n) : kibibytes(n));
  const free = series.columns.find(({ name }) => FREE.has(name));
  const acts = series.columns.filter(({ name, values }) => ACTS.has(name) && values.some((n) => n > 0));
  const top = Math.max(1, ...(free?.values ?? []), marks ? marks.high * 1.1 : 0);
  const x = (i: number) => (i / Math.max(1, series.rows - 1)) * Math.max(0, width - 4);
  const y = (n: number) => ROW - (n / top) * (ROW - 8);
  const most = Math.max(1, ...acts.flatMap(({ values }) => values));
  return (
    <section className="machine-series" aria-labelledby={`${id}-title`} ref={ref}>
      <h2 id={`${id}-title`}>
        {series.kind === 'vmstat' ? 'vmstat' : 'sar'}, {count(series.rows, 'row')}
        {series.lost > 0 && <span className="note"> and {count(series.lost, 'row')} that was cut</span>}
      </h2>
      {width > 0 && free && (
        <svg
          width={width}
          height={HEIGHT}
          role="img"
          aria-label={`Free memory over ${series.rows} rows`}
          aria-describedby={`${id}-words`}
        >
          {marks &&
            (['high', 'low', 'min'] as const).map((mark) => (
              <path key={mark} d={`M0 ${y(marks[mark])}H${width}`} className={`machine-${mark}`} />
            ))}
          <path d={path(free.values, x, y)} className="machine-line-free" />
          {acts.map(({ name, values }, i) => (
            <path
              key={name}
              d={path(values, x, (n) => HEIGHT - 4 - (n / most) * (HEIGHT - ROW - 16))}
              className="machine-line-act"
              strokeDasharray={i === 0 ? undefined : `${2 + 3 * i} 3`}
            />
          ))}
        </svg>
      )}
      <p className="note" id={`${id}-words`}>
        {free && (
          <>
            Free from {one(Math.min(...free.values))} to {one(Math.max(...free.values))}
            {free.below_low !== undefined && (
              <>
                ; below the sum of low in {count(free.below_low, 'row')}, of min in{' '}
                {count(free.below_min ?? 0, 'row')}
              </>
            )}
            .{' '}
          </>
        )}
        {acts.map(({ name, values }) => `${name} up to ${grouped(Math.max(...values))}`).join(', ')}
        {acts.length > 0 && '. '}
        {series.kind === 'vmstat' &&
          (series.scaled
            ? 'vmstat -S is not in KiB, so these numbers are beside no mark.'
            : 'vmstat says neither its unit nor how long a row is: taken for KiB.')}
      </p>
    </section>
  );
};
