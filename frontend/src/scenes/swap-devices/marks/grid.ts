/**
 * Rows, columns and scales of the drawing, in CSS px. Made from both panes' facts, so that what differs on
 * screen differs in policy. Pure.
 */
import type { Facts } from '../facts/facts';
import { HEAD, rowsOf, tankName, type Row, type TankShape } from './rows';
import { textWidth } from '../../font-metrics';
import { scale } from '../../../ui/scale';

/** What of a device there is room for in a list: letter and name, the letter in a box, or the letter alone. */
export type ChipStyle = 'name' | 'box' | 'tile';

interface ChipShape {
  style: ChipStyle;
  width: number;
  gap: number;
  /** Width of the place where the requeued device will stand: its letter is enough. */
  ghost: number;
  /** Devices drawn before the rest becomes "+n". */
  visible: number;
}

export interface Grid {
  width: number;
  height: number;
  /** Phone: no names in chips, no CPUs, no discs. */
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
  /** Room for a device's letter and name in front of its bar, where they share a line. */
  nameWidth: number;
  /** Room for that bar, in front of the value. */
  barWidth: number;
  /** Pages of the largest device of both panes. */
  largest: number;
  /** Pages to px, the same in both panes. */
  scale: (pages: number) => number;
}

/** Rows from this height on have the CPUs below the plate, and room for keys above and words below the list. */
export const TALL = 72;
const COMPACT_BELOW = 430;
/** Least width of a bar between name and value. */
const BAR = 20;
/** Below this the columns draw closer together. */
const ROOMY_FROM = 600;

/** Names longer than this keep head and tail in a chip; the tank has the whole. */
const LONG = 9;

export function shortName(name: string): string {
  const letters = Array.from(name);
  return letters.length > LONG ? `${letters.slice(0, 5).join('')}\u2026${letters.slice(-3).join('')}` : name;
}

/** px of a name in a chip, and of the side of the tile before it. */
export const CHIP = { px: 12.5, tile: 17, pad: 5 } as const;
const TILE = { most: 24, fair: 19, least: 16, gap: 2.25 } as const;
const BOX = { most: 36, least: 30, gap: 5 } as const;

/** What stands in a list of these facts: how many devices, and whether the first goes to the very end. */
function longestOf(all: readonly Facts[], compact: boolean): { devices: number; ghost: boolean } {
  const chains = all.flatMap((f) => f.chains);
  return {
    devices: Math.max(1, ...chains.map((c) => c.entries.length + (c.more > 0 ? 1 : 0))),
    // A phone shows where it goes by a mark.
    ghost:
      !compact &&
      chains.some((c) => c.entries.length > 1 && c.entries.every((e) => e.key === c.entries[0]?.key)),
  };
}

/** Chips with names, where they are no wider than `room`. */
function named(all: readonly Facts[], room: number, ghost: boolean, devices: number): ChipShape | null {
  const names = all.flatMap((f) => f.devices.map((d) => textWidth(shortName(d.name), CHIP.px, 600)));
  const width = Math.ceil(Math.max(0, ...names)) + CHIP.tile + 3 * CHIP.pad;
  const shape: ChipShape = { style: 'name', width, gap: 5, ghost: 24, visible: devices };
  const needed = devices * (width + shape.gap) - shape.gap + (ghost ? shape.gap + shape.ghost : 0);
  return needed <= room ? shape : null;
}

/** Letters alone, as large as there is room for; a list that is longer yet is cut. */
function lettered(room: number, slots: number, ghost: boolean, devices: number): ChipShape {
  const side = ({ most, gap }: typeof TILE | typeof BOX) => Math.min(most, (room + gap) / slots - gap);
  if (side(BOX) >= BOX.least)
    return {
      style: 'box',
      width: Math.floor(side(BOX)),
      gap: BOX.gap,
      ghost: Math.floor(side(BOX)),
      visible: devices,
    };
  const cut = side(TILE) < TILE.least;
  const width = cut ? 22 : side(TILE);
  const places = Math.floor((room + TILE.gap) / (width + TILE.gap));
  const visible = cut ? Math.max(1, places - (ghost ? 2 : 1)) : devices;
  return { style: 'tile', width, gap: TILE.gap, ghost: width, visible };
}

/** A lane for the lists: its left edge, and what it leaves to the tanks. */
interface Lane {
  left: number;
  tankWidth: number;
}

/** Lanes there may be, the one that leaves most to what is beside it first. */
function lanesOf(width: number, compact: boolean, tall: boolean): readonly Lane[] {
  if (compact) return [{ left: 46, tankWidth: Math.min(132, Math.round(width * 0.37)) }];
  if (width < ROOMY_FROM) return (tall ? [96, 88] : [132, 88]).map((left) => ({ left, tankWidth: 136 }));
  return [0.288, 0.258].flatMap((share) =>
    [tall ? 114 : 132, 88].map((left) => ({ left, tankWidth: Math.round(width * share) })),
  );
}

/** What a grid depends on: not on how full devices are. */
export function gridKey(both: readonly Facts[], width: number): string {
  const of = ({ nodes, devices, chains }: Facts) => [
    nodes.map((n) => n.nid),
    devices.map((d) => [d.node, d.name, d.pages]),
    chains.map((c) => [c.entries.length, c.more, c.entries.every((e) => e.key === c.entries[0]?.key)]),
  ];
  return JSON.stringify([width, both.map(of)]);
}

/** `both`: this pane's facts, and the other pane's if there is one. `width` in px, 300 or more. */
export function gridOf(both: readonly Facts[], width: number): Grid {
  const compact = width < COMPACT_BELOW;
  // A phone shows one pane at a time, so only the scale is shared there.
  const all = compact ? both.slice(0, 1) : both;
  const roomy = width >= ROOMY_FROM;
  const { rows, tank } = rowsOf(all, compact, roomy);
  const tall = !compact && rows.every((r) => r.nid < 0 || r.height >= TALL);
  const { devices, ghost } = longestOf(all, compact);
  const lanes = lanesOf(width, compact, tall);
  // In low rows a disc stands between the lists and the tanks.
  const roomOf = (lane: Lane) => width - lane.tankWidth - (compact ? 12 : tall ? 16 : 24) - lane.left;
  const slots = devices + (ghost ? 1 : 0);
  const withNames = (compact ? [] : lanes).flatMap((lane) => {
    const chip = named(all, roomOf(lane), ghost, devices);
    return chip ? [{ ...lane, chip }] : [];
  });
  const large = lanes.find((lane) => slots * (TILE.fair + TILE.gap) <= roomOf(lane)) ?? lanes.at(-1);
  const lane = withNames[0] ?? (large && { ...large, chip: lettered(roomOf(large), slots, ghost, devices) });
  if (!lane) throw new Error('no lane');
  const { left, tankWidth, chip } = lane;
  const tankX = width - tankWidth;
  const names = all.flatMap((f) =>
    f.devices.map((d) => textWidth(tankName(d, compact, tank), tank.name, 500)),
  );
  const value = textWidth('1023.9M', tank.value, 600) + 8;
  const nameWidth = Math.min(tank.tile + 5 + Math.max(0, ...names) + 6, tankWidth - value - BAR);
  const barWidth = tankWidth - nameWidth - value;
  const largest = Math.max(1, ...both.flatMap((f) => f.devices.map((d) => d.pages)));
  const linear = scale([0, largest], [0, tankWidth]);
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
    barWidth,
    largest,
    scale: (p) => linear(p),
  };
}
