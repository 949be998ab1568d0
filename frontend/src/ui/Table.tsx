/** A table in which the first cell of a row names it, and the others stand below the names of their columns. */
import type { FC, Key, ReactNode } from 'react';

interface TableRow {
  key: Key;
  cells: readonly ReactNode[];
  /** Class of the row, e.g. `hot`. */
  look?: string | undefined;
  /** What it is about (core/key.ts). */
  of?: string | undefined;
}

interface Props {
  heads: readonly string[];
  rows: readonly TableRow[];
  /** Is a column one of numbers? All but the first are where nothing is said. */
  right?: (column: number) => boolean;
  caption?: string;
  className?: string | undefined;
}

export const Table: FC<Props> = ({ heads, rows, right = (column) => column > 0, caption, className }) => {
  const look = (column: number) => (right(column) ? 'r' : undefined);
  return (
    <table className={className}>
      {caption !== undefined && <caption>{caption}</caption>}
      <thead>
        <tr>
          {heads.map((head, i) => (
            <th key={head} scope="col" className={look(i)}>
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, cells: [name, ...others], look: row, of }, i) => (
          <tr
            key={key}
            className={row}
            {...(of === undefined ? {} : { 'data-of': of, tabIndex: i === 0 ? 0 : -1 })}
          >
            <th scope="row">{name}</th>
            {others.map((cell, column) => (
              <td key={heads[column + 1]} className={look(column + 1)}>
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
};
