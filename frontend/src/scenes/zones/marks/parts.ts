/** When the parts of a step come (../../timing.ts), and what is known of the zones by then. Pure. */
import { begun, type Part } from '../../timing';
import type { Facts, Zone } from '../facts/facts';
import type { Step, Walk } from '../facts/walk';

const ASKS: Part = { from: 0, to: 160 };
/** Zone after zone is looked at, each as long as the first where there is room. */
const WALK: Part = { from: 160, to: 640 };
const EACH = 160;

export const PARTS = {
  /** The check has its answer: kswapd wakes, or sleeps on. */
  wakes: { from: 680, to: 800 },
  /** What is taken leaves the zone. */
  taken: { from: 800, to: 1060 },
  /** It is counted. */
  counted: { from: 1060, to: 1180 },
} as const satisfies Record<string, Part>;

/** When the walk looks at its zone `i` of `n`; the first is where it starts. */
export function lookPart(i: number, n: number): Part {
  if (i === 0) return { from: ASKS.to, to: WALK.from };
  const each = Math.min(EACH, (WALK.to - WALK.from) / Math.max(1, n - 1));
  return { from: WALK.from + (i - 1) * each, to: WALK.from + i * each };
}

/** The steps of a walk that have been made. A zone's disc comes when the walk has come to it. */
export const made = ({ steps }: Walk, at: number): Step[] =>
  steps.filter((_, i) => begun({ from: lookPart(i, steps.length).to, to: 0 }, at));

/** A zone as it is known by then: `looked` at, or as it was told before. */
function zoneAt(after: Zone, before: Zone | undefined, looked: boolean, counted: boolean): Zone {
  if (!before) return after;
  const { free, stale } = looked || counted ? after : before;
  const { taken, batch, batchFull, reclaimed } = counted ? after : before;
  return { ...after, free, stale, taken, batch, batchFull, reclaimed };
}

/** The facts of a step of which a share has passed. `before`: as they were told before it. */
export function factsAt(after: Facts, before: Facts, walk: Walk, at: number): Facts {
  if (at >= 1) return after;
  const looked = new Set(made(walk, at).map(({ zone }) => zone));
  const counted = begun(PARTS.counted, at);
  const woken = begun(PARTS.wakes, at);
  const nodes = after.nodes.map((node) => {
    const old = before.nodes.find(({ nid }) => nid === node.nid);
    return {
      ...node,
      kswapd: woken || !old ? node.kswapd : old.kswapd,
      zones: node.zones.map((zone) => zoneAt(zone, before.byId.get(zone.id), looked.has(zone.id), counted)),
    };
  });
  const zones = nodes.flatMap((node) => node.zones);
  return {
    ...after,
    nodes,
    zones,
    byId: new Map(zones.map((zone) => [zone.id, zone])),
    taken: counted ? after.taken : before.taken,
  };
}
