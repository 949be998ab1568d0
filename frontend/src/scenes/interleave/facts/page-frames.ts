/** Frames that the pages of a row landed in, node by node; neighbours stand together. Pure. */
import type { Step } from './steps';

export interface PlacedPage {
  k: number;
  node: number;
  /** Page frame number; null where the source does not tell. */
  pfn: number | null;
  /** Its frame does not follow the one before it in this list: a gap is drawn. */
  apart: boolean;
}

export interface Group {
  /** Node; -1 for the nodes that are folded into one group. */
  node: number;
  /** How many nodes the group stands for. */
  nodes: number;
  /** In the order of memory where frames are known, else in the order in which the node gave them. */
  frames: PlacedPage[];
}

/** Groups there is room for; further nodes share the last. */
export const GROUPS = 8;

function sorted(steps: readonly Step[]): PlacedPage[] {
  const at = steps.map((s) => ({ k: s.k, node: s.node, pfn: s.page?.pfn ?? null }));
  at.sort((a, b) => a.node - b.node || (a.pfn ?? 0) - (b.pfn ?? 0) || a.k - b.k);
  return at.map((f, i) => {
    const before = at[i - 1];
    const follows = before?.node === f.node && before.pfn !== null && f.pfn === before.pfn + 1;
    return { ...f, apart: i > 0 && f.pfn !== null && !follows };
  });
}

/** `row`: every step of the row, also those behind the cursor, so that places do not move with it. */
export function groupsOf(row: readonly Step[], nodes: readonly number[]): Group[] {
  const all = [...new Set([...nodes, ...row.map((s) => s.node)])].filter((n) => n >= 0).sort((a, b) => a - b);
  const own = all.length > GROUPS ? all.slice(0, GROUPS - 1) : all;
  const rest = all.slice(own.length);
  const groups = own.map((node) => ({
    node,
    nodes: 1,
    frames: sorted(row.filter((s) => s.node === node)),
  }));
  if (rest.length === 0) return groups;
  return [
    ...groups,
    { node: -1, nodes: rest.length, frames: sorted(row.filter((s) => rest.includes(s.node))) },
  ];
}
