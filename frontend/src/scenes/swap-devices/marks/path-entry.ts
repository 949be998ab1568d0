/** The first stretch of the path: from the CPU to its list. */
import { textWidth } from '../../font-metrics';
import { PARTS } from './parts';
import { bottom, centre, disc, endOf, HEAD, label, type PathPlan, type Place } from './path-plan';
import type { CpuBox, PlatePlace } from './layout';

/** From the CPU (on a phone: the node) to the head of the list. */
export function entry(plan: PathPlan, p: Place, plate: PlatePlace, cpu: CpuBox | undefined): void {
  const { grid, chain, walk } = p;
  const to = grid.left - 2;
  const head = grid.compact ? 7 : HEAD;
  const stop = walk.end === 'noswap';
  // An unpatched kernel that goes on in the cluster of its CPU: the list is there, and nobody looks at it.
  const kind = walk.fromCluster ? 'dash' : 'flow';
  const end = stop ? grid.left - 12 : to - head;
  const elbow = grid.compact ? grid.left - 10 : chain.row && grid.tall ? grid.left - 20 : grid.left - 16;
  const tip = stop || walk.fromCluster ? null : ({ x: to, y: chain.y, to: 'right' } as const);
  if (!cpu) {
    const y = plate.y + plate.size / 2;
    const d = y === chain.y ? `M${plate.size} ${y}H${end}` : `M${plate.size} ${y}H${elbow}V${chain.y}H${end}`;
    plan.strokes.push({ d, kind, head: tip, part: PARTS.walk });
    disc(plan, p, 'list', -1, Math.max(plate.size + 14, elbow - 10), (y + chain.y) / 2);
    return;
  }
  // Straight on where the list begins beside the CPU.
  const beside = Math.abs(cpu.y + cpu.height / 2 - chain.y) <= 7;
  const y = beside && cpu.last ? chain.y : cpu.y + cpu.height / 2;
  const below = bottom(cpu) + (grid.tall ? 9 : 6);
  const from = cpu.last ? `M${cpu.x + cpu.width} ${y}` : `M${centre(cpu)} ${bottom(cpu)}V${below}`;
  const level = cpu.last ? y : below;
  const d = level === chain.y ? `${from}H${end}` : `${from}H${elbow}V${chain.y}H${end}`;
  plan.strokes.push({ d, kind, head: tip, part: PARTS.walk });
  if (Math.abs(level - chain.y) < 14 || chain.row === null) {
    const x = chain.row === null ? (centre(cpu) + elbow) / 2 + (cpu.last ? 14 : 0) : elbow - 4;
    disc(plan, p, 'list', -1, Math.min(x, elbow), level);
  } else {
    disc(plan, p, 'list', -1, elbow, level);
  }
  if (stop)
    plan.strokes.push({
      d: `M${end} ${chain.y - 11}V${chain.y + 11}`,
      kind: 'flow',
      head: null,
      part: PARTS.found,
    });
}

/** Words below the list, or behind it, for a walk that found nothing to walk. */
export function nothing(plan: PathPlan, p: Place): void {
  const { grid, chain, walk, event } = p;
  const { px } = chain;
  if (walk.visits.length > 0 || walk.more > 0) return;
  const text =
    event.end === 'noswap' ? 'no free swap: no list is walked' : 'the list is empty: no device to ask';
  const below = chain.roomy && chain.chips.length > 0;
  const y = below ? chain.lines[0] : chain.y;
  const x = below ? grid.left : Math.max(grid.left, endOf(p) + 12);
  disc(plan, p, 'end', -1, x + 10, y);
  const start = x + (grid.compact ? 0 : 26);
  if (start + textWidth(text, px, 600) <= grid.tankX - 12)
    label(plan, { x: start, y: y + px * 0.35, text, anchor: 'start', px, part: PARTS.arrives });
}
