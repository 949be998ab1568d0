/** A table with a heading of its own; wide ones scroll by themselves. */
import type { FC, ReactNode } from 'react';

interface Props {
  caption: string;
  /** Names of columns; those of numbers begin with '#', which is not shown. */
  heads: readonly string[];
  rows: readonly (readonly ReactNode[])[];
}

export const Table: FC<Props> = ({ caption, heads, rows }) => (
  <div className="report-table" role="region" aria-label={caption} tabIndex={0}>
    <table>
      <caption>{caption}</caption>
      <thead>
        <tr>
          {heads.map((head) => (
            <th key={head} scope="col" className={head.startsWith('#') ? 'num' : undefined}>
              {head.replace(/^#/, '')}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((cells, row) => (
          <tr key={row}>
            {cells.map((cell, i) =>
              i === 0 ? (
                <th key={i} scope="row">
                  {cell}
                </th>
              ) : (
                <td key={i} className={heads[i]?.startsWith('#') ? 'num' : undefined}>
                  {cell}
                </td>
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);
