/** The first stretch of the path: from the CPU to its list. */
import { bottom, centre, disc, HEAD, type PathPlan, type Place } from './path-plan';
import type { CpuBox, PlatePlace } from './places';

/** From the CPU (on a phone: the node) to the head of the list. */
export function entry(plan: PathPlan, p: Place, plate: PlatePlace, cpu: CpuBox | undefined): void {
  const { grid, chain, walk } = p;
  const to = grid.left - 2;
  const head = grid.compact ? 7 : HEAD;
  const stop = walk.end === 'noswap';
  const end = stop ? grid.left - 12 : to - head;
  const elbow = grid.compact
    ? grid.left - 10
    : chain.row && grid.tall
      ? grid.left - (grid.left > 110 ? 30 : 22)
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
  const below = bottom(cpu) + (grid.tall ? 9 : 6);
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
export function nothing(plan: PathPlan, p: Place): void {
  const { grid, chain, walk, event } = p;
  if (walk.visits.length > 0 || walk.more > 0) return;
  const text =
    event.end === 'noswap' ? 'no free swap: no list is walked' : 'the list is empty: no device to ask';
  const empty = chain.chips.length === 0;
  const y = empty ? chain.y + 5 : chain.y - chain.height / 2 - 8;
  disc(plan, p, 'end', -1, grid.left + 10, y - 5);
  plan.labels.push({ x: grid.left + (grid.compact ? 0 : 26), y, text, anchor: 'start', px: p.px });
}
