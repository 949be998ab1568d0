/** Bins as the server tells them, and tiles made of them. */
import { BINS, countAt, type Tile } from '../model/series/tiles';

/** As the API calls its form of a window for who has no reader of Arrow. */
export const BINS_TYPE = 'application/vnd.mmscope.bins';

export interface Series {
  track: string;
  /** Where its bins begin, in ns, and what is in them; those with nothing are left out. */
  t: Float64Array;
  count: Float64Array;
  measured: { min: Float64Array; max: Float64Array; sum: Float64Array } | null;
}

interface BinsResponse {
  /** ns of a bin, a power of two. */
  width: number;
  series: Series[];
}

interface Heading {
  width: string;
  tracks: { track: string; rows: number; measured: boolean }[];
}

const decoder = new TextDecoder();

/** Throws where it is not of the form that backend/README.md describes. */
export function readBins(bytes: ArrayBuffer): BinsResponse {
  const length = new DataView(bytes).getUint32(0, true);
  const { width, tracks } = JSON.parse(decoder.decode(new Uint8Array(bytes, 4, length))) as Heading;
  let at = 4 + length;
  const numbers = (rows: number) => {
    const found = new Float64Array(bytes, at, rows);
    at += 8 * rows;
    return found;
  };
  const series = tracks.map(({ track, rows, measured }): Series => {
    const [t, count] = [numbers(rows), numbers(rows)];
    const values = measured ? { min: numbers(rows), max: numbers(rows), sum: numbers(rows) } : null;
    return { track, t, count, measured: values };
  });
  if (at !== bytes.byteLength) throw new Error('The server answers in a way this page does not know.');
  return { width: Number(width), series };
}

export const NOTHING: Tile = {
  rows: new Uint32Array(BINS + 1),
  n: null,
  min: null,
  max: null,
  mean: null,
  sums: [],
};

/** How much of `count` comes to part `i` of `parts`, in whole numbers that come to `count` together. */
const share = (count: number, i: number, parts: number): number =>
  Math.floor(((i + 1) * count) / parts) - Math.floor((i * count) / parts);

/**
 * `tiles` tiles of bins of `width` ns from `begin` on, of one track: its events, and its measure where there is one.
 * Wider bins of the answer are spread evenly over those they cover. Null: a tile with nothing in it.
 */
export function tilesOf(
  begin: number,
  width: number,
  tiles: number,
  answered: number,
  events: Series,
  values: Series | null,
): (Tile | null)[] {
  const counts = new Float64Array(tiles * BINS);
  const parts = Math.max(1, answered / width);
  const each = ({ t }: Series, call: (bin: number, row: number, part: number) => void) => {
    for (let row = 0; row < t.length; row++) {
      const first = Math.floor(((t[row] ?? 0) - begin) / width);
      for (let part = 0; part < parts; part++) {
        const bin = first + part;
        if (bin >= 0 && bin < counts.length) call(bin, row, part);
      }
    }
  };
  each(events, (bin, row, part) => {
    counts[bin] = (counts[bin] ?? 0) + share(events.count[row] ?? 0, part, parts);
  });
  const measured = values?.measured ? empty(counts.length) : null;
  if (measured && values?.measured) {
    const { min, max, sum } = values.measured;
    each(values, (bin, row, part) => {
      const all = values.count[row] ?? 0;
      const n = share(all, part, parts);
      if (n === 0) return;
      measured.n[bin] = n;
      measured.min[bin] = min[row] ?? NaN;
      measured.max[bin] = max[row] ?? NaN;
      measured.mean[bin] = (sum[row] ?? NaN) / all;
    });
  }
  return Array.from({ length: tiles }, (_, i) => {
    const [from, to] = [i * BINS, (i + 1) * BINS];
    const rows = summed(counts.subarray(from, to));
    if (rows[BINS] === 0) return null;
    const cut = (all: Float64Array) => all.slice(from, to);
    return {
      rows,
      n: measured && Uint32Array.from(measured.n.subarray(from, to)),
      min: measured && cut(measured.min),
      max: measured && cut(measured.max),
      mean: measured && cut(measured.mean),
      sums: [],
    };
  });
}

const empty = (length: number) => ({
  n: new Float64Array(length),
  min: new Float64Array(length),
  max: new Float64Array(length),
  mean: new Float64Array(length),
});

function summed(counts: Float64Array): Uint32Array<ArrayBuffer> {
  const rows = new Uint32Array(BINS + 1);
  let sum = 0;
  for (let bin = 0; bin < BINS; bin++) {
    sum += counts[bin] ?? 0;
    rows[bin + 1] = sum;
  }
  return rows;
}

interface Bins {
  count: Float64Array;
  n: Float64Array;
  min: Float64Array;
  max: Float64Array;
  mean: Float64Array;
}

/** Bins of a tile from calls that each add some events to one of them. */
function gathered(
  fill: (add: (bin: number, tile: Tile, from: number, part: number, parts: number) => void) => boolean,
): Tile {
  const into: Bins = { count: new Float64Array(BINS), ...empty(BINS) };
  const any = fill((bin, tile, from, part, parts) => {
    into.count[bin] = (into.count[bin] ?? 0) + share(countAt(tile, from), part, parts);
    const n = share(tile.n?.[from] ?? 0, part, parts);
    if (n === 0) return;
    const before = into.n[bin] ?? 0;
    const [min, max, mean] = [tile.min?.[from] ?? NaN, tile.max?.[from] ?? NaN, tile.mean?.[from] ?? NaN];
    into.min[bin] = before === 0 ? min : Math.min(into.min[bin] ?? NaN, min);
    into.max[bin] = before === 0 ? max : Math.max(into.max[bin] ?? NaN, max);
    into.mean[bin] = ((into.mean[bin] ?? 0) * before + mean * n) / (before + n);
    into.n[bin] = before + n;
  });
  return {
    rows: summed(into.count),
    n: any ? Uint32Array.from(into.n) : null,
    min: any ? into.min : null,
    max: any ? into.max : null,
    mean: any ? into.mean : null,
    sums: [],
  };
}

/** Several tracks as one. */
export function merged(tiles: readonly Tile[]): Tile {
  const [only] = tiles;
  if (only === undefined) return NOTHING;
  if (tiles.length === 1) return only;
  return gathered((add) => {
    for (const tile of tiles)
      for (let bin = 0; bin < BINS; bin++) if (countAt(tile, bin) > 0) add(bin, tile, bin, 0, 1);
    return tiles.some(({ n }) => n !== null);
  });
}

/** The two tiles that a tile of bins twice as wide covers. */
export function widened(left: Tile, right: Tile): Tile {
  if (left.rows[BINS] === 0 && right.rows[BINS] === 0) return NOTHING;
  return gathered((add) => {
    for (const [i, tile] of [left, right].entries()) {
      for (let from = 0; from < BINS; from++) add((i * BINS + from) >> 1, tile, from, 0, 1);
    }
    return left.n !== null || right.n !== null;
  });
}

/** One of the tiles that a tile of bins 2^`by` times as wide covers: its bins spread evenly. */
export function stretched(wide: Tile, by: number, number: number): Tile {
  if (wide.rows[BINS] === 0) return NOTHING;
  const parts = 2 ** by;
  const first = number * BINS;
  return gathered((add) => {
    for (let bin = 0; bin < BINS; bin++) {
      const at = first + bin;
      const from = Math.floor(at / parts) % BINS;
      add(bin, wide, from, at % parts, parts);
    }
    return wide.n !== null;
  });
}
