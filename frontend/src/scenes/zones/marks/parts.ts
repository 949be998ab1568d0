/** When the parts of a step come (../../timing.ts), and what is known of the zones by then. Pure. */
import { AT_ONCE, begun, stopsOf, type Course, type Part } from '../../timing';
import type { SourceFrame } from '../../scene';
import { factsOf, type Facts, type Zone } from '../facts/facts';
import { walkOf, type Step, type Walk } from '../facts/walk';

const ASKS: Part = { from: 0, to: 160 };
/** Zone after zone is looked at, each as long as the first where there is room. */
const WALK: Part = { from: 160, to: 640 };
const EACH = 160;

/** A check that refuses rests a while: what does it come to? */
const REST = 120;
const [WAKES, TAKEN, COUNTED] = [120, 260, 120];
/** Between the look that is good enough and what is taken for it. */
const TURN = 20;

export interface Parts {
  /** The check has its answer: kswapd wakes, or sleeps on. */
  wakes: Part;
  /** What is taken leaves the zone. */
  taken: Part;
  /** It is counted. */
  counted: Part;
}

/** When what a walk leads to comes: right behind it, so that a step is as long as what happened. */
export function partsOf({ steps }: Pick<Walk, 'steps'>): Parts {
  const walked = steps.length > 0 ? lookPart(steps.length - 1, steps.length).to : ASKS.to;
  const wakes = { from: walked + REST, to: walked + REST + WAKES };
  const taken = { from: walked + TURN, to: walked + TURN + TAKEN };
  return { wakes, taken, counted: { from: taken.to, to: taken.to + COUNTED } };
}

/** When the walk looks at its zone `i` of `n`; the first is where it starts. */
function lookPart(i: number, n: number): Part {
  if (i === 0) return { from: ASKS.to, to: WALK.from };
  const each = Math.min(EACH, (WALK.to - WALK.from) / Math.max(1, n - 1));
  return { from: WALK.from + (i - 1) * each, to: WALK.from + i * each };
}

/** The steps of a walk that have been made. A zone's disc comes when the walk has come to it. */
export const made = ({ steps }: Walk, at: number): Step[] =>
  steps.filter((_, i) => begun({ from: lookPart(i, steps.length).to, to: 0 }, at));

/** A zone as it is known by then: `looked` at, or as it was known before. */
function zoneAt(after: Zone, before: Zone | undefined, looked: boolean, counted: boolean): Zone {
  if (!before) return after;
  const { free, stale } = looked || counted ? after : before;
  const { taken, batch, batchFull, reclaimed } = counted ? after : before;
  return { ...after, free, stale, taken, batch, batchFull, reclaimed };
}

/** The facts of a step of which a share has passed. `before`: as they were known before it. */
export function factsAt(after: Facts, before: Facts, walk: Walk, at: number): Facts {
  if (at >= 1) return after;
  const looked = new Set(made(walk, at).map(({ zone }) => zone));
  const parts = partsOf(walk);
  const counted = begun(parts.counted, at);
  const woken = begun(parts.wakes, at);
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

/** What comes when in a step, for who stops between its parts and for its sentences. */
export function course({ frame, info }: SourceFrame): Course {
  const { event } = factsOf(frame, info);
  if (!event) return AT_ONCE;
  const walk = walkOf(event);
  const looks = walk.steps.map((_, i) => lookPart(i, walk.steps.length));
  const { wakes, taken, counted } = partsOf(walk);
  const then = { zone_select: [taken, counted], kswapd_wake: [wakes], zone_batch: [counted] }[event.kind];
  return {
    // A zone is looked at when the walk has come to it.
    stops: stopsOf([...looks.map(({ from, to }) => ({ from, to: to + 1 })), ...then]),
    discs: new Map(walk.steps.map(({ n }, i) => [n, looks[i]?.to ?? 0])),
  };
}
