/** Columns and rows of the drawing in CSS px. Made from both panes' zones, so that what differs differs in policy. */
import { Y } from './scale';

/** Nodes drawn; those beyond are in the table below. */
export const NODES_MAX = 8;
const COMPACT_BELOW = 430;
const NARROWEST = 26;
/** Smallest share of memory that has a row of its own below the columns. */
const ROW_SHARE = 0.02;

export interface Column {
  zone: number;
  nid: number;
  x: number;
  width: number;
}

export interface Group {
  nid: number;
  x: number;
  width: number;
}

export interface Grid {
  width: number;
  height: number;
  compact: boolean;
  /** Left edge of the columns; names of the marks stand before it. */
  left: number;
  columns: readonly Column[];
  groups: readonly Group[];
  /** Nodes that there is no room for. */
  folded: number;
  /** Zones with a row below the columns, as place in `columns`, and how far the rows are apart. */
  rows: readonly number[];
  pitch: number;
  /** The axis below: from here to the right edge. */
  axisX: number;
}

/** Widths in proportion to `weights`, none below `least`, `room` together. */
export function widthsOf(weights: readonly number[], room: number, least: number): number[] {
  const floor = Math.min(least, room / Math.max(1, weights.length));
  const fixed = new Set<number>();
  for (;;) {
    const rest = room - fixed.size * floor;
    const sum = weights.reduce((s, w, i) => s + (fixed.has(i) ? 0 : w), 0);
    const width = (i: number) => (fixed.has(i) ? floor : ((weights[i] ?? 0) / (sum || 1)) * rest);
    const thin = weights.findIndex((_, i) => !fixed.has(i) && width(i) < floor - 1e-9);
    if (thin < 0) return weights.map((_, i) => width(i));
    fixed.add(thin);
  }
}

/** Nodes and their zones, as a layout needs them. */
export interface Sizes {
  nodes: readonly { nid: number; zones: readonly { id: number; nid: number; managed: number }[] }[];
}

interface Shown {
  id: number;
  nid: number;
  /** Share of the memory of the nodes drawn. */
  share: number;
}

function shown(facts: Sizes, most = NODES_MAX): Shown[] {
  const nids = facts.nodes.filter((n) => n.zones.length > 0).slice(0, most);
  const zones = nids.flatMap((n) => n.zones);
  const sum = zones.reduce((s, z) => s + z.managed, 0);
  // Where sizes are not known, all are alike.
  return zones.map((z) => ({ id: z.id, nid: z.nid, share: sum > 0 ? z.managed / sum : 1 / zones.length }));
}

/** What a layout depends on; panes with the same zones share one. */
export function gridKey(all: readonly Sizes[], width: number): string {
  const [own] = all;
  const nodes = own && shown(own).length === 0 ? own.nodes.map((n) => n.nid) : [];
  const zones = all.map((f) => shown(f).map((s) => `${s.id}:${s.share.toFixed(4)}`));
  return [width, nodes, ...zones].join('|');
}

/** Zones of this pane, sized by both panes where both have the same zones. */
function joined(all: readonly Sizes[], most: number): Shown[] {
  const [own = [], other] = all.map((facts) => shown(facts, most));
  const same = other?.length === own.length && own.every((z, i) => z.id === other[i]?.id);
  return same ? own.map((z, i) => ({ ...z, share: (z.share + (other[i]?.share ?? 0)) / 2 })) : own;
}

function pitchOf(rows: number): number {
  return rows <= 3 ? 24 : rows <= 4 ? 21 : rows <= 6 ? 18 : 16;
}

/** Nodes of whose zones nothing is known: side by side, all as wide. */
function bareGroups(nids: readonly number[], left: number, room: number, gap: number): Group[] {
  const some = nids.slice(0, NODES_MAX);
  const width = (room - gap * Math.max(0, some.length - 1)) / Math.max(1, some.length);
  return some.map((nid, i) => ({ nid, x: left + i * (width + gap), width }));
}

/** `nodesMost`: nodes that there is room for; `narrowest`: a column of a compact drawing, where there is room. */
export function gridOf(
  all: readonly Sizes[],
  width: number,
  nodesMost = NODES_MAX,
  narrowest = NARROWEST,
): Grid {
  const zones = joined(all, nodesMost);
  const compact = width < COMPACT_BELOW;
  const left = compact ? 34 : 56;
  const nodes = new Set(zones.map((z) => z.nid)).size;
  const inner = zones.length <= 6 ? 10 : 5;
  const outer = nodes <= 2 && !compact ? 32 : nodes <= 4 ? 16 : 10;
  const gaps = inner * (zones.length - nodes) + outer * Math.max(0, nodes - 1);
  const room = Math.max(40, width - left - gaps);
  const least = Math.min(compact ? narrowest : 32, room / (1.4 * Math.max(1, zones.length)));
  const widths = widthsOf(
    zones.map((z) => z.share),
    room,
    least,
  );
  let x = left;
  const columns = zones.map((z, i): Column => {
    const before = zones[i - 1];
    if (before) x += before.nid === z.nid ? inner : outer;
    const column = { zone: z.id, nid: z.nid, x, width: widths[i] ?? 0 };
    x += column.width;
    return column;
  });
  const groups = [...new Set(zones.map((z) => z.nid))].map((nid): Group => {
    const own = columns.filter((c) => c.nid === nid);
    const [first, last] = [own[0], own.at(-1)];
    const from = first?.x ?? left;
    return { nid, x: from, width: (last ? last.x + last.width : from) - from };
  });
  if (groups.length === 0)
    groups.push(...bareGroups(all[0]?.nodes.map((n) => n.nid) ?? [], left, room, outer));
  const rows = zones.flatMap((z, i) => (z.share >= ROW_SHARE ? [i] : []));
  // As high as the other pane, so that what stands below is level.
  const most = Math.max(1, ...all.map((f) => shown(f, nodesMost).filter((z) => z.share >= ROW_SHARE).length));
  const pitch = pitchOf(most);
  return {
    width,
    height: Y.rows + pitch * most + 20,
    compact,
    left,
    columns,
    groups,
    folded: Math.max(0, (all[0]?.nodes.length ?? 0) - groups.length),
    rows,
    pitch,
    axisX: compact ? 96 : 168,
  };
}
