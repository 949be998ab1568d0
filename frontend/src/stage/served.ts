/** A capture that stays on its server: which do, and how the columns of one are filled. */
import type { Columns } from '../core/columns';
import type { FarNews } from '../core/far';
import { captureSize, HELD_HERE, isReadHere, type ServerSize } from '../sources/server';
import type { SourceSpec } from '../sources/spec';

export { apiUrl } from '../sources/address';

/** Its size, where it is on a server and too large for the page; an as if is always made in the page. */
export async function tooLarge(spec: SourceSpec, base: string): Promise<ServerSize | null> {
  if (spec.kind !== 'server' || spec.asif) return null;
  const size = await captureSize(base, spec.id, new AbortController().signal);
  return size && !isReadHere(size, HELD_HERE) ? size : null;
}

/** Writes what is known now into them. */
export function fill(columns: Columns, { cells, marks }: FarNews): void {
  if (cells) {
    columns.cells.push(...cells.more);
    columns.cell.set(cells.cell, cells.first - 1);
  }
  if (marks) Object.assign(columns, marks);
}
