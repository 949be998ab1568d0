/** A table with a heading of its own; a wide one scrolls by itself. */
import type { FC, ReactNode } from 'react';
import { Table } from '../../ui/Table';
import type { Section } from './tables';

interface Props {
  caption: string;
  /** Names of columns; those of numbers begin with '#', which is not shown. */
  heads: readonly string[];
  rows: readonly (readonly ReactNode[])[];
  /** Lengths of a bar behind each row, from 0 to 1. */
  bars?: readonly number[];
}

export const ReportTable: FC<Props> = ({ caption, heads, rows, bars }) => (
  <div className="report-table" role="region" aria-label={caption} tabIndex={0}>
    <Table
      caption={caption}
      className={bars && 'report-bars'}
      heads={heads.map((head) => head.replace(/^#/, ''))}
      right={(column) => heads[column]?.startsWith('#') ?? false}
      rows={rows.map((cells, key) => ({ key, cells: bars ? withBar(cells, bars[key] ?? 0) : cells }))}
    />
  </div>
);

/** Tables, and sentences where there is none. */
export const ReportTables: FC<{ of: readonly (Section | string)[] }> = ({ of }) =>
  of.map((section) =>
    typeof section === 'string' ? (
      <p key={section}>{section}</p>
    ) : (
      <ReportTable key={section.caption} {...section} />
    ),
  );

/** In the last cell, before its number. */
const withBar = (cells: readonly ReactNode[], share: number): ReactNode[] => [
  ...cells.slice(0, -1),
  <span className="report-bar">
    <i aria-hidden="true">
      <b style={{ width: `${share * 100}%` }} />
    </i>
    {cells.at(-1)}
  </span>,
];
