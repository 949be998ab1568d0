/**
 * A measure over two tunables, or of parts over one: a table with a number in each cell, shaded by how large it is. The best of
 * each column has a border, where it goes from row to row another value becomes better; a ring: seeds overlap, it is a guess.
 */
import type { FC } from 'react';
import { short, spread, type Point, type Winner } from '../table';

interface Props {
  /** End of the scale: the same for every part. */
  top: number;
  rows: readonly { name: string; points: readonly Point[] }[];
  /** By column, which row is best; none where nothing is. */
  best: readonly (Winner | null)[];
  /** What rows and columns are. */
  corner: string;
  /** Which part of the measure; '' where there is one alone. */
  caption: string;
  /** The measure. */
  title: string;
  /** The value of x that is chosen, or -1. */
  at: number;
  onPick: (picked: { at: number; row: number }) => void;
}

/** Percent of the colour at the end of the scale: the number on it is read in both themes, 4.9 to 1 and more. */
const DEEPEST = 50;

/** Where every row is best, none stands out. */
const isBest = (winner: Winner | null | undefined, row: number, all: number): boolean =>
  winner !== null && winner !== undefined && winner.rows.length < all && winner.rows.includes(row);

export const PlotGrid: FC<Props> = ({ top, rows, best, corner, caption, title, at, onPick }) => (
  <div className="cmp-scroll">
    <table className="cmp-heat">
      <caption className={caption === '' ? 'visually-hidden' : undefined}>{caption || title}</caption>
      <thead>
        <tr>
          <th scope="col">{corner}</th>
          {rows[0]?.points.map(({ x }, i) => (
            <th key={String(x)} scope="col" className={i === at ? 'hot' : undefined}>
              {String(x).replaceAll('_', ' ')}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, points }, row) => (
          <tr key={name}>
            <th scope="row">{name.replaceAll('_', ' ')}</th>
            {points.map((point, i) => (
              <td
                key={String(point.x)}
                title={spread(point)}
                className={isBest(best[i], row, rows.length) ? 'best' : undefined}
                style={{ ['--heat' as string]: `${Math.round((DEEPEST * (point.median ?? 0)) / top)}%` }}
                onClick={() => {
                  onPick({ at: i, row });
                }}
              >
                {best[i]?.overlap && best[i].rows.includes(row) && (
                  <span title="seeds overlap" aria-label="seeds overlap" role="img">
                    ○{' '}
                  </span>
                )}
                {point.median === null ? '–' : short(point.median)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);
