/** Where the numbered discs of a fault stand, so that none lies on another. */
import { place } from './axis';
import type { Grid } from './grid';
import type { PlacedSentence } from '../facts/sentences';

interface DiscPlace {
  n: number;
  x: number;
}

/** Px between two discs' middles. */
const APART = 22;

/** In the order of their numbers, pushed right where they would touch, then back left from the edge. */
export function discPlaces(grid: Grid, steps: readonly PlacedSentence[]): DiscPlace[] {
  const out: DiscPlace[] = [];
  for (const { n, at } of steps) {
    if (n === null || at === null || at === 'window') continue;
    const from = place(grid.axis, at.from);
    const middle = (from + Math.min(place(grid.axis, at.to), grid.axis.right)) / 2;
    const least = (out.at(-1)?.x ?? -Infinity) + APART;
    // Where it begins: the words stand in the middle.
    out.push({ n, x: Math.max(least, Math.min(from + APART / 2, middle, grid.axis.right)) });
  }
  let most = grid.axis.edge - 11;
  for (const disc of out.toReversed()) {
    disc.x = Math.min(disc.x, most);
    most = disc.x - APART;
  }
  return out;
}
