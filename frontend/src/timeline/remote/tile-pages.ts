/**
 * Tiles of all tracks that the server has sent, as far as there is room, and what is shown where one is missing: the
 * same from finer bins, which is exact, or wider bins spread evenly. A page is a tile of every track.
 */
import { BINS, tileSpan, type Tile } from '../model/series/tiles';
import { NOTHING, stretched, merged, widened } from './bins';

/** Bytes that pages may take together, and about what a tile of one track does: alone, and with a measure. */
const MOST_BYTES = 64 << 20;
const [PLAIN, MEASURED] = [1100, 8300];
/** So many times as wide as they should be bins may be and still be shown. */
const WIDEST = 48;

/** Pages that stand in at a time. */
const INSTEAD_MOST = 256;

type Source = (track: number) => Tile;

class Page {
  /** Drawn from wider bins. */
  readonly rough: boolean;
  readonly #source: Source;
  readonly #kinds: number;
  readonly #tiles = new Map<number, Tile>();
  #all: Tile | null = null;

  constructor(kinds: number, source: Source, rough: boolean) {
    this.#kinds = kinds;
    this.#source = source;
    this.rough = rough;
  }

  of(track: number): Tile {
    const known = this.#tiles.get(track);
    if (known) return known;
    const made = this.#source(track);
    this.#tiles.set(track, made);
    return made;
  }

  /** Of these tracks together. */
  sum(tracks: readonly number[]): Tile {
    return merged(tracks.map((track) => this.of(track)).filter(({ rows }) => (rows[BINS] ?? 0) > 0));
  }

  get all(): Tile {
    this.#all ??= this.sum(Array.from({ length: this.#kinds }, (_, i) => i));
    return this.#all;
  }
}

export type { Page };

const keyOf = (level: number, number: number, measure: string) => `${measure} ${level} ${number}`;

export class TilePages {
  readonly #kinds: number;
  readonly #span: number;
  readonly #most: number;
  /** The one used last comes last. */
  readonly #kept = new Map<string, { page: Page; bytes: number; pinned: boolean }>();
  #bytes = 0;
  readonly #nothing: { page: Page; bytes: number };
  /** What stands in for pages that are missing; until more is known. */
  readonly #instead = new Map<string, Page>();

  /** Of so many kinds, and so many ns: behind them there is nothing. */
  constructor(kinds: number, span: number, most = MOST_BYTES) {
    this.#kinds = kinds;
    this.#span = span;
    this.#most = most;
    this.#nothing = { page: new Page(kinds, () => NOTHING, false), bytes: 0 };
  }

  has(level: number, number: number, measure: string): boolean {
    return this.#exact(level, number, measure) !== null;
  }

  /** `tiles`: of each track; null: nothing. One that is pinned stays. */
  put(level: number, number: number, measure: string, tiles: readonly (Tile | null)[], pinned = false): void {
    const some = tiles.filter((tile) => tile !== null);
    const bytes = some.reduce((sum, { n }) => sum + (n ? MEASURED : PLAIN), PLAIN);
    this.#keep(
      keyOf(level, number, measure),
      new Page(this.#kinds, (i) => tiles[i] ?? NOTHING, false),
      bytes,
      pinned,
    );
    this.#instead.clear();
  }

  /** What there is of a page: exact, or rough. */
  get(level: number, number: number, measure: string): Page {
    return this.#exact(level, number, measure) ?? this.#rough(level, number, measure);
  }

  get bytes(): number {
    return this.#bytes;
  }

  #exact(level: number, number: number, measure: string): Page | null {
    const key = keyOf(level, number, measure);
    const known = this.#kept.get(key);
    if (known) {
      this.#kept.delete(key);
      this.#kept.set(key, known);
      return known.page;
    }
    if (level === 0) return null;
    const halves = [2 * number, 2 * number + 1].map((half) =>
      half * tileSpan(level - 1) > this.#span
        ? this.#nothing
        : this.#kept.get(keyOf(level - 1, half, measure)),
    );
    const [left, right] = halves;
    if (!left || !right) return null;
    // At once, so that the finer ones can go.
    const tiles = Array.from({ length: this.#kinds }, (_, i) => widened(left.page.of(i), right.page.of(i)));
    const page = new Page(this.#kinds, (i) => tiles[i] ?? NOTHING, false);
    this.#keep(key, page, Math.max(left.bytes, right.bytes), false);
    return page;
  }

  #rough(level: number, number: number, measure: string): Page {
    const key = keyOf(level, number, measure);
    const known = this.#instead.get(key);
    if (known) return known;
    const page = new Page(this.#kinds, this.#wider(level, number, measure), true);
    if (this.#instead.size >= INSTEAD_MOST) this.#instead.clear();
    this.#instead.set(key, page);
    return page;
  }

  #wider(level: number, number: number, measure: string): Source {
    for (let by = 1; by <= WIDEST; by++) {
      const page = this.#kept.get(keyOf(level + by, Math.floor(number / 2 ** by), measure))?.page;
      if (page) return (track) => stretched(page.of(track), by, number);
    }
    return () => NOTHING;
  }

  #keep(key: string, page: Page, bytes: number, pinned: boolean): void {
    this.#bytes += bytes - (this.#kept.get(key)?.bytes ?? 0);
    this.#kept.delete(key);
    this.#kept.set(key, { page, bytes, pinned });
    for (const [oldest, { bytes: freed, pinned: stays }] of this.#kept) {
      if (this.#bytes <= this.#most) break;
      if (stays || oldest === key) continue;
      this.#kept.delete(oldest);
      this.#bytes -= freed;
    }
  }
}

/** Numbers of the tiles that a stretch of a capture touches: the first, and behind the last. */
export function tilesIn(t0: number, t1: number, level: number, span: number): [number, number] {
  const width = tileSpan(level);
  const last = Math.floor(span / width) + 1;
  const first = Math.max(0, Math.min(last, Math.floor(t0 / width)));
  return [first, Math.max(first, Math.min(last, Math.ceil(t1 / width)))];
}
