/**
 * A capture that stays on the server. What is drawn comes in windows: bins of every kind for what is in view, kept as
 * tiles. A frame is drawn at once from what there is, and again when the server has told more. Questions go to the
 * server one by one.
 */
import { ALL, FOUND, PEAK_BARS, type ReadInfo } from '../model/capture';
import type { EventDetail, EventLine } from '../model/describe';
import type { Gap } from '../model/gaps';
import type { Hit } from '../model/hit';
import type { Counts, Drawable, EventId, Found, Held, InStretch, Lines, Strokes } from '../model/picture';
import type { Span } from '../model/span';
import type { Spread, Statistics } from '../model/stats';
import { BINS, countAt, levelFor, tileSpan, type Tile } from '../model/tiles';
import { CaptureClient, type Server } from '../../core/capture-client';
import { SourceError } from '../../core/error';
import { BINS_TYPE, NOTHING, readBins, tilesOf } from './bins';
import { planOf } from './find';
import { FoundEvents } from './found';
import { groupOf, infoOf } from './info';
import { Pages, tilesIn, type Page } from './pages';
import type { CaptureTold, KindTold, LinesTold, OutlineTold, SpreadTold, StretchTold } from './told';
import { detailOf, lineOf } from './words';

/** Events shown before and after the one whose fields are shown. */
const AROUND = 6;
/** Tiles asked for at a time at most; the server tells no more than 4096 bins. */
const TILES_MOST = 16;
/** Tiles beyond either side of what is in view that are asked for with it. */
const BESIDE = 1;

const FOUND_TYPE = 'application/octet-stream';
const TOO_MANY = 'More than a million events are found: say more, as kind:NAME or cpu:0.';

/** ms that a pointer rests somewhere before the server is asked what stands there. */
const GLANCE_MS = 30;

export interface Hearer {
  /** There is more to draw, or the server fell silent, or answers again. */
  changed: () => void;
  /** Why opening takes long, in words. */
  waits: (words: string) => void;
}

interface Wanted {
  level: number;
  /** Numbers of tiles: the first, and behind the last. */
  first: number;
  last: number;
  measure: string;
}

export class Far implements Held {
  span = 0;
  tracks: readonly Drawable[] = [];
  gaps: readonly Gap[] = [];
  measure: { name: string } | null = null;
  #kinds: readonly KindTold[] = [];
  #pages = new Pages(0, 0);
  /** Kinds, of which all is found, or events. */
  #found: readonly number[] | FoundEvents = [];
  #info: ReadInfo | null = null;
  /** What is being asked for to be drawn. */
  #asked: (Wanted & { end: AbortController }) | null = null;
  /** What the server refused to tell: it is not asked for again. */
  #refused: string | null = null;
  /** Once the next question of its kind is asked, nobody wants to know. */
  readonly #questions = new Map<string, AbortController>();
  readonly #ended = new AbortController();
  readonly #client: CaptureClient;
  readonly #hearer: Hearer;

