/**
 * The walk as strokes, discs and labels: from the CPU to its list, along the devices tried, to the tank
 * that gives slots, and the requeue that comes before each try. In px; pure. Discs carry the numbers of
 * the steps (walk.ts).
 */
import type { SwapSelect } from '../../core/contract';
import { deviceOf, type Facts } from './facts';
import { TALL, type Grid } from './grid';
import { count } from './names';
import {
  slotBehind,
  type Box,
  type ChainPlace,
  type ChipPlace,
  type CpuBox,
  type PlatePlace,
  type TankPlace,
} from './places';
import { textWidth } from './text-width';
import type { StepKind, Visit, Walk } from './walk';

export interface Stroke {
  d: string;
  /** `flow`: the path; `thin`: along the list; `dash`: where something goes that is not there yet. */
  kind: 'flow' | 'thin' | 'dash';
  /** Tip of the arrow and where it points; null for none. */
  head: { x: number; y: number; to: 'right' | 'down' } | null;
}
export interface Label {
  x: number;
  y: number;
  text: string;
  anchor: 'start' | 'middle' | 'end';
  px: number;
}
export interface PathPlan {
  strokes: Stroke[];
  discs: { n: number; x: number; y: number }[];
  labels: Label[];
  /** Where the requeued device will stand: a slot behind the list, or a mark between two chips. */
  ghost: (Box & { type: number; slot: boolean }) | null;
  /** Chips tried, by swap type, and whether they gave. */
  tried: Map<number, 'took' | 'failed'>;
}

interface Place {
  grid: Grid;
  facts: Facts;
  event: SwapSelect;
  walk: Walk;
  chain: ChainPlace;
  /** px of the words on the path. */
  px: number;
}

const HEAD = 9;

const centre = (box: Box) => box.x + box.width / 2;
const bottom = (box: Box) => box.y + box.height;

function disc(plan: PathPlan, p: Place, kind: StepKind, visit: number, x: number, y: number): void {
  const step = p.walk.steps.find((s) => s.kind === kind && s.visit === visit);
  if (step && !p.grid.compact) plan.discs.push({ n: step.n, x, y });
}

/** From the CPU (on a phone: the node) to the head of the list. */
function entry(plan: PathPlan, p: Place, plate: PlatePlace, cpu: CpuBox | undefined): void {
  const { grid, chain, walk } = p;
  const to = grid.left - 2;
  const head = grid.compact ? 7 : HEAD;
  const stop = walk.end === 'noswap';
  const end = stop ? grid.left - 12 : to - head;
  const elbow = grid.compact
    ? grid.left - 10
    : chain.row && chain.row.height >= TALL
      ? grid.left - 30
      : grid.left - 16;
  const tip = stop ? null : ({ x: to, y: chain.y, to: 'right' } as const);
  if (!cpu) {
    const y = plate.y + plate.size / 2;
    const d = y === chain.y ? `M${plate.size} ${y}H${end}` : `M${plate.size} ${y}H${elbow}V${chain.y}H${end}`;
    plan.strokes.push({ d, kind: 'flow', head: tip });
    disc(plan, p, 'list', -1, Math.max(plate.size + 14, elbow - 10), (y + chain.y) / 2);
    return;
  }
  const y = cpu.y + cpu.height / 2;
  const below = bottom(cpu) + (grid.rows.some((r) => r.height < TALL) ? 6 : 9);
  const from = cpu.last ? `M${cpu.x + cpu.width} ${y}` : `M${centre(cpu)} ${bottom(cpu)}V${below}`;
  const level = cpu.last ? y : below;
  const d = level === chain.y ? `${from}H${end}` : `${from}H${elbow}V${chain.y}H${end}`;
  plan.strokes.push({ d, kind: 'flow', head: tip });
  if (Math.abs(level - chain.y) < 14 || chain.row === null) {
    const x = chain.row === null ? (centre(cpu) + elbow) / 2 + (cpu.last ? 14 : 0) : elbow - 4;
    disc(plan, p, 'list', -1, Math.min(x, elbow), level);
  } else {
    disc(plan, p, 'list', -1, elbow, (level + chain.y) / 2);
  }
  if (stop) plan.strokes.push({ d: `M${end} ${chain.y - 11}V${chain.y + 11}`, kind: 'flow', head: null });
}

/** Words above the list for a walk that found nothing to walk. */
function nothing(plan: PathPlan, p: Place): void {
  const { grid, chain, walk, event } = p;
  if (walk.visits.length > 0 || walk.more > 0) return;
  const text =
    event.end === 'noswap' ? 'no free swap: no list is walked' : 'the list is empty: no device to ask';
  const empty = chain.chips.length === 0;
  const y = empty ? chain.y + 5 : chain.y - chain.height / 2 - 8;
  disc(plan, p, 'end', -1, grid.left + 10, y - 5);
  plan.labels.push({ x: grid.left + (grid.compact ? 0 : 26), y, text, anchor: 'start', px: p.px });
}

