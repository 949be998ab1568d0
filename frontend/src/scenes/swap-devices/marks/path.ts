/**
 * The walk as strokes, discs and labels: from the CPU to its list, along the devices tried, to the tank
 * that gives slots, and the requeue that comes before each try. In px; pure. Discs carry the numbers of
 * the steps (walk.ts).
 */
import type { SwapSelect } from '../../../core/types';
import type { Facts } from '../facts/facts';
import type { Grid } from './grid';
import { entry, nothing } from './path-entry';
import { PARTS, visitPart } from './parts';
import { disc, dropOf, type PathPlan, type Place } from './path-plan';
import { requeue } from './path-requeue';
import { failed, hop, thread } from './path-visit';
import { slotBehind, type Box, type ListPlace, type PlatePlace, type TankPlace } from './layout';
import type { Walk } from '../../voices/swap-walk';

/** Everything the walk adds to the drawing. `cpu` is missing on a phone, and where CPUs are not drawn. */
export function pathOf(
  grid: Grid,
  facts: Facts,
  event: SwapSelect,
  walk: Walk,
  chain: ListPlace,
  plate: PlatePlace,
  tanks: readonly TankPlace[],
): PathPlan {
  const at = (type: number) => chain.chips.findIndex((c) => c.entry.type === type);
  const place = (type: number): Box => chain.chips[at(type)] ?? chain.rest ?? slotBehind(grid, chain);
  const taker = walk.took > 0 ? walk.visits[walk.took] : undefined;
  const p: Place = { grid, facts, event, walk, chain, drop: taker ? dropOf(place(taker.type)) : null };
  const plan: PathPlan = { strokes: [], discs: [], labels: [], ghost: null, tried: new Map(), given: null };
  entry(
    plan,
    p,
    plate,
    plate.cpus.find((c) => c.hot),
  );
  nothing(plan, p);
  walk.visits.forEach((visit, i) => {
    const box = place(visit.type);
    const before = walk.visits[i - 1];
    if (before) hop(plan, p, i, place(before.type), box);
    const chip = chain.chips[at(visit.type)];
    if (i === 0 && chip) {
      // Above it the key is said.
      const level = chain.roomy ? chip.y + chip.height : chip.y - 1;
      disc(plan, p, 'first', 0, chip.x - (chain.roomy ? 3 : 4), level);
      requeue(plan, p, visit, chip, at(visit.type));
    }
    const verdict = visit.verdict === 'took' ? 'took' : 'failed';
    plan.tried.set(visit.type, { verdict, part: i === 0 ? PARTS.found : visitPart(walk, i) });
    if (visit.verdict === 'took') {
      thread(
        plan,
        p,
        i,
        box,
        tanks.find((t) => t.device.type === visit.type),
      );
    } else failed(plan, p, visit, i, box);
  });
  return plan;
}