  constructor({ url }: Server, hearer: Hearer) {
    this.#hearer = hearer;
    this.#client = new CaptureClient(url, () => {
      hearer.changed();
      if (this.#info === null && this.#client.trouble !== null) hearer.waits(this.#client.trouble);
    });
  }

  get trouble(): string | null {
    return this.#client.trouble ?? this.#refused;
  }

  again(): void {
    this.#refused = null;
    this.#client.again();
    this.#hearer.changed();
  }

  /** Nothing is asked for any more. */
  close(): void {
    this.#ended.abort();
    this.#asked?.end.abort();
    for (const question of this.#questions.values()) question.abort();
  }

  /** Learns what there is, and draws the whole of it once. */
  async open(signal: AbortSignal): Promise<ReadInfo> {
    const [told, outline] = await Promise.all([
      this.#client.json<CaptureTold>('', {}, signal),
      this.#client.json<OutlineTold>('/outline', {}, signal),
    ]);
    this.span = Number(outline.span);
    this.#kinds = outline.kinds;
    this.gaps = outline.gaps.map(({ from, to, cpu }) => ({
      from: Number(from),
      to: Number(to),
      cpu,
      n: null,
    }));
    this.tracks = outline.kinds.map(({ name }) => ({ group: groupOf(name), name }));
    this.#pages = new Pages(outline.kinds.length, this.span);
    const level = levelFor(Math.max(1, this.span) / PEAK_BARS);
    const [first, last] = tilesIn(0, this.span + 1, level, this.span);
    await this.#fetch({ level, first, last, measure: '' }, signal, true);
    const info = infoOf(told, outline, this.#peak(level, first, last));
    this.#info = info;
    return info;
  }

  #peak(level: number, first: number, last: number): number {
    let most = 0;
    for (let number = first; number < last; number++) {
      const page = this.#pages.get(level, number, '');
      for (const [track] of this.#kinds.entries()) {
        const tile = page.of(track);
        for (let bin = 0; bin < BINS; bin++) most = Math.max(most, countAt(tile, bin));
      }
    }
    return most;
  }

  info(): ReadInfo {
    if (!this.#info) throw new Error('The capture is not open yet.');
    return this.#info;
  }

  // What is drawn.

  tile(track: number, level: number, number: number, plain = false): Tile {
    if (number < 0 || number * tileSpan(level) > this.span) return NOTHING;
    if (track === FOUND && this.#found instanceof FoundEvents) return this.#found.tile(level, number);
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
    return track === FOUND ? page.sum(this.#whole(track)) : page.of(track);
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
    if (track === FOUND && this.#found instanceof FoundEvents) return this.#found.strokes(view);
    for (const kind of this.#whole(track)) {
      const name = this.#kinds[kind]?.name ?? '';
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
    if (this.#kinds.length === 0) return false;
    const measure = this.measure?.name ?? '';
    const whole = levelFor(Math.max(1, this.span) / Math.max(1, width));
    const missing =
      this.#missing(view.t0, view.t1, level, measure) ?? this.#missing(0, this.span + 1, whole, '');
    if (missing === null) return false;
    const { level: fine, first, last } = missing;
    const now = this.#asked;
    const same =
      now?.level === fine && now.measure === missing.measure && now.first <= first && now.last > first;
    if (!same && this.#refused === null) {
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
      if (!end.signal.aborted) this.#refused = error instanceof Error ? error.message : String(error);
    }
    if (this.#asked === asked) this.#asked = null;
    if (!this.#ended.signal.aborted) this.#hearer.changed();
  }

  async #fetch({ level, first, last, measure }: Wanted, signal: AbortSignal, pinned = false): Promise<void> {
    const [begin, width, tiles] = [first * tileSpan(level), 2 ** level, last - first];
    const names = this.#kinds.flatMap(({ name, measures }) =>
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
    const columns = this.#kinds.map(({ name }) => {
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

  // What is asked.

  setMeasure(name: string): boolean {
    const known = this.#info?.measures.some((m) => m.name === name) ?? false;
    this.measure = known ? { name } : null;
    return known;
  }

  extent(): { min: number; max: number } | null {
    const { measure } = this;
    const told = measure ? this.#kinds.flatMap(({ measures }) => measures[measure.name] ?? []) : [];
    if (told.length === 0) return null;
    return { min: Math.min(...told.map(({ min }) => min)), max: Math.max(...told.map(({ max }) => max)) };
  }

  /** Kinds that are found whole are drawn from windows, however many events they have; else the server looks. */
  async find(text: string, signal: AbortSignal): Promise<Found> {
    const { whole, wanted, complaint } = planOf(text, this.#kinds);
    this.#found = [];
    if (wanted.length === 0) {
      this.#found = whole;
      return { events: whole.reduce((sum, kind) => sum + (this.#kinds[kind]?.events ?? 0), 0), complaint };
    }
    try {
      const answer = await this.#client.bytes(
        '/found',
        { where: JSON.stringify(wanted) },
        FOUND_TYPE,
        signal,
      );
      const found = FoundEvents.read(answer, this.#names);
      if (found) this.#found = found;
      return found ? { events: found.length, complaint } : { events: 0, complaint: TOO_MANY };
    } catch (error) {
      if (!(error instanceof SourceError)) throw error;
      return { events: 0, complaint: error.message };
    }
  }

  get #names(): string[] {
    return this.#kinds.map(({ name }) => name);
  }

  async hit(track: number, t: number, within: number): Promise<Hit | null> {
    return this.#question('hit', async (signal) => {
      if (track === FOUND && this.#found instanceof FoundEvents) {
        const { nearest, count } = this.#found.near(t, within);
        const [line] = nearest ? await this.#linesOf([nearest], signal) : [];
        return line ? { nearest: line, count, measured: null } : null;
      }
      const which = this.#which(track);
      if (!which) return null;
      await new Promise((resolve) => setTimeout(resolve, GLANCE_MS));
      const asked = { ...which, from: ns(t - within), to: ns(t + within) };
      const { measure } = this;
      const [told, stretch] = await Promise.all([
        this.#client.json<LinesTold>('/lines', { ...asked, near: ns(t), before: '1', after: '1' }, signal),
        measure
          ? this.#client.json<StretchTold>('/stretch', { ...asked, measure: measure.name }, signal)
          : null,
      ]);
      const lines = told.lines.map((line) => lineOf(this.#kinds, line));
      const nearest = lines.reduce<EventLine | null>(
        (best, line) => (best === null || Math.abs(line.ts - t) <= Math.abs(best.ts - t) ? line : best),
        null,
      );
      if (nearest === null) return null;
      const unit = this.#info?.measures.find((m) => m.name === measure?.name)?.unit ?? '';
      const spread = spreadOf(stretch?.spread ?? null);
      return {
        nearest,
        count: told.total,
        measured: measure && spread ? { name: measure.name, unit, ...spread } : null,
      };
    });
  }

  async step(
    track: number,
    from: number,
    id: EventId | null,
    by: 1 | -1,
  ): Promise<(EventId & { ts: number }) | null> {
    if (track === FOUND && this.#found instanceof FoundEvents) return this.#found.step(from, id, by);
    return this.#question('step', async (signal) => {
      const name = id ? this.#kinds[id.kind]?.name : undefined;
      const which = this.#which(track);
      if (!which) return null;
      // An event that the track does not have says only where to go on.
      const on = id && name !== undefined && this.#has(track, id.kind);
      const anchor = on
        ? { at: `${name}:${id.row}`, ...(by > 0 ? { before: '0', after: '2' } : { before: '1', after: '0' }) }
        : by > 0
          ? { near: ns(from), before: '0', after: '1' }
          : { near: ns(from + 1), before: '1', after: '0' };
      const { lines } = await this.#client.json<LinesTold>('/lines', { ...which, ...anchor }, signal);
      const found = on && by > 0 ? lines[1] : lines[0];
      if (!found) return null;
      const { kind, row, ts } = lineOf(this.#kinds, found);
      return { kind, row, ts };
    });
  }

  async detail({ kind, row }: EventId): Promise<{ event: EventDetail; around: EventLine[] } | null> {
    return this.#question('detail', async (signal) => {
      const name = this.#kinds[kind]?.name;
      if (name === undefined) return null;
      const { lines } = await this.#client.json<LinesTold>(
        '/lines',
        { at: `${name}:${row}`, before: String(AROUND), after: String(AROUND + 1) },
        signal,
      );
      const here = lines.find((line) => line.kind === name && line.row === row);
      if (!here) return null;
      return { event: detailOf(this.#kinds, here), around: lines.map((line) => lineOf(this.#kinds, line)) };
    });
  }

  async lines(track: number, t0: number, t1: number, first: number, most: number): Promise<Lines> {
    const found = await this.#question('lines', async (signal) => {
      if (track === FOUND && this.#found instanceof FoundEvents) {
        const { total, some } = this.#found.between(t0, t1, Math.max(0, first), most);
        return { total, lines: await this.#linesOf(some, signal) };
      }
      const which = this.#which(track);
      if (!which) return null;
      const asked = { from: ns(t0), to: ns(t1), skip: String(Math.max(0, first)), limit: String(most) };
      const { total, lines } = await this.#client.json<LinesTold>('/lines', { ...which, ...asked }, signal);
      return { total, lines: lines.map((line) => lineOf(this.#kinds, line)) };
    });
    return found ?? { total: 0, lines: [] };
  }

  /** In their order. */
  async #linesOf(events: readonly EventId[], signal: AbortSignal): Promise<EventLine[]> {
    if (events.length === 0) return [];
    const keyOf = ({ kind, row }: EventId) => `${this.#kinds[kind]?.name ?? ''}:${row}`;
    const rows = events.map(keyOf).join(',');
    const { lines } = await this.#client.json<LinesTold>('/lines', { rows }, signal);
    const told = new Map(lines.map((line) => [`${line.kind}:${line.row}`, lineOf(this.#kinds, line)]));
    return events.flatMap((event) => told.get(keyOf(event)) ?? []);
  }

  async counts(t0: number, t1: number): Promise<Counts | null> {
    const width = Math.max(0, Math.min(this.span, t1) - Math.max(0, t0));
    const of = (events: number): InStretch => ({ events, mean: null, least: null, flow: null, width });
    const told = await this.#answered(this.#ended.signal, (signal) =>
      this.#client.json<StretchTold>('/stretch', { from: ns(t0), to: ns(t1) }, signal),
    );
    if (!told) return null;
    const counts = new Map(told.kinds.map(({ name, count }) => [name, count]));
    const tracks = this.#kinds.map(({ name }) => counts.get(name) ?? 0);
    return { all: of(tracks.reduce((sum, n) => sum + n, 0)), tracks: tracks.map(of) };
  }

  async statistics(track: number, from: number, to: number, signal: AbortSignal): Promise<Statistics> {
    if (track === FOUND && this.#found instanceof FoundEvents) return this.#found.statistics(from, to);
    const which = this.#which(track);
    if (!which) return { span: to - from, count: 0, perSecond: 0, kinds: [], spread: null };
    const told = await this.#client.json<StretchTold>(
      '/stretch',
      { ...which, from: ns(from), to: ns(to), measure: this.measure?.name ?? '' },
      AbortSignal.any([signal, this.#ended.signal]),
    );
    const kinds = told.kinds
      .map(({ name, count, spread }) => ({ name, count, spread: spreadOf(spread) }))
      .filter(({ count }) => count > 0)
      .sort((a, b) => b.count - a.count);
    const count = kinds.reduce((sum, kind) => sum + kind.count, 0);
    const span = to - from;
    return {
      span,
      count,
      perSecond: span > 0 ? (count / span) * 1e9 : NaN,
      kinds,
      spread: spreadOf(told.spread),
    };
  }

  /** Its kinds. */
  #whole(track: number): readonly number[] {
    if (track === ALL) return this.#kinds.map((_, i) => i);
    if (track !== FOUND) return [track];
    return this.#found instanceof FoundEvents ? [] : this.#found;
  }

  /** The kinds of a track, for the server; null where it has none. */
  #which(track: number): Readonly<Record<string, string>> | null {
    if (track === ALL) return {};
    const kinds = this.#whole(track);
    if (kinds.length === 0) return null;
    return { kinds: kinds.map((kind) => this.#kinds[kind]?.name ?? '').join(',') };
  }

  #has(track: number, kind: number): boolean {
    return this.#whole(track).includes(kind);
  }

  /** One of a kind at a time: the next one ends it, and null is its answer. So it is where the server refuses. */
  async #question<T>(kind: string, work: (signal: AbortSignal) => Promise<T>): Promise<T | null> {
    this.#questions.get(kind)?.abort();
    const asking = new AbortController();
    this.#questions.set(kind, asking);
    return this.#answered(asking.signal, work);
  }

  async #answered<T>(signal: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T | null> {
    try {
      return await work(signal);
    } catch (error) {
      if (!signal.aborted) {
        this.#refused = error instanceof Error ? error.message : String(error);
        this.#hearer.changed();
      }
      return null;
    }
  }
}

/** The first whole ns from a time on, for the server. */
const ns = (t: number): string =>
  String(BigInt(Math.max(0, Math.min(Number.MAX_SAFE_INTEGER, Math.ceil(t)))));

function spreadOf(told: SpreadTold | null): Spread | null {
  if (!told) return null;
  const { n, min, max, sum, p50, p99 } = told;
  return { n, min, max, mean: sum / n, p50: p50 ?? NaN, p99: p99 ?? NaN };
}
