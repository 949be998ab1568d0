/** A twin as plain text, for the clipboard. */
import { textOf } from '../../core/message';
import type { Row, Twin } from '../../scenes/narration';

export function twinText(twin: Twin): string {
  const { title, about, columns, rows, left = [], notes = [], printed, folds } = twin;
  const isLeft = (column: number) => column === 0 || left.includes(columns[column] ?? '');
  const lines: Pick<Row, 'cells' | 'doc'>[] = rows.length > 0 ? [{ cells: columns }, ...rows] : [];
  const widths = columns.map((_, i) => Math.max(...lines.map(({ cells }) => cells[i]?.length ?? 0)));
  const padded = (cell: string, i: number) =>
    isLeft(i) ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0);
  const table = lines.flatMap(({ cells, doc }) => [
    cells.map(padded).join('  ').trimEnd(),
    ...(doc === undefined ? [] : [`  ${doc}`]),
  ]);
  const cited = printed
    ? [...printed.lines.map((l) => `published: ${textOf(l)}`), `(${printed.citation})`]
    : [];
  return [
    textOf(title),
    ...(about ? [textOf(about)] : []),
    ...table,
    ...notes.map(textOf),
    ...cited,
    ...folds.flatMap((fold) => ['', ...fold.lines]),
    '',
  ].join('\n');
}
