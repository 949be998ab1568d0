/**
 * Rows of the drawing, one per node and one for devices without a node, and how tall their tanks may be.
 * In CSS px; pure.
 */
import type { Device, Facts } from '../facts/facts';

/** How a device's tank is drawn: sizes of its text and bar, and where they stand within its block. */
export interface TankShape {
  density: 'big' | 'mid' | 'line';
  /** Side of the tile with the device's letter. */
  tile: number;
  name: number;
  value: number;
  prio: number;
  /** Baseline of the label line. */
  base: number;
  barTop: number;
  barHeight: number;
  height: number;
  gap: number;
  /** What a row needs around its blocks. */
  pad: number;
}

export interface Row {
  /** Node; -1: the row of devices without a node. */
  nid: number;
  top: number;
  height: number;
  mid: number;
}

/** Column titles. */
export const HEAD = 24;
/** Least height of a row without CPUs or list. */
const LOW = 40;

const TANKS: readonly TankShape[] = [
  {
    density: 'big',
    tile: 19,
    name: 16,
    value: 20,
    prio: 13,
    base: 16,
    barTop: 25,
    barHeight: 36,
    height: 61,
    gap: 18,
    pad: 25,
  },
  {
    density: 'mid',
    tile: 16,
    name: 14,
    value: 15,
    prio: 12,
    base: 12,
    barTop: 17,
    barHeight: 13,
    height: 30,
    gap: 7,
    pad: 10,
  },
  {
    density: 'line',
    tile: 15,
    name: 13,
    value: 13,
    prio: 12,
    base: 13,
    barTop: 4,
    barHeight: 11,
    height: 18,
    gap: 3,
    pad: 8,
  },
];
const COMPACT_TANKS: readonly TankShape[] = [
  {
    density: 'big',
    tile: 16,
    name: 13,
    value: 16,
    prio: 12,
    base: 12,
    barTop: 17,
    barHeight: 22,
    height: 39,
    gap: 9,
    pad: 14,
  },
  {
    density: 'mid',
    tile: 15,
    name: 13,
    value: 13,
    prio: 12,
    base: 11,
    barTop: 15,
    barHeight: 9,
    height: 24,
    gap: 6,
    pad: 10,
  },
  {
    density: 'line',
    tile: 14,
    name: 12,
    value: 12,
    prio: 12,
    base: 12,
    barTop: 4,
    barHeight: 10,
    height: 17,
    gap: 3,
    pad: 8,
  },
];

/** A phone has no room for name, bar and value in one line: there the letter does. */
export function tankName({ name }: Device, compact: boolean, tank: TankShape): string {
  return compact && tank.density === 'line' ? '' : name;
}

/** Node of the row a device is drawn in: its own, or -1 where that node does not exist here. */
export function rowOf(facts: Facts, node: number): number {
  return facts.nodes.some((n) => n.nid === node) ? node : -1;
}

/** What the rows of nodes may take together, and one of them at least and at most. */
function bounds(
  nodes: number,
  compact: boolean,
  roomy: boolean,
): { room: number; least: number; most: number } {
  if (compact) return { room: 262, least: 42, most: 64 };
  // A small screen: what the decision's reason begins with must be seen too.
  if (!roomy) return { room: 290, least: 40, most: 72.5 };
  return { room: 346, least: 40, most: [120, 120, 112, 104][nodes] ?? 86.5 };
}

/** The height that rows share when those which need more have taken it. */
function share(needs: readonly number[], room: number): number {
  const rising = [...needs].sort((a, b) => a - b);
  let left = room;
  while (rising.length > 0 && (rising.at(-1) ?? 0) > left / rising.length) left -= rising.pop() ?? 0;
  return left / Math.max(rising.length, 1);
}

/** Rows that fit the tanks of all panes; the largest shape of tank that leaves the drawing its size. */
export function rowsOf(
  all: readonly Facts[],
  compact: boolean,
  roomy: boolean,
): { rows: Row[]; tank: TankShape } {
  const nids = [...new Set(all.flatMap((f) => f.nodes.map((n) => n.nid)))].sort((a, b) => a - b);
  const homeless = all.some((f) => f.devices.some((d) => rowOf(f, d.node) === -1));
  const { room, least, most } = bounds(nids.length, compact, roomy);
  const need = (nid: number, shape: TankShape) => {
    const n = Math.max(0, ...all.map((f) => f.devices.filter((d) => rowOf(f, d.node) === nid).length));
    return n === 0 ? 0 : n * (shape.height + shape.gap) - shape.gap + shape.pad;
  };
  const heights = (shape: TankShape): number[] => {
    const needs = nids.map((nid) => need(nid, shape));
    const last = homeless ? [Math.max(LOW, need(-1, shape))] : [];
    const even = share(needs, room - (last[0] ?? 0));
    const base = Math.min(most, Math.max(least, even));
    return [...needs.map((n) => Math.max(n, base)), ...last];
  };
  const sum = (list: readonly number[]) => list.reduce((a, b) => a + b, 0);
  const shapes = compact ? COMPACT_TANKS : TANKS;
  const limit = Math.max(compact ? 300 : room + 4, least * nids.length);
  const tank = shapes.find((s) => sum(heights(s)) <= limit) ?? shapes[shapes.length - 1];
  if (!tank) throw new Error('no shape of tank');
  let top = HEAD;
  const rows = heights(tank).map((height, i) => {
    const row = { nid: nids[i] ?? -1, top, height, mid: top + height / 2 };
    top += height;
    return row;
  });
  return { rows, tank };
}
