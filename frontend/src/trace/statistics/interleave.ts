/** To which nodes interleaved pages were dealt, and where they landed, as a patched kernel tells: docs/numbers.md. */
import type { Work } from '../../core/work/work';
import { columnOf, kindNamed } from '../store/lookup';
import type { KindColumns, TraceStore } from '../store/store';

export interface NodeShare {
  nid: number;
  /** Pages dealt to it, and those of them whose frame is on it. */
  dealt: number;
  landed: number;
}

/** Of a row: the node it is dealt to, how many pages, and how many of them landed there. */
export function dealReader(kind: KindColumns): {
  node: (row: number) => number | null;
  pages: (row: number) => number;
  landed: (row: number) => number;
} | null {
  if (kind.name !== 'interleave_page') return null;
  const [nid, page, order] = ['nid', 'page_nid', 'order'].map((name) => columnOf(kind, name));
  const pages = (row: number) => 2 ** (order?.(row) ?? 0);
  return {
    node: (row) => nid?.(row) ?? null,
    pages,
    landed: (row) => (page?.(row) === nid?.(row) ? pages(row) : 0),
  };
}

/** Rows between two pauses. */
const PAUSE = 1 << 12;

export function* nodeSharesIn(store: TraceStore): Work<NodeShare[]> {
  const kind = kindNamed(store, 'interleave_page');
  const reader = kind && dealReader(kind);
  const found = new Map<number, NodeShare>();
  for (let row = 0; reader && row < kind.rows; row++) {
    if (row % PAUSE === 0) yield;
    const nid = reader.node(row);
    if (nid === null) continue;
    const of = found.get(nid) ?? { nid, dealt: 0, landed: 0 };
    found.set(nid, of);
    of.dealt += reader.pages(row);
    of.landed += reader.landed(row);
  }
  return [...found.values()].sort((a, b) => a.nid - b.nid);
}
