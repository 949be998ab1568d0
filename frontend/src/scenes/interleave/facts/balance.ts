/** Memory balance: how far one node is ahead of another, page by page. Pure. */
import { sum } from '../../../core/search';
import type { Frame } from '../../scene';
import type { Step } from './steps';

export interface Balance {
  /**
   * `pair`: pages on the first node less those on the second; `spread`: on the node with most less that
   * with fewest; `share`: on the first node above its share by weight.
   */
  kind: 'pair' | 'spread' | 'share';
  /** The node that leads when the number is above 0; for `spread` the first of them all. */
  node: number;
  /** Before the first page of the row. */
  start: number;
  /** After each page of the row up to the cursor. */
  values: readonly number[];
  /** Most that one node was ever ahead of another; null for `share`. */
  most: number | null;
}

type Counts = ReadonlyMap<number, number>;

/** How far apart the counts are, made once for a row: it is asked after each of its pages. */
function measure(kind: Balance['kind'], nodes: readonly number[], weights: Counts, on: Counts): () => number {
  const [a = 0, b = 0] = nodes;
  const at = (n: number) => on.get(n) ?? 0;
  if (kind === 'pair') return () => at(a) - at(b);
  if (kind === 'spread') return () => Math.max(...nodes.map(at)) - Math.min(...nodes.map(at));
  const shares = sum(nodes.map((n) => weights.get(n) ?? 1));
  return () => at(a) - (sum(nodes.map(at)) * (weights.get(a) ?? 1)) / shares;
}

/**
 * `row`: steps of the row up to the cursor, which stands on the last; those of other tasks leave the lead
 * as it is. `weights`: of nodes, where the policy weighs. Null where no task is known to allocate.
 */
export function balanceOf(
  frame: Frame,
  row: readonly Step[],
  nodes: readonly number[],
  weights: Counts | null,
): Balance | null {
  const pid = frame.event?.pid;
  const task = frame.after.task.find((t) => t.present === 1 && t.pid === pid);
  const [first] = nodes;
  // A probe of an unpatched kernel leaves out what would cost too much: how far ahead a node is, nobody knows.
  if (frame.event?.kind === 'mms_il') return null;
  if (!task || first === undefined || nodes.length < 2 || frame.event?.kind === 'block_rq') return null;
  const on = new Map(nodes.map((n) => [n, task.on[n] ?? 0]));
  const mine = (s: Step) => s.pid === pid && on.has(s.node);
  const add = (node: number, by: number) => on.set(node, (on.get(node) ?? 0) + by);
  for (const s of row) if (mine(s)) add(s.node, -1);
  const kind = weights ? 'share' : nodes.length === 2 ? 'pair' : 'spread';
  const now = measure(kind, nodes, weights ?? new Map<number, number>(), on);
  const start = now();
  const values = row.map((s) => {
    if (mine(s)) add(s.node, 1);
    return now();
  });
  return { kind, node: first, start, values, most: kind === 'share' ? null : task.ahead };
}
