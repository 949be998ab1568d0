/** A table with a heading of its own; a wide one scrolls by itself. */
import type { FC, ReactNode } from 'react';
import { Table } from '../../ui/Table';

interface Props {
  caption: string;
  /** Names of columns; those of numbers begin with '#', which is not shown. */
  heads: readonly string[];
  rows: readonly (readonly ReactNode[])[];
}

export const ReportTable: FC<Props> = ({ caption, heads, rows }) => (
  <div className="report-table" role="region" aria-label={caption} tabIndex={0}>
    <Table
      caption={caption}
      heads={heads.map((head) => head.replace(/^#/, ''))}
      right={(column) => heads[column]?.startsWith('#') ?? false}
      rows={rows.map((cells, key) => ({ key, cells }))}
    />
  </div>
);
