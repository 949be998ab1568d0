/** What document 004 printed for a policy: the average request of each disk, as iostat gave it. Pure. */
import type { PublishedTable } from '../../../capture/sources/published-results';
import type { SourceInfo } from '../../scene';
import type { Policy } from './policy';

/** Columns of the table, as the document names them. */
const COLUMNS = { of: 'policy and granularity', disk: 'device', value: 'avgrq-sz' } as const;
/** The experiment: two nodes, and a disk whose requests take 40 segments (its 316 sectors say so). */
const NODES = 2;
const SEGMENTS = 40;

export interface PublishedRequest {
  /** Each disk and its average request in sectors, in the order of the document. */
  rows: readonly { disk: string; sectors: number }[];
  /** The same without a policy; null where this is it. */
  without: number | null;
  title: string;
  citation: string;
  url: string | null;
}

/** The label of the document's rows for a policy; null for what it did not measure. */
function labelOf({ by, mode, granularity, nodes }: Policy): string | null {
  if (nodes.length !== NODES) return null;
  if (by === 'none') return 'none';
  return by === 'counter' && mode === 'interleave' && granularity !== null
    ? `interleave, ${granularity}`
    : null;
}

function rowsOf({ columns, rows }: PublishedTable, label: string): { disk: string; sectors: number }[] {
  const [of, disk, value] = [COLUMNS.of, COLUMNS.disk, COLUMNS.value].map((name) => columns.indexOf(name));
  if (of === undefined || disk === undefined || value === undefined || Math.min(of, disk, value) < 0)
    return [];
  return rows.flatMap((row) => {
    const sectors = row[value];
    return row[of] === label && typeof sectors === 'number' ? [{ disk: String(row[disk]), sectors }] : [];
  });
}

/** Null where the document measured nothing of the kind. */
export function publishedFor(
  info: SourceInfo,
  policy: Policy,
  segments: number | null,
): PublishedRequest | null {
  const label = labelOf(policy);
  if (label === null || segments !== SEGMENTS) return null;
  for (const table of info.tables ?? []) {
    const rows = rowsOf(table, label);
    if (rows.length === 0) continue;
    const { title, citation, url } = table;
    const without = label === 'none' ? null : (rowsOf(table, 'none')[0]?.sectors ?? null);
    return { rows, without, title, citation, url };
  }
  return null;
}
