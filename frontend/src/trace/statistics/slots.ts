/**
 * How full each swap device was, by what a patched kernel tells of its slots: docs/numbers.md has the definitions in
 * words.
 */
import { columnOf, fieldNamed, kindNamed } from '../store/lookup';
import type { KindColumns, TraceStore } from '../store/store';
import { numberAt, textAt } from '../store/values';

export interface SwapUse {
  type: number;
  name: string;
  /** Slots of a page each; null where nothing tells. */
  size: number | null;
  /** By calls of get_swap_pages(), and given back. */
  taken: number;
  freed: number;
  /** In use, at most and at last; null where nothing tells. */
  most: number | null;
  last: number | null;
}

/** Of a row: the number of its device, how many slots it has in use then, and how many it gave or got back. */
export interface SlotReader {
  type: (row: number) => number | null;
  used: (row: number) => number | null;
  taken: (row: number) => number;
  freed: (row: number) => number;
}

const TYPE = 'type';
const none = () => 0;

/** Null where a kind tells nothing of slots. */
export function slotReader(kind: KindColumns): SlotReader | null {
  const field = (name: string) => columnOf(kind, name);
  switch (kind.name) {
    case 'swap_list':
      return { type: field(TYPE), used: field('used'), taken: none, freed: none };
    case 'swap_free': {
      const n = field('n');
      return { type: field(TYPE), used: field('used'), taken: none, freed: (row) => n(row) ?? 0 };
    }
    case 'swap_select':
      return selectReader(kind);
    default:
      return null;
  }
}

/** The device that was chosen: as the walk saw it, and what it gave. */
function selectReader(kind: KindColumns): SlotReader {
  const [type, ret, order, n] = [TYPE, 'ret', 'order', 'list_n'].map((name) => columnOf(kind, name));
  const [types, used] = [fieldNamed(kind, 'list_type'), fieldNamed(kind, 'list_used')];
  const taken = (row: number) => (ret?.(row) ?? 0) * 2 ** (order?.(row) ?? 0);
  return {
    type: (row) => type?.(row) ?? null,
    used: (row) => {
      const lanes = Math.min(n?.(row) ?? 0, types?.lanes ?? 0);
      for (let lane = 0; types && used && lane < lanes; lane++) {
        if (numberAt(types, row, lane) !== type?.(row)) continue;
        const before = numberAt(used, row, lane);
        return before === null ? null : before + taken(row);
      }
      return null;
    },
    taken,
    freed: none,
  };
}

/** Kinds that tell of slots, in one order with each other. */
export const SLOT_KINDS = ['swap_list', 'swap_select', 'swap_free'] as const;

/** By number of the device. */
export function swapUses(store: TraceStore): SwapUse[] {
  const found = new Map<number, SwapUse>();
  const latest = new Map<number, number>();
  const names = swapNames(store);
  for (const kind of SLOT_KINDS.flatMap((name) => kindNamed(store, name) ?? [])) {
    const reader = slotReader(kind);
    const pages = columnOf(kind, 'pages');
    for (let row = 0; reader && row < kind.rows; row++) {
      const type = reader.type(row);
      if (type === null || type < 0) continue;
      const of = found.get(type) ?? empty(type, names);
      found.set(type, of);
      of.taken += reader.taken(row);
      of.freed += reader.freed(row);
      const size = pages(row);
      if (size !== null) of.size = Math.max(of.size ?? 0, size);
      const used = reader.used(row);
      if (used === null) continue;
      of.most = Math.max(of.most ?? 0, used);
      const t = kind.ts[row] ?? 0;
      if (t < (latest.get(type) ?? 0)) continue;
      latest.set(type, t);
      of.last = used;
    }
  }
  return [...found.values()].sort((a, b) => a.type - b.type);
}

const empty = (type: number, names: ReadonlyMap<number, string>): SwapUse => ({
  ...{ type, name: swapName(type, names), size: null, taken: 0, freed: 0, most: null, last: null },
});

export const swapName = (type: number, names: ReadonlyMap<number, string>): string =>
  names.get(type) ?? `swap device ${type}`;

/** Names of swap devices by number, from the events that say them. */
export function swapNames(store: TraceStore): Map<number, string> {
  const names = new Map<number, string>();
  const kind = kindNamed(store, 'swap_list');
  const name = kind && fieldNamed(kind, 'name');
  if (!kind || !name) return names;
  const type = columnOf(kind, TYPE);
  for (let row = 0; row < kind.rows; row++) {
    const [number, text] = [type(row) ?? -1, textAt(store, name, row)];
    if (text !== '' && number >= 0) names.set(number, text);
  }
  return names;
}
