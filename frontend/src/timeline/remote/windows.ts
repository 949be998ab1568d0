/**
 * What is drawn of a capture that stays on the server. It comes in windows: bins of every kind for what is in view, kept
 * as tiles. A frame is drawn at once from what there is, and again when the server has sent more.
 */
import type { ClockUnit } from '../../trace/report/phrases';
import { ALL, FOUND, PEAK_BARS } from '../model/capture';
import type { Gap } from '../../trace/statistics/gaps';
import type { DrawnTrack, Picture, Strokes } from '../model/timeline-capture';
import type { Span } from '../model/time/span';
import { BINS, countAt, levelFor, tileSpan, type Tile } from '../model/series/tiles';
import type { CaptureClient } from '../../capture/remote/client';
import { BINS_TYPE, NOTHING, readBins, tilesOf } from './bins';
import { SearchResults } from './search-results';
import { groupOf } from './capture-info';
import { TilePages, tilesIn, type Page } from './tile-pages';
import type { KindResponse, OutlineResponse } from './responses';

/** Tiles asked for at a time at most; the server tells no more than 4096 bins. */
const TILES_MOST = 16;
/** Tiles beyond either side of what is in view that are asked for with it. */
const BESIDE = 1;

interface Wanted {
  level: number;
  /** Numbers of tiles: the first, and behind the last. */
  first: number;
  last: number;
  measure: string;
}

export class RemoteWindows implements Picture {
  span = 0;
  unit: ClockUnit | null = null;
  tracks: readonly DrawnTrack[] = [];
  gaps: readonly Gap[] = [];
  measure: { name: string } | null = null;
  kinds: readonly KindResponse[] = [];
  /** Kinds, of which all is found, or events. */
  found: readonly number[] | SearchResults = [];
  /** What the server refused to tell: it is not asked for again. */
  refused: string | null = null;
  #pages = new TilePages(0, 0);
  /** What is being asked for to be drawn. */
  #asked: (Wanted & { end: AbortController }) | null = null;
  #closed = false;
  readonly #client: CaptureClient;
  readonly #changed: () => void;

  /** `changed`: there is more to draw, or the server refused. */
  constructor(client: CaptureClient, changed: () => void) {
    this.#client = client;
    this.#changed = changed;
  }

  /** Nothing is asked for any more. */
  close(): void {
    this.#closed = true;
    this.#asked?.end.abort();
  }

  /** Draws the whole of it once. The most events in a bar of it. */
  async open(outline: OutlineResponse, signal: AbortSignal): Promise<number> {
    this.span = Number(outline.span);
    this.kinds = outline.kinds;
    this.gaps = outline.gaps.map(({ from, to, cpu }) => ({
      from: Number(from),
      to: Number(to),
      cpu,
      n: null,
    }));
    this.tracks = outline.kinds.map(({ name }) => ({ group: groupOf(name), name }));
    this.#pages = new TilePages(outline.kinds.length, this.span);
    const level = levelFor(Math.max(1, this.span) / PEAK_BARS);
    const [first, last] = tilesIn(0, this.span + 1, level, this.span);
    await this.#fetch({ level, first, last, measure: '' }, signal, true);
    return this.#peak(level, first, last);
  }

