/** A capture that stays on its server: which do, and how the columns of one are filled. */
import type { Columns } from '../../core/columns';
import type { RemoteNews } from '../../capture/remote/source';
import { captureSize, STAGE_LIMITS, isWithinLimits, type ServerSize } from '../../capture/remote/server';
import type { SourceSpec } from '../../capture/sources/spec';

export { apiUrl } from '../../capture/remote/url';

/** Its size, where it is on a server and too large for the page; an as if is always made in the page. */
export async function remoteSize(spec: SourceSpec, base: string): Promise<ServerSize | null> {
  if (spec.kind !== 'server' || spec.asif) return null;
  const size = await captureSize(base, spec.id, new AbortController().signal);
  return size && !isWithinLimits(size, STAGE_LIMITS) ? size : null;
}

/** Writes what is known now into them. */
export function fillColumns(columns: Columns, { cells, marks }: RemoteNews): void {
  if (cells) {
    columns.cells.push(...cells.more);
    columns.cell.set(cells.cell, cells.first - 1);
  }
  if (marks) Object.assign(columns, marks);
}
