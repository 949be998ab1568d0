/**
 * Rows, columns and scales of the drawing, in CSS px. Made from both panes' facts, so that what differs on
 * screen differs in policy. Pure.
 */
import { scaleLinear } from 'd3-scale';
import type { Facts } from './facts';
import { HEAD, rowsOf, tankName, type Row, type TankShape } from './rows';
import { textWidth } from '../text-width';

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

const COMPACT_BELOW = 430;
/** Below this the columns draw closer together. */
const ROOMY_FROM = 600;

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

/** What a grid depends on: not on how full devices are. */
export function gridKey(both: readonly Facts[], width: number): string {
  const of = ({ nodes, devices, chains }: Facts) => [
    nodes.map((n) => n.nid),
    devices.map((d) => [d.node, d.name, d.letter, d.pages]),
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
  const largest = Math.max(1, ...both.flatMap((f) => f.devices.map((d) => d.pages)));
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
