/**
 * Rows, columns and scales of the drawing, in CSS px. Made from both panes' facts, so that what differs on
 * screen differs in policy. Pure.
 */
import { scaleLinear } from 'd3-scale';
import type { Device, Facts } from './facts';
import { textWidth } from './text-width';

/** How much of a chip there is room for: name over key, the same tighter, letter and key, letter over key. */
export type ChipStyle = 'name' | 'tight' | 'pair' | 'stack';

export interface ChipShape {
  style: ChipStyle;
  width: number;
  gap: number;
  /** The letter stands over the key: there is no room beside it, or two numbers would read as one. */
  stacked: boolean;
  /** Devices drawn before the rest becomes "+n". */
  visible: number;
}

/** How a device's tank is drawn: sizes of its text and bar, and where they stand within its block. */
export interface TankShape {
  density: 'big' | 'mid' | 'line';
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

export interface Grid {
  width: number;
  height: number;
  /** Phone: letters in chips, no CPUs, no discs. */
  compact: boolean;
  rows: Row[];
  /** Every node's row has room for CPUs below the plate, and for words above and below its list. */
  tall: boolean;
  /** Left edge of the lists. */
  left: number;
  tankX: number;
  tankWidth: number;
  chip: ChipShape;
  tank: TankShape;
  /** Room for a device's name in front of its bar, where both share a line. */
  nameWidth: number;
  /** Pages of the largest device of both panes. */
  largest: number;
  /** Pages to px, the same in both panes. */
  scale: (pages: number) => number;
}

const HEAD = 24;
/** Least height of a row without CPUs or list. */
const LOW = 40;
const COMPACT_BELOW = 430;
/** Below this the columns draw closer together. */
const ROOMY_FROM = 600;

const TANKS: readonly TankShape[] = [
  {
    density: 'big',
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
    name: 14,
    value: 15,
    prio: 12,
    base: 12,
    barTop: 17,
    barHeight: 13,
    height: 30,
    gap: 8,
    pad: 12,
  },
  {
    density: 'line',
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

/** A phone has no room for name, bar and value in one line: there the letter of the chips stands. */
export function tankName(device: Device, compact: boolean, tank: TankShape): string {
  return compact && tank.density === 'line' ? device.letter : device.name;
}

/** Node of the row a device is drawn in: its own, or -1 where that node does not exist here. */
export function rowOf(facts: Facts, node: number): number {
  return facts.nodes.some((n) => n.nid === node) ? node : -1;
}

/** Height of a node's row, when `taken` px of the room are needed for devices without a node. */
function rowHeight(nodes: number, taken: number, compact: boolean): number {
  if (compact) return Math.min(64, Math.max(42, (256 - taken) / Math.max(nodes, 1)));
  return nodes >= 4 ? Math.max(40, (346 - taken) / nodes) : ([120, 120, 112, 104][nodes] ?? 104);
}

function rowsOf(all: readonly Facts[], compact: boolean): { rows: Row[]; tank: TankShape } {
  const ids = new Set(all.flatMap((f) => f.nodes.map((n) => n.nid)));
  const homeless = all.some((f) => f.devices.some((d) => rowOf(f, d.node) === -1));
  const nids = [...ids].sort((a, b) => a - b).concat(homeless ? [-1] : []);
  const tanks = (nid: number) =>
    Math.max(0, ...all.map((f) => f.devices.filter((d) => rowOf(f, d.node) === nid).length));
  const base = rowHeight(ids.size, homeless ? LOW : 0, compact);
  const heights = (shape: TankShape) =>
    nids.map((nid) => {
      const n = tanks(nid);
      const need = n === 0 ? 0 : n * (shape.height + shape.gap) - shape.gap + shape.pad;
      return Math.max(need, nid === -1 ? LOW : base);
    });
  const shapes = compact ? COMPACT_TANKS : TANKS;
  const room = Math.max(compact ? 300 : 350, base * nids.length);
  const tank =
    shapes.find((s) => heights(s).reduce((a, b) => a + b, 0) <= room) ??
    shapes[shapes.length - 1] ??
    TANKS[0];
  if (!tank) throw new Error('no shape of tank');
  let top = HEAD;
  const rows = heights(tank).map((height, i) => {
    const row = { nid: nids[i] ?? -1, top, height, mid: top + height / 2 };
    top += height;
    return row;
  });
  return { rows, tank };
}

function chipOf(all: readonly Facts[], room: number, compact: boolean): ChipShape {
  const chains = all.flatMap((f) => f.chains);
  const longest = Math.max(1, ...chains.map((c) => c.entries.length + (c.more > 0 ? 1 : 0)));
  // A list of equals moves its head to the very end: the ghost needs a place there.
  const ghost =
    !compact &&
    chains.some((c) => c.entries.length > 1 && c.entries.every((e) => e.key === c.entries[0]?.key));
  const slots = longest + (ghost ? 1 : 0);
  const names = all.flatMap((f) => f.devices.map((d) => d.name));
  const name = (px: number) => Math.max(...names.map((n) => textWidth(n, px, 600)), 0);
  const styles: readonly Omit<ChipShape, 'visible' | 'stacked'>[] = [
    { style: 'name', width: Math.max(60, Math.ceil(name(13) + 17)), gap: 12 },
    { style: 'tight', width: Math.max(46, Math.ceil(name(12) + 16)), gap: 6 },
    { style: 'pair', width: 38, gap: 8 },
    { style: 'stack', width: 26, gap: 5 },
  ];
  const fits = (s: Omit<ChipShape, 'visible' | 'stacked'>) => slots * (s.width + s.gap) - s.gap <= room;
  const usable = compact ? styles.slice(2) : styles;
  const numbers = all.some((f) => f.devices.some((d) => /\d/.test(d.letter)));
  const style = usable.find(fits);
  if (style) return { ...style, stacked: numbers || style.style === 'stack', visible: longest };
  const last = usable[usable.length - 1] ?? { style: 'stack' as const, width: 26, gap: 5 };
  const places = Math.floor((room + last.gap) / (last.width + last.gap));
  return { ...last, stacked: true, visible: Math.max(1, places - 1 - (ghost ? 1 : 0)) };
}

/** `all`: this pane's facts, and the other pane's if there is one. `width` in px, 300 or more. */
export function gridOf(all: readonly Facts[], width: number): Grid {
  const compact = width < COMPACT_BELOW;
  const roomy = width >= ROOMY_FROM;
  const { rows, tank } = rowsOf(all, compact);
  const tall = !compact && rows.every((r) => r.nid < 0 || r.height >= TALL);
  const left = compact ? 46 : !tall ? 132 : roomy ? 114 : 96;
  const tankWidth = compact
    ? Math.min(122, Math.round(width * 0.34))
    : roomy
      ? Math.round(width * 0.288)
      : 136;
  const tankX = width - tankWidth;
  const chip = chipOf(all, tankX - (compact ? 12 : 16) - left, compact);
  const names = all.flatMap((f) =>
    f.devices.map((d) => textWidth(tankName(d, compact, tank), tank.name, 500)),
  );
  const nameWidth = Math.max(0, ...names) + 10;
  const largest = Math.max(1, ...all.flatMap((f) => f.devices.map((d) => d.pages)));
  const linear = scaleLinear([0, largest], [0, tankWidth]).clamp(true);
  const last = rows[rows.length - 1];
  const height = Math.ceil(last ? last.top + last.height : HEAD + 60);
  return {
    width,
    height,
    compact,
    rows,
    tall,
    left,
    tankX,
    tankWidth,
    chip,
    tank,
    nameWidth,
    largest,
    scale: (p) => linear(p),
  };
}

/** Rows from this height on have the CPUs below the plate, and room for labels above and below the list. */
const TALL = 72;
