/** What differs, row by row: the numbers, and beside them a drawing of both sides. */
import type { FC, ReactNode } from 'react';
import { cellsOf, differs, headsOf, unitOf } from '../pair-phrases';
import type { Difference } from '../pair';
import { Bars, Percentiles } from './PairPlot';

interface Props {
  name: string;
  rows: readonly Difference[];
  /** Percentiles of a measure have one drawing together. */
  percentiles?: boolean;
}

export const PairTable: FC<Props> = ({ name, rows, percentiles = false }) => {
  const tested = rows.some(({ p }) => p !== null);
  const last = tested ? 7 : 5;
  const look = (column: number) => (column > 0 && column < last ? 'r' : undefined);
  const groups = percentiles ? grouped(rows) : rows.map((row) => [row]);
  return (
    <div className="cmp-scroll" tabIndex={0} role="region" aria-label={name}>
      <table className="tally cmp-diff">
        <thead>
          <tr>
            {headsOf(tested).map((head, i) => (
              <th key={head} scope="col" className={look(i)}>
                {head}
              </th>
            ))}
            <th scope="col" aria-hidden="true" />
          </tr>
        </thead>
        {groups.map((group) => (
          <tbody key={keyOf(group[0])}>
            {group.map((row, i) => (
              <Row
                key={row.measure.at}
                row={row}
                tested={tested}
                look={look}
                drawing={
                  i > 0 ? null : (
                    <td className="cmp-drawn" rowSpan={group.length} aria-hidden="true">
                      {percentiles ? <Percentiles rows={group} /> : <Bars row={row} />}
                    </td>
                  )
                }
              />
            ))}
          </tbody>
        ))}
      </table>
    </div>
  );
};

const Row: FC<{
  row: Difference;
  tested: boolean;
  look: (column: number) => string | undefined;
  drawing: ReactNode;
}> = ({ row, tested, look, drawing }) => {
  const [name, ...cells] = cellsOf(row, tested);
  const unit = unitOf(row);
  return (
    <tr className={differs(row) ? 'differs' : undefined}>
      <th scope="row">
        <b>{name}</b> <span className="note">{unit}</span>
        {drawing && <span className="cmp-doc">{row.measure.doc}</span>}
      </th>
      {cells.map((cell, i) => (
        <td key={i} className={look(i + 1)}>
          {cell}
        </td>
      ))}
      {drawing}
    </tr>
  );
};

const keyOf = (row: Difference | undefined) =>
  `${row?.measure.name ?? ''} ${row?.part ?? 0} ${row?.measure.at ?? ''}`;

/** Rows of one measure and part, which follow each other. */
function grouped(rows: readonly Difference[]): Difference[][] {
  const groups: Difference[][] = [];
  for (const row of rows) {
    const own = groups.at(-1);
    if (own?.[0]?.measure.name === row.measure.name && own[0].part === row.part) own.push(row);
    else groups.push([row]);
  }
  return groups;
}
