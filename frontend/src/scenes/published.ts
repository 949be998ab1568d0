/** Cells of a document's table (datasets/published), for what stands beside a twin. Pure. */
import type { PublishedTable } from '../capture/sources/published-results';

/** Of the row that has `value` in its column `label`, the cell of any column; null where there is no such row. */
export function publishedRow(
  { columns, rows }: Pick<PublishedTable, 'columns' | 'rows'>,
  label: string,
  value: string,
): ((column: string) => unknown) | null {
  const row = rows.find((r) => r[columns.indexOf(label)] === value);
  return row ? (column) => row[columns.indexOf(column)] : null;
}