/** The requeue of the first device tried: an arc to where it will stand, or a hook back to itself. */
function requeue(plan: PathPlan, p: Place, visit: Visit, chip: ChipPlace, at: number): void {
  const { grid, chain } = p;
  if (visit.behind === null) return;
  const roomy = chain.height === 44;
  if (visit.behind === 0) {
    const x = chip.x + chip.width * 0.38;
    const span = chip.width < 34 ? 11 : 17;
    const rise = roomy ? 13 : 8;
    const y = chip.y - 3;
    plan.strokes.push({
      d: `M${x} ${y}c${-span / 6} ${-rise} ${span * 1.12} ${-rise} ${span} -2`,
      kind: 'thin',
      head: { x: x + span, y: chip.y + 1, to: 'down' },
    });
    if (grid.compact) return;
    const right = Math.max(chip.x + chip.width, x + span + 12);
    disc(plan, p, 'requeue', 0, right, chip.y - 9);
    plan.labels.push({
      x: right + 15,
      y: chip.y - 4,
      text: 'no equal behind it: stays first',
      anchor: 'start',
      px: p.px,
    });
    return;
  }
  const last = at + visit.behind;
  const target = chain.chips[last];
  const slot = last >= chain.chips.length - 1 && !grid.compact;
  const behind = slotBehind(grid, chain);
  const edge = target ? target.x + target.width : behind.x - grid.chip.gap;
  const mark = Math.max(6, Math.min(8, grid.chip.gap));
  plan.ghost = slot
    ? { ...behind, type: visit.type, slot }
    : {
        x: edge + (grid.chip.gap - mark) / 2,
        y: chip.y,
        width: mark,
        height: chip.height,
        type: visit.type,
        slot,
      };
  const from = centre(chip);
  const to = centre(plan.ghost);
  const above = chain.row === null && !grid.compact && grid.rows.length > 2 ? 32 : roomy ? 12 : 9;
  const y = chip.y - above;
  plan.strokes.push({
    d: `M${from} ${chip.y - 3}V${y}H${to}V${chip.y - 10}`,
    kind: 'dash',
    head: { x: to, y: chip.y - 2, to: 'down' },
  });
  if (grid.compact) return;
  disc(plan, p, 'requeue', 0, from + (to - from > 150 ? 22 : 0), y);
  const words = slot
    ? ['to the tail, before it is tried', 'to the tail']
    : ['behind its equals, before it is tried', 'behind its equals'];
  const run = to - from - 62;
  const fit = words.find((w) => textWidth(w, p.px, 600) <= run);
  if (fit)
    plan.labels.push({
      x: from + 22 + (to - from - 22) / 2,
      y: y + 5,
      text: fit,
      anchor: 'middle',
      px: p.px,
    });
  else {
    const beside = words.find((w) => to + 12 + textWidth(w, p.px, 600) <= grid.tankX - 16);
    if (beside) plan.labels.push({ x: to + 12, y: y + 5, text: beside, anchor: 'start', px: p.px });
  }
}

/** "takes 64 slots", "takes 12 of 64 slots", "takes 1 slot of 16 pages". */
export function takes(event: SwapSelect): string {
  const of =
    event.ret < event.batch ? `${event.ret} of ${count(event.batch, 'slot')}` : count(event.ret, 'slot');
  return event.order > 0 ? `takes ${of} of ${2 ** event.order} pages` : `takes ${of}`;
}

