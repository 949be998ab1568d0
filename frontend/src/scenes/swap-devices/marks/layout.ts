/**
 * Where the things within a row stand: plate and CPUs, chips of a list, tanks. In px; pure.
 */
import type { Entry } from '../../voices/swap-walk';
import type { DeviceList, Device, Facts, Node } from '../facts/facts';
import { TALL, type Grid } from './grid';
import { rowOf, type Row } from './rows';
import { ranges, signed } from '../../phrases';
import { textWidth } from '../../font-metrics';
import { isPromoted } from '../../voices/swap-walk';

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
  // Beside a plate in a narrow lane there is room for the CPU that asks, and no other.
  if (hot === null)
    return { cpus: [], cpuText: grid.tall || grid.left > 110 ? { x, y: y + 14.5, text } : null };
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

export interface ListPlace {
  chain: DeviceList;
  /** Middle of the chips. */
  y: number;
  height: number;
  chips: ChipPlace[];
  /** Stands for the devices there is no room for. */
  rest: (Box & { n: number }) | null;
  /** Row the list belongs to; null for the one list of all nodes. */
  row: Row | null;
  /** There is room for two lines of words below the chips. */
  roomy: boolean;
  /** px of the words there, and radius of the discs. */
  px: number;
  disc: number;
  /** Levels of the lines below the chips: that of the requeue, that of the thread to the tank. */
  lines: readonly [requeue: number, thread: number];
  /** Where the room for lines ends. */
  floor: number;
}

/** Room above the chips for their keys. */
const KEYS = 14;

/** Keys, chips and two lines, one below the other; where a row is too low for them, the lines draw together. */
function levels(
  grid: Grid,
  top: number,
  room: number,
): Pick<ListPlace, 'y' | 'height' | 'roomy' | 'px' | 'disc' | 'lines' | 'floor'> {
  const roomy = room >= TALL;
  const ample = room >= 84;
  const least = (most: number, lines: number) => Math.max(20, Math.min(most, room - KEYS - lines));
  const high = roomy ? (ample ? 30 : 26) : grid.compact ? least(32, 18) : least(24, 11);
  const height = grid.chip.style === 'tile' ? Math.min(high, grid.chip.width) : high;
  const [first, second, end] = room > 2 * TALL ? [16, 36, 43] : ample ? [14, 30, 37] : [11, 25, 31];
  const total = KEYS + height + end;
  const chips = top + KEYS + (roomy ? (room - total) / 2 : 0);
  const low = chips + height;
  const floor = top + room;
  const lines = roomy
    ? ([low + first, low + second] as const)
    : ([low + 0.25 * (floor - low), low + 0.5 * (floor - low)] as const);
  const px = grid.compact ? 13 : ample ? 14 : roomy ? 13 : 12;
  return { y: chips + height / 2, height, roomy, px, disc: ample ? 9 : 7, lines, floor };
}

export function listPlaces(grid: Grid, facts: Facts): ListPlace[] {
  const { chip } = grid;
  const nodeRows = grid.rows.filter((r) => facts.nodes.some((n) => n.nid === r.nid));
  const first = nodeRows[0];
  const last = nodeRows[nodeRows.length - 1];
  if (!first || !last) return [];
  return facts.chains.flatMap((chain) => {
    const row = facts.merged ? null : nodeRows.find((r) => r.nid === chain.list);
    if (row === undefined) return [];
    const all = row ?? { top: first.top, height: last.top + last.height - first.top };
    const level = levels(grid, all.top, all.height);
    const { y, height } = level;
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
      ...level,
      row,
      chips: shown.map((entry, i) => ({ entry, ...box(i) })),
      rest: hidden > 0 ? { n: hidden, ...box(shown.length) } : null,
    };
  });
}

/** Place of the slot behind the last chip drawn. */
export function slotBehind({ left, chip }: Grid, place: ListPlace): Box {
  const i = place.chips.length + (place.rest ? 1 : 0);
  const x = left + i * (chip.width + chip.gap);
  return { x, y: place.y - place.height / 2, width: chip.ghost, height: place.height };
}

/** The words that stand over equals of a list, and the room they have. */
export interface KeyPlace {
  key: number;
  from: number;
  to: number;
  /** Baseline. */
  y: number;
  text: string;
  /** A bracket spans them. */
  bracket: boolean;
  promoted: boolean;
}

const KEY_PX = 12;

/** A key is said over each device, or over all in a row that are equal. */
export function keyPlaces({ chip }: Grid, facts: Facts, { chain, chips }: ListPlace): KeyPlace[] {
  const runs: ChipPlace[][] = [];
  for (const place of chips) {
    const run = runs.at(-1);
    if (run?.[0]?.entry.key === place.entry.key) run.push(place);
    else runs.push([place]);
  }
  const every =
    runs.length === 1 && chips.length > 1 && chips.length === chain.entries.length && chain.more === 0;
  return runs.flatMap((run, i) => {
    const [head, tail] = [run[0], run.at(-1)];
    if (!head || !tail) return [];
    const { key, type } = head.entry;
    const promoted = isPromoted(facts.rule, facts.names.device(type).prio, key);
    const [from, to] = [head.x, tail.x + tail.width];
    const number = signed(key);
    const named = `key ${number}`;
    const local = promoted ? `${named}, local` : '';
    const bracketed = [
      ...(every
        ? [
            `${named} for all: equal, so they take turns`,
            `${named} for all: they take turns`,
            `${named} for all`,
          ]
        : []),
      ...(promoted ? [local] : []),
      named,
      ...(run.length > 1 ? [number] : []),
    ].find((text) => textWidth(text, KEY_PX) <= to - from - 20);
    // Said once, at the beginning, where the others have room for a number only.
    const bare = [...(i === 0 ? [named] : []), number].find(
      (text) => textWidth(text, KEY_PX) <= to - from + chip.gap,
    );
    // That it is promoted matters more than a bracket over one.
    const short = promoted && run.length === 1 && textWidth(local, KEY_PX) <= to - from ? local : undefined;
    const text = short ?? bracketed ?? bare;
    if (text === undefined) return [];
    return { key, from, to, y: head.y - 4.5, text, bracket: text === bracketed, promoted };
  });
}

export interface TankPlace {
  device: Device;
  row: Row;
  /** Top of the block. */
  y: number;
  /** The bar, on the scale of both panes. */
  bar: Box;
}

export function tankPlaces(grid: Grid, facts: Facts): TankPlace[] {
  const { tank } = grid;
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
          ? { x: grid.tankX + grid.nameWidth, width: Math.max(6, grid.barWidth * share) }
          : { x: grid.tankX, width: Math.max(6, grid.tankWidth * share) };
      return { device, row, y, bar: { ...bar, y: y + tank.barTop, height: tank.barHeight } };
    });
  });
}

/** A tank with its name. */
export function tankBox({ tankX, width, tank }: Grid, { y }: TankPlace): Box {
  return { x: tankX - 6, y: y - 3, width: width - tankX + 8, height: tank.height + 6 };
}

/** Px between words in a tank and its frame, or the edge of its level. */
const CLEAR = 6;

/** Where words in a tank end: at its right; left of the edge of its level, where they would lie upon that. */
export function wordsEnd(tank: number, words: number, edge: { from: number; to: number }): number {
  const end = tank - CLEAR - 1;
  return edge.to > end - words - CLEAR && edge.from < end ? edge.from - CLEAR : end;
}
