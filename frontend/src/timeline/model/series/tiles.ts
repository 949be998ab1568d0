/**
 * A track in bins of time, for drawing. Bins are 2^level ns wide and begin at multiples of that, so that
 * they stand still while one pans; a tile is 256 of them. A tile costs at most 257 searches, however many
 * events it holds, and is kept as long as there is room.
 */
import { nothing, type Blocks } from './blocks';
import type { Rows, TimeIndex } from '../events/track-rows';

export const BINS = 256;

export interface Tile {
  /** First row of each bin; one more for the end of the last. */
  rows: Uint32Array;
  /** Of the measure, where one was asked for. */
  n: Uint32Array | null;
  min: Float64Array | null;
  max: Float64Array | null;
  mean: Float64Array | null;
  /** Of a flow: what there is of it in each bin, and what was got. */
  sums: readonly Float64Array[];
}

/** Events in a bin of a tile. */
export const countAt = ({ rows }: Tile, bin: number): number => (rows[bin + 1] ?? 0) - (rows[bin] ?? 0);

/** The level whose bins are one to two pixels wide. */
export const levelFor = (nsPerPixel: number): number => Math.max(0, Math.ceil(Math.log2(nsPerPixel)));

/** ns of a tile. */
export const tileSpan = (level: number): number => BINS * 2 ** level;

/** Rows that are walked one by one rather than searched for each edge of a bin. */
const WALK = 2048;

export function tileOf(
  rows: Rows,
  index: TimeIndex,
  level: number,
  number: number,
  blocks: Blocks | null,
  flow: readonly Blocks[] = [],
): Tile {
  const width = 2 ** level;
  const begin = number * tileSpan(level);
  const places = new Uint32Array(BINS + 1);
  const first = index.rank(begin);
  const last = index.rank(begin + tileSpan(level));
  places[0] = first;
  places[BINS] = last;
  if (last - first <= WALK) {
    let row = first;
    for (let bin = 1; bin < BINS; bin++) {
      const edge = begin + bin * width;
      while (row < last && rows.ts(row) < edge) row++;
      places[bin] = row;
    }
  } else {
    for (let bin = 1; bin < BINS; bin++) places[bin] = index.rank(begin + bin * width);
  }
  const sums = flow.map((of) =>
    Float64Array.from({ length: BINS }, (_, bin) => of.over(places[bin] ?? 0, places[bin + 1] ?? 0).sum),
  );
  if (!blocks) return { rows: places, n: null, min: null, max: null, mean: null, sums };
  const n = new Uint32Array(BINS);
  const [min, max, mean] = [new Float64Array(BINS), new Float64Array(BINS), new Float64Array(BINS)];
  for (let bin = 0; bin < BINS; bin++) {
    const found = blocks.over(places[bin] ?? 0, places[bin + 1] ?? 0, nothing());
    n[bin] = found.n;
    min[bin] = found.min;
    max[bin] = found.max;
    mean[bin] = found.n > 0 ? found.sum / found.n : NaN;
  }
  return { rows: places, n, min, max, mean, sums };
}

/** The tiles used last, up to a number of them; 1.1 KB each, 9 KB with a measure. */
export class TileCache {
  readonly #tiles = new Map<string, { track: number; tile: Tile }>();
  readonly #most: number;

  constructor(most = 8192) {
    this.#most = most;
  }

  get(track: number, key: string, make: () => Tile): Tile {
    const kept = this.#tiles.get(key);
    if (kept) {
      this.#tiles.delete(key);
      this.#tiles.set(key, kept);
      return kept.tile;
    }
    const tile = make();
    this.#tiles.set(key, { track, tile });
    if (this.#tiles.size > this.#most) {
      for (const [oldest] of this.#tiles) {
        this.#tiles.delete(oldest);
        break;
      }
    }
    return tile;
  }

  /** Forgets the tiles of one track. */
  drop(track: number): void {
    for (const [key, kept] of this.#tiles) if (kept.track === track) this.#tiles.delete(key);
  }

  clear(): void {
    this.#tiles.clear();
  }
}