/** From the device that gives slots to its tank. */
function thread(plan: PathPlan, p: Place, index: number, chip: Box, tank: TankPlace | undefined): void {
  const { grid, chain, event } = p;
  const kind: StepKind = index === 0 ? 'outcome' : 'visit';
  const roomy = chain.height === 44;
  const y =
    bottom(chip) +
    (chain.row === null && !grid.compact && grid.rows.length > 2 ? 24 : roomy ? 14 : grid.compact ? 10 : 7);
  const from = centre(chip);
  const channel = grid.tankX - (grid.compact ? 9 : 12);
  const full = takes(event);
  if (!tank) {
    plan.labels.push({ x: from, y: y + 5, text: full, anchor: 'middle', px: p.px });
    return;
  }
  const tip = grid.tankX - 1;
  const ty = tank.bar.y + tank.bar.height / 2;
  const head = grid.compact ? 7 : HEAD;
  plan.strokes.push({
    d: `M${from} ${bottom(chip) + 2}V${y}H${channel}V${ty}H${tip - head}`,
    kind: 'flow',
    head: { x: tip, y: ty, to: 'right' },
  });
  const run = channel - from;
  const wide = textWidth(full, p.px, 600);
  const short = count(event.ret, 'slot');
  const room = grid.compact ? 8 : 62;
  if (run >= Math.min(wide, textWidth(short, p.px, 600)) + room) {
    const text = run >= wide + room ? full : short;
    const width = textWidth(text, p.px, 600);
    const x = from + run / 2 + (grid.compact ? 0 : 10);
    disc(plan, p, kind, index, x - width / 2 - 20, y);
    plan.labels.push({ x, y: y + 5, text, anchor: 'middle', px: p.px });
  } else {
    disc(plan, p, kind, index, from - 22 - wide - 10, y);
    plan.labels.push({ x: from - 14, y: y + 5, text: full, anchor: 'end', px: p.px });
  }
}

const FAILED = {
  full: 'full',
  notwritable: 'swapoff',
  gone: 'gone',
  zero: 'gave none',
} as const;

/** Words below a device that gave nothing. */
function failed(plan: PathPlan, p: Place, visit: Visit, index: number, chip: Box): void {
  const { grid, walk, event } = p;
  if (visit.verdict === 'took') return;
  const word = visit.verdict === null ? 'not known' : FAILED[visit.verdict];
  const y = bottom(chip) + 13;
  disc(plan, p, index === 0 ? 'outcome' : 'visit', index, chip.x + 9, y);
  const last = index === walk.visits.length - 1;
  const long =
    last && event.end === 'order'
      ? `no ${2 ** event.order} slots in a row: no other is tried`
      : last && event.end === 'restart'
        ? `${word}; the next had left the list: start over`
        : last && event.end === 'none'
          ? `${word}; the end of the list`
          : word;
  const x = chip.x + (grid.compact ? 0 : 23);
  const room = last ? grid.tankX - 14 - x : grid.chip.width + grid.chip.gap - (grid.compact ? 2 : 25);
  const text = [long, word].find((w) => textWidth(w, 13, 600) <= room);
  if (text) plan.labels.push({ x, y: y + 4.5, text, anchor: 'start', px: 13 });
}

/** From one device tried to the next. */
function hop(plan: PathPlan, from: Box, to: Box): void {
  const y = from.y + from.height / 2;
  if (to.x > from.x && to.x - (from.x + from.width) < 16) {
    plan.strokes.push({
      d: `M${from.x + from.width + 1} ${y}H${to.x - 4}`,
      kind: 'thin',
      head: { x: to.x - 1, y, to: 'right' },
    });
    return;
  }
  const [a, b, low] = [centre(from), centre(to), bottom(from) + 2];
  plan.strokes.push({
    d: `M${a} ${low}C${a} ${low + 16} ${b} ${low + 16} ${b} ${low}`,
    kind: 'dash',
    head: null,
  });
}

/** Everything the walk adds to the drawing. `cpu` is missing on a phone, and where CPUs are not drawn. */
export function pathOf(
  grid: Grid,
  facts: Facts,
  event: SwapSelect,
  walk: Walk,
  chain: ChainPlace,
  plate: PlatePlace,
  tanks: readonly TankPlace[],
): PathPlan {
  const px = grid.compact || chain.height < 44 ? 13 : 15;
  const p: Place = { grid, facts, event, walk, chain, px };
  const plan: PathPlan = { strokes: [], discs: [], labels: [], ghost: null, tried: new Map() };
  entry(
    plan,
    p,
    plate,
    plate.cpus.find((c) => c.hot),
  );
  nothing(plan, p);
  const at = (type: number) => chain.chips.findIndex((c) => c.entry.type === type);
  const place = (type: number): Box => chain.chips[at(type)] ?? chain.rest ?? slotBehind(grid, chain);
  walk.visits.forEach((visit, i) => {
    const box = place(visit.type);
    const before = walk.visits[i - 1];
    if (before) hop(plan, place(before.type), box);
    const chip = chain.chips[at(visit.type)];
    if (i === 0 && chip) {
      disc(plan, p, 'first', 0, chip.x - 3, chip.y);
      requeue(plan, p, visit, chip, at(visit.type));
    }
    plan.tried.set(visit.type, visit.verdict === 'took' ? 'took' : 'failed');
    if (visit.verdict === 'took') {
      thread(
        plan,
        p,
        i,
        box,
        tanks.find((t) => t.device.type === deviceOf(facts, visit.type).type),
      );
    } else failed(plan, p, visit, i, box);
  });
  return plan;
}