  #peak(level: number, first: number, last: number): number {
    let most = 0;
    for (let number = first; number < last; number++) {
      const page = this.#pages.get(level, number, '');
      for (const [track] of this.kinds.entries()) {
        const tile = page.of(track);
        for (let bin = 0; bin < BINS; bin++) most = Math.max(most, countAt(tile, bin));
      }
    }
    return most;
  }

  tile(track: number, level: number, number: number, plain = false): Tile {
    if (number < 0 || number * tileSpan(level) > this.span) return NOTHING;
    if (track === FOUND && this.found instanceof SearchResults) return this.found.tile(level, number);
    const measure = plain ? '' : (this.measure?.name ?? '');
    return this.#of(this.#page(level, number, measure), track);
  }

  /** What has a measure tells the number of events, too. */
  #page(level: number, number: number, measure: string): Page {
    const other = this.measure?.name ?? '';
    if (measure === '' && other !== '' && !this.#pages.has(level, number, '')) {
      if (this.#pages.has(level, number, other)) return this.#pages.get(level, number, other);
    }
    return this.#pages.get(level, number, measure);
  }

  #of(page: Page, track: number): Tile {
    if (track === ALL) return page.all;
    return track === FOUND ? page.sum(this.whole(track)) : page.of(track);
  }

  #eachTile(
    track: number,
    { t0, t1 }: Span,
    level: number,
    call: (tile: Tile, from: number, to: number, number: number) => void,
  ): void {
    const [first, last] = tilesIn(t0, t1, level, this.span);
    const bin = 2 ** level;
    for (let number = first; number < last; number++) {
      const tile = this.tile(track, level, number);
      const begin = number * tileSpan(level);
      const from = Math.max(0, Math.floor((t0 - begin) / bin));
      call(tile, from, Math.min(BINS, Math.ceil((t1 - begin) / bin)), number);
    }
  }

  within(track: number, view: Span, level: number): number {
    let events = 0;
    this.#eachTile(track, view, level, ({ rows }, from, to) => {
      events += (rows[to] ?? 0) - (rows[from] ?? 0);
    });
    return events;
  }

  /** Each stands where its bin begins. */
  strokes(track: number, view: Span, level: number): Strokes {
    const found: { ts: number; name: string }[] = [];
    if (track === FOUND && this.found instanceof SearchResults) return this.found.strokes(view);
    for (const kind of this.whole(track)) {
      const name = this.kinds[kind]?.name ?? '';
      this.#eachTile(kind, view, level, (tile, from, to, number) => {
        if (tile.rows[from] === tile.rows[to]) return;
        for (let bin = from; bin < to; bin++) {
          const ts = number * tileSpan(level) + bin * 2 ** level;
          for (let n = countAt(tile, bin); n > 0; n--) found.push({ ts, name });
        }
      });
    }
    found.sort((a, b) => a.ts - b.ts);
    return { length: found.length, ts: (i) => found[i]?.ts ?? NaN, name: (i) => found[i]?.name ?? '' };
  }

  mostOf(): number {
    return 0;
  }

  /** Asks for what a view lacks, and for what the band of the whole capture does. Whether something is lacking. */
  want(view: Span, level: number, width: number): boolean {
    if (this.kinds.length === 0) return false;
    const measure = this.measure?.name ?? '';
    const whole = levelFor(Math.max(1, this.span) / Math.max(1, width));
    const missing =
      this.#missing(view.t0, view.t1, level, measure) ?? this.#missing(0, this.span + 1, whole, '');
    if (missing === null) return false;
    const { level: fine, first, last } = missing;
    const now = this.#asked;
    const same =
      now?.level === fine && now.measure === missing.measure && now.first <= first && now.last > first;
    if (!same && this.refused === null) {
      now?.end.abort();
      const most = Math.floor(this.span / tileSpan(fine)) + 1;
      void this.#get({
        ...missing,
        first: Math.max(0, first - BESIDE),
        last: Math.min(most, first - BESIDE + TILES_MOST, last + BESIDE),
      });
    }
    return true;
  }

  #missing(t0: number, t1: number, level: number, measure: string): Wanted | null {
    const [first, last] = tilesIn(t0, t1, level, this.span);
    const lacks = (number: number) =>
      !this.#pages.has(level, number, measure) && (measure !== '' || this.#page(level, number, '').rough);
    let [from, to] = [first, last];
    while (from < to && !lacks(from)) from++;
    while (to > from && !lacks(to - 1)) to--;
    return from < to ? { level, first: from, last: to, measure } : null;
  }

  async #get(wanted: Wanted): Promise<void> {
    const end = new AbortController();
    const asked = { ...wanted, end };
    this.#asked = asked;
    try {
      await this.#fetch(wanted, end.signal);
    } catch (error) {
      if (!end.signal.aborted) this.refused = error instanceof Error ? error.message : String(error);
    }
    if (this.#asked === asked) this.#asked = null;
    if (!this.#closed) this.#changed();
  }

  async #fetch({ level, first, last, measure }: Wanted, signal: AbortSignal, pinned = false): Promise<void> {
    const [begin, width, tiles] = [first * tileSpan(level), 2 ** level, last - first];
    const names = this.kinds.flatMap(({ name, measures }) =>
      measure in measures ? [name, `${name}.${measure}`] : [name],
    );
    if (names.length === 0) return;
    const answer = readBins(
      await this.#client.bytes(
        '/window',
        {
          t0: String(begin),
          t1: String(begin + tiles * tileSpan(level)),
          bins: String(tiles * BINS),
          tracks: names.join(','),
        },
        BINS_TYPE,
        signal,
      ),
    );
    const series = new Map(answer.series.map((one) => [one.track, one]));
    const columns = this.kinds.map(({ name }) => {
      const events = series.get(name);
      const values = series.get(`${name}.${measure}`) ?? null;
      return events ? tilesOf(begin, width, tiles, answer.width, events, values) : [];
    });
    for (let i = 0; i < tiles; i++) {
      this.#pages.put(
        level,
        first + i,
        measure,
        columns.map((column) => column[i] ?? null),
        pinned,
      );
    }
  }

  /** The kinds of a track. */
  whole(track: number): readonly number[] {
    if (track === ALL) return this.kinds.map((_, i) => i);
    if (track !== FOUND) return [track];
    return this.found instanceof SearchResults ? [] : this.found;
  }
}
