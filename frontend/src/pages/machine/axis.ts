/**
 * The axis of pages given out: its places, which zone gives between them, what is free then, and where it is drawn. The order and
 * all amounts are the core's; between two places zones go evenly. Pure.
 */
import type { Walk } from '../../scenes/zones/facts/walk';
import type { AxisPart, Distance, Span } from './answer';
import { zoneId } from './zones';

/** Where it is now, and where each part ends. */
export const placesOf = ({ axis = [] }: Distance): number[] => [0, ...axis.map(({ ends }) => ends[1])];

export const lastOf = (distance: Distance): number => placesOf(distance).at(-1) ?? 0;

/** The place that was reached last, as its number. */
export const reachedAt = (distance: Distance, at: number): number =>
  placesOf(distance).findLastIndex((place) => place <= at);

/** The part whose zone gives there; undefined at the end. */
export const givingAt = (distance: Distance, at: number): AxisPart | undefined =>
  distance.axis?.[reachedAt(distance, at)];

/** How far it is from the place before to the next, 0 to 1. */
function shareAt(distance: Distance, at: number): number {
  const reached = reachedAt(distance, at);
  const [from = 0, to = from] = placesOf(distance).slice(reached);
  return to > from ? (at - from) / (to - from) : 0;
}

const between = (from: number, to: number, share: number): number => Math.round(from + (to - from) * share);

/** Pages given out there: at least, and at most. */
export function givenAt(distance: Distance, at: number): Span {
  const reached = reachedAt(distance, at);
  const least = distance.axis?.[reached - 1]?.ends[0] ?? 0;
  const next = distance.axis?.[reached]?.ends[0] ?? least;
  return [between(least, next, shareAt(distance, at)), Math.round(at)];
}

/** What is free there, by zone. */
export function freeAt(distance: Distance, at: number): ReadonlyMap<number, number> {
  const { zones, axis = [] } = distance;
  const free = new Map(zones.map((zone) => [zoneId(zone), zone.free]));
  const reached = reachedAt(distance, at);
  const go = (part: AxisPart, share: number) => {
    for (const left of [part, ...part.zones]) {
      const id = zoneId(left);
      free.set(id, between(free.get(id) ?? left.free, left.free, share));
    }
  };
  for (const part of axis.slice(0, reached)) go(part, 1);
  const giving = axis[reached];
  if (giving) go(giving, shareAt(distance, at));
  return free;
}

/** Which zone gives there, in the place of the walk of one request. */
export function givingWalk(distance: Distance, at: number): Walk {
  const part = givingAt(distance, at);
  if (!part) return { steps: [], more: 1 };
  const labels = [`gives, down to ${part.until}`, 'gives'];
  return { steps: [{ n: reachedAt(distance, at) + 1, zone: zoneId(part), hit: true, labels }], more: 1 };
}

/** Nodes whose kswapd has been woken there. */
export const wokenAt = (
  { to_kswapd: low, zones, given_up: asleep, wakes }: Distance,
  at: number,
): ReadonlySet<number> =>
  new Set(
    low && at > 0 && at >= low[1] && asleep !== true && wakes !== false ? zones.map(({ node }) => node) : [],
  );

/** A part's share of the axis that is too short to be read. */
const SHORT = 0.25;
const GAP = 36;
/** Behind its end there is a little more line. */
const USED = 0.96;

/** From pages to px and back; what is beyond kswapd has a scale of its own where it would be too short. `more`: a place of another axis. */
export function scaleOf(low: number, end: number, more: number, width: number) {
  const all = Math.max(end, more);
  const beyond = all - low;
  const short = low > 0 && beyond > 0 && beyond < all * SHORT;
  const first = short ? width * 0.62 : all === 0 ? 0 : (width * USED * low) / all;
  const from = first + (short ? GAP : 0);
  const second = Math.max(0, width * USED - from);
  const after = (pages: number) =>
    from + (beyond > 0 ? Math.min(1, Math.max(0, pages - low) / beyond) * second : 0);
  return {
    short,
    first,
    from,
    times: short ? second / beyond / (first / low) : 1,
    x: (pages: number) => (pages <= low && low > 0 ? (Math.max(0, pages) / low) * first : after(pages)),
    after,
    pages: (x: number) => {
      if (x <= first && low > 0) return (Math.max(0, x) / first) * low;
      return x <= from || second === 0 ? low : Math.min(all, low + ((x - from) / second) * beyond);
    },
  };
}
