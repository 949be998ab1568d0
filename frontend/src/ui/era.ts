/**
 * Which kernels behave so, and the axis on which it is shown. The table of all eras is datasets/eras.json.
 *
 * The kernel axis of the era mark. Releases are equally wide, so that a rule's length is the number of
 * releases it lived in. Versions are written major + minor / 100, as in `Era`.
 */
import { ERAS } from '../core/gen/eras';

interface Span {
  /** Versions as major + minor / 100: 4.14 is 4.14; null at an open end. */
  from: number | null;
  to: number | null;
}

/** Which kernels behave so. */
export interface Era extends Span {
  /** What the badge says. */
  words: string;
  /** A second span, for what came back. */
  again?: Span;
  /** False for what was never merged: the axis stays empty. */
  lived?: boolean;
}

/** By the name that lessons and documents give: list and value, e.g. rule.node. */
const NAMED: ReadonlyMap<string, Era> = new Map(
  Object.entries<Readonly<Record<string, Era>>>(ERAS).flatMap(([list, values]) =>
    Object.entries(values).map(([value, era]): [string, Era] => [`${list}.${value}`, era]),
  ),
);

export const ERA_NAMES: readonly string[] = [...NAMED.keys()];
export const eraNamed = (name: string): Era | null => NAMED.get(name) ?? null;

/** Releases of each major version on the axis: 3.0 to 3.19, 4.0 to 4.20, 5.0 to 5.19, 6.0 to 6.19. */
const RELEASES: readonly (readonly [major: number, minors: number])[] = [
  [3, 20],
  [4, 21],
  [5, 20],
  [6, 20],
];
const TOTAL = RELEASES.reduce((sum, [, n]) => sum + n, 0);

/** How many releases of the axis came before this one. */
function ordinal(version: number): number {
  const major = Math.floor(version);
  const minor = Math.round((version - major) * 100);
  let before = 0;
  for (const [m, n] of RELEASES) {
    if (m === major) return before + Math.min(minor, n);
    if (m > major) break;
    before += n;
  }
  return before;
}

/** Start of each major version, from 0 to 1. */
export function axisTicks(): number[] {
  return RELEASES.map(([major]) => ordinal(major) / TOTAL);
}

/** The filled part of the axis, from 0 to 1. `to` is the last release that behaves so. */
export function eraSpan(from: number | null, to: number | null): [number, number] {
  const a = from === null ? 0 : ordinal(from) / TOTAL;
  const b = to === null ? 1 : Math.min((ordinal(to) + 1) / TOTAL, 1);
  return [a, Math.max(a, b)];
}
