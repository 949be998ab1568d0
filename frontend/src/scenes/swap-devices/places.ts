/**
 * Where the things within a row stand: plate and CPUs, chips of a list, tanks. In px; pure.
 */
import type { Entry } from '../voices/swap-walk';
import type { Chain, Device, Facts, Node } from './facts';
import type { Grid } from './grid';
import { rowOf, type Row } from './rows';
import { ranges } from '../text';
import { textWidth } from '../text-width';

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface CpuBox extends Box {
  cpu: number;
  hot: boolean;
  /** Nothing stands to its right: a path may leave there. */
  last: boolean;
}

export interface PlatePlace {
  x: number;
  y: number;
  size: number;
  /** Words beside the plate, and their baseline; null where there is no room. */
  label: { x: number; y: number; text: string } | null;
  cpus: CpuBox[];
  /** CPUs in words, where there are too many for boxes. */
  cpuText: { x: number; y: number; text: string } | null;
}

const CPU = { width: 26, height: 20, pitch: 32 };

function cpusOf(
  grid: Grid,
  node: Node,
  hot: number | null,
  x: number,
  y: number,
): Pick<PlatePlace, 'cpus' | 'cpuText'> {
  const room = grid.left - 20 - x;
  const width = node.cpus.some((c) => c > 99) ? 32 : CPU.width;
  const pitch = width + CPU.pitch - CPU.width;
  const box = (cpu: number, i: number, n: number): CpuBox => ({
    x: x + i * pitch,
    y,
    width,
    height: CPU.height,
    cpu,
    hot: cpu === hot,
    last: i === n - 1,
  });
  if (node.cpus.length * pitch - (pitch - width) <= room) {
    return { cpus: node.cpus.map((cpu, i) => box(cpu, i, node.cpus.length)), cpuText: null };
  }
  const text = ranges(node.cpus);
  if (hot === null) return { cpus: [], cpuText: { x, y: y + 14.5, text } };
  const of = { x: x + width + 6, y: y + 14.5, text: `of ${text}` };
  const fits = of.x + textWidth(of.text, 13) <= grid.left - 34;
  return { cpus: [box(hot, 0, fits ? 2 : 1)], cpuText: fits ? of : null };
}

export function plateOf(grid: Grid, row: Row, node: Node | null, hot: number | null): PlatePlace {
  const none = { cpus: [], cpuText: null };
  if (grid.compact) {
    const size = Math.min(30, row.height - 10);
    return {
      x: 0,
      y: row.mid - size / 2,
      size,
      label: node ? null : { x: size + 8, y: row.mid + 4.5, text: 'no node' },
      ...none,
    };
  }
  if (grid.tall && node) {
    const y = row.mid - 37;
    // Narrow columns leave the word out: the plate has the number.
    const label = grid.left > 110 ? { x: 42, y: y + 23, text: `node ${node.nid}` } : null;
    const place = { x: 0, y, size: 34, label };
    return { ...place, ...cpusOf(grid, node, hot, 0, row.mid + 7) };
  }
  const size = Math.min(30, row.height - 10);
  const place = { x: 0, y: row.mid - size / 2, size };
  if (!node) return { ...place, label: { x: size + 8, y: row.mid + 5, text: 'no node' }, ...none };
  return { ...place, label: null, ...cpusOf(grid, node, hot, size + 8, row.mid - 10) };
}

export interface ChipPlace extends Box {
  entry: Entry;
}

export interface ChainPlace {
  chain: Chain;
  /** Middle of the chips. */
  y: number;
  height: number;
  chips: ChipPlace[];
  /** Stands for the devices there is no room for. */
  rest: (Box & { n: number }) | null;
  /** Row the list belongs to; null for the one list of all nodes. */
  row: Row | null;
}

/** Chips are as high as the lowest row allows; the one list of all nodes has the rows of all to itself. */
function chipHeight(grid: Grid, merged: boolean): number {
  const heights = grid.rows.filter((r) => r.nid >= 0).map((r) => r.height);
  const room = merged ? heights.reduce((a, b) => a + b, 0) : Math.min(...heights);
  if (grid.compact) return room >= 52 ? 32 : 28;
  return room >= 72 ? 44 : room >= 52 ? 34 : 28;
}

export function chainPlaces(grid: Grid, facts: Facts): ChainPlace[] {
  const { chip } = grid;
  const nodeRows = grid.rows.filter((r) => facts.nodes.some((n) => n.nid === r.nid));
  const first = nodeRows[0];
  const last = nodeRows[nodeRows.length - 1];
  if (!first || !last) return [];
  return facts.chains.flatMap((chain) => {
    const row = facts.merged ? null : nodeRows.find((r) => r.nid === chain.list);
    if (row === undefined) return [];
    const y = row ? row.mid : (first.top + last.top + last.height) / 2;
    const height = chipHeight(grid, facts.merged);
    const box = (i: number): Box => ({
      x: grid.left + i * (chip.width + chip.gap),
      y: y - height / 2,
      width: chip.width,
      height,
    });
    const shown = chain.entries.slice(0, chip.visible);
    const hidden = chain.entries.length - shown.length + chain.more;
    return {
      chain,
      y,
      height,
      row,
      chips: shown.map((entry, i) => ({ entry, ...box(i) })),
      rest: hidden > 0 ? { n: hidden, ...box(shown.length) } : null,
    };
  });
}

/** Place of the slot behind the last chip drawn. */
export function slotBehind(grid: Grid, place: ChainPlace): Box {
  const i = place.chips.length + (place.rest ? 1 : 0);
  const { width, gap } = grid.chip;
  return { x: grid.left + i * (width + gap), y: place.y - place.height / 2, width, height: place.height };
}

export interface TankPlace {
  device: Device;
  row: Row;
  /** Top of the block. */
  y: number;
  /** The bar, on the scale of both panes. */
  bar: Box;
}

/** The bar of a one-line block: between name and value. */
function lineBar(grid: Grid): { x: number; width: number } {
  const value = textWidth('1023.9M', grid.tank.value, 600) + 8;
  return { x: grid.tankX + grid.nameWidth, width: Math.max(24, grid.tankWidth - grid.nameWidth - value) };
}

export function tankPlaces(grid: Grid, facts: Facts): TankPlace[] {
  const { tank } = grid;
  const line = lineBar(grid);
  return grid.rows.flatMap((row) => {
    const here = facts.devices.filter((d) => rowOf(facts, d.node) === row.nid);
    const total = here.length * (tank.height + tank.gap) - tank.gap;
    // A big tank has a line for remarks below its bar.
    const top = row.mid - total / 2 - (tank.density === 'big' ? 3 : 0);
    return here.map((device, i) => {
      const y = top + i * (tank.height + tank.gap);
      const share = device.pages === 0 ? 1 : grid.scale(device.pages) / grid.tankWidth;
      const bar =
        tank.density === 'line'
          ? { x: line.x, width: Math.max(6, line.width * share) }
          : { x: grid.tankX, width: Math.max(6, grid.tankWidth * share) };
      return { device, row, y, bar: { ...bar, y: y + tank.barTop, height: tank.barHeight } };
    });
  });
}
