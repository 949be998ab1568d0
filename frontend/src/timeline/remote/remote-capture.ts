/**
 * A capture that stays on the server: drawn from windows, and what is asked of it goes to the server question by
 * question.
 */
import { LOST } from '../../trace/store/lookup';
import { ALL, FOUND, type ReadInfo } from '../model/capture';
import type { EventDetail, EventLine } from '../model/events/event-phrases';
import type { Hit } from '../model/hit';
import type {
  Counts,
  EventId,
  SearchResult,
  TimelineCapture,
  StretchCounts,
  EventLines,
  Strokes,
} from '../model/timeline-capture';
import type { Span } from '../model/time/span';
import type { Spread, Statistics } from '../model/statistics';
import type { Tile } from '../model/series/tiles';
import { CaptureClient, type ServerInput } from '../../capture/remote/client';
import { SourceError } from '../../core/error';
import type { Clause } from '../../trace/report/clauses';
import { RemoteWindows } from './windows';
import { queryPlanOf } from './query-plan';
import { SearchResults } from './search-results';
import { infoOf, windowClauses } from './capture-info';
import type {
  CaptureResponse,
  LinesResponse,
  OutlineResponse,
  SpreadResponse,
  StretchResponse,
} from './responses';
import { detailOf, lineOf } from './event-phrases';

/** Events shown before and after the one whose fields are shown. */
const AROUND = 6;

const FOUND_TYPE = 'application/octet-stream';
const TOO_MANY = 'More than a million events are found: say more, as kind:NAME or cpu:0.';

/** ms that a pointer rests somewhere before the server is asked what stands there. */
const GLANCE_MS = 30;

interface CaptureListener {
  /** There is more to draw, or the server fell silent, or answers again. */
  changed: () => void;
  /** Why opening takes long, in words. */
  waits: (words: string) => void;
}

export class RemoteCapture implements TimelineCapture {
  #info: ReadInfo | null = null;
  /** What it says, as far as the server's counts tell. */
  says: Clause[] = [];
  /** Once the next question of its kind is asked, nobody wants to know. */
  readonly #questions = new Map<string, AbortController>();
  readonly #ended = new AbortController();
  readonly #client: CaptureClient;
  readonly #windows: RemoteWindows;
  readonly #hearer: CaptureListener;

  constructor({ url }: ServerInput, hearer: CaptureListener) {
    this.#hearer = hearer;
    this.#client = new CaptureClient(url, () => {
      hearer.changed();
      if (this.#info === null && this.#client.trouble !== null) hearer.waits(this.#client.trouble);
    });
    this.#windows = new RemoteWindows(this.#client, hearer.changed);
  }

  get trouble(): string | null {
    return this.#client.trouble ?? this.#windows.refused;
  }

  again(): void {
    this.#windows.refused = null;
    this.#client.again();
    this.#hearer.changed();
  }

  /** Nothing is asked for any more. */
  close(): void {
    this.#ended.abort();
    this.#windows.close();
    for (const question of this.#questions.values()) question.abort();
  }

  /** Learns what there is, and draws the whole of it once. */
  async open(signal: AbortSignal): Promise<ReadInfo> {
    const [capture, outline] = await Promise.all([
      this.#client.json<CaptureResponse>('', {}, signal),
      this.#client.json<OutlineResponse>('/outline', {}, signal),
    ]);
    const peak = await this.#windows.open(outline, signal);
    const info = infoOf(capture, outline, peak);
    this.#info = info;
    this.says = windowClauses(outline, info);
    this.#windows.unit = info.unit;
    return info;
  }

  info(): ReadInfo {
    if (!this.#info) throw new Error('The capture is not open yet.');
    return this.#info;
  }

  // What is drawn.

  get unit() {
    return this.#windows.unit;
  }
  get span(): number {
    return this.#windows.span;
  }
  get tracks() {
    return this.#windows.tracks;
  }
  get gaps() {
    return this.#windows.gaps;
  }
  get measure() {
    return this.#windows.measure;
  }

  tile(track: number, level: number, number: number, plain = false): Tile {
    return this.#windows.tile(track, level, number, plain);
  }

  within(track: number, view: Span, level: number): number {
    return this.#windows.within(track, view, level);
  }

  strokes(track: number, view: Span, level: number): Strokes {
    return this.#windows.strokes(track, view, level);
  }

  mostOf(): number {
    return this.#windows.mostOf();
  }

  want(view: Span, level: number, width: number): boolean {
    return this.#windows.want(view, level, width);
  }

  // What is asked.

  setMeasure(name: string): boolean {
    const known = this.#info?.measures.some((m) => m.name === name) ?? false;
    this.#windows.measure = known ? { name } : null;
    return known;
  }

  extent(): { min: number; max: number } | null {
    const { measure } = this;
    const ranges = measure ? this.#windows.kinds.flatMap(({ measures }) => measures[measure.name] ?? []) : [];
    if (ranges.length === 0) return null;
    return { min: Math.min(...ranges.map(({ min }) => min)), max: Math.max(...ranges.map(({ max }) => max)) };
  }

  /** Kinds that are found whole are drawn from windows, however many events they have; else the server looks. */
  async find(text: string, signal: AbortSignal): Promise<SearchResult> {
    const { whole, wanted, complaint } = queryPlanOf(text, this.#windows.kinds);
    this.#windows.found = [];
    if (wanted.length === 0) {
      this.#windows.found = whole;
      return {
        events: whole.reduce((sum, kind) => sum + (this.#windows.kinds[kind]?.events ?? 0), 0),
        complaint,
      };
    }
    try {
      const answer = await this.#client.bytes(
        '/found',
        { where: JSON.stringify(wanted) },
        FOUND_TYPE,
        signal,
      );
      const found = SearchResults.read(answer, this.#names);
      if (found) this.#windows.found = found;
      return found ? { events: found.length, complaint } : { events: 0, complaint: TOO_MANY };
    } catch (error) {
      if (!(error instanceof SourceError)) throw error;
      return { events: 0, complaint: error.message };
    }
  }

  get #names(): string[] {
    return this.#windows.kinds.map(({ name }) => name);
  }

  async hit(track: number, t: number, within: number): Promise<Hit | null> {
    return this.#question('hit', async (signal) => {
      if (track === FOUND && this.#windows.found instanceof SearchResults) {
        const { nearest, count } = this.#windows.found.near(t, within);
        const [line] = nearest ? await this.#linesOf([nearest], signal) : [];
        return line ? { nearest: line, count, more: '', measured: null } : null;
      }
      const which = this.#which(track);
      if (!which) return null;
      await new Promise((resolve) => setTimeout(resolve, GLANCE_MS));
      const asked = { ...which, from: ns(t - within), to: ns(t + within) };
      const { measure } = this;
      const [answer, stretch] = await Promise.all([
        this.#client.json<LinesResponse>(
          '/lines',
          { ...asked, near: ns(t), before: '1', after: '1' },
          signal,
        ),
        measure
          ? this.#client.json<StretchResponse>('/stretch', { ...asked, measure: measure.name }, signal)
          : null,
      ]);
      const lines = answer.lines.map((line) => lineOf(this.#windows.kinds, line));
      const nearest = lines.reduce<EventLine | null>(
        (best, line) => (best === null || Math.abs(line.ts - t) <= Math.abs(best.ts - t) ? line : best),
        null,
      );
      if (nearest === null) return null;
      const unit = this.#info?.measures.find((m) => m.name === measure?.name)?.unit ?? '';
      const spread = spreadOf(stretch?.spread ?? null);
      return {
        nearest,
        more: '',
        count: answer.total,
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
    if (track === FOUND && this.#windows.found instanceof SearchResults)
      return this.#windows.found.step(from, id, by);
    return this.#question('step', async (signal) => {
      const name = id ? this.#windows.kinds[id.kind]?.name : undefined;
      const which = this.#which(track);
      if (!which) return null;
      // An event that the track does not have says only where to go on.
      const on = id && name !== undefined && this.#has(track, id.kind);
      const anchor = on
        ? { at: `${name}:${id.row}`, ...(by > 0 ? { before: '0', after: '2' } : { before: '1', after: '0' }) }
        : by > 0
          ? { near: ns(from), before: '0', after: '1' }
          : { near: ns(from + 1), before: '1', after: '0' };
      const { lines } = await this.#client.json<LinesResponse>('/lines', { ...which, ...anchor }, signal);
      const found = on && by > 0 ? lines[1] : lines[0];
      if (!found) return null;
      const { kind, row, ts } = lineOf(this.#windows.kinds, found);
      return { kind, row, ts };
    });
  }

  async detail({ kind, row }: EventId): Promise<{ event: EventDetail; around: EventLine[] } | null> {
    return this.#question('detail', async (signal) => {
      const name = this.#windows.kinds[kind]?.name;
      if (name === undefined) return null;
      const { lines } = await this.#client.json<LinesResponse>(
        '/lines',
        { at: `${name}:${row}`, before: String(AROUND), after: String(AROUND + 1) },
        signal,
      );
      const here = lines.find((line) => line.kind === name && line.row === row);
      if (!here) return null;
      return {
        event: detailOf(this.#windows.kinds, here),
        around: lines.map((line) => lineOf(this.#windows.kinds, line)),
      };
    });
  }

  async lines(track: number, t0: number, t1: number, first: number, most: number): Promise<EventLines> {
    const found = await this.#question('lines', async (signal) => {
      if (track === FOUND && this.#windows.found instanceof SearchResults) {
        const { total, some } = this.#windows.found.between(t0, t1, Math.max(0, first), most);
        return { total, lines: await this.#linesOf(some, signal) };
      }
      const which = this.#which(track);
      if (!which) return null;
      const asked = { from: ns(t0), to: ns(t1), skip: String(Math.max(0, first)), limit: String(most) };
      const { total, lines } = await this.#client.json<LinesResponse>(
        '/lines',
        { ...which, ...asked },
        signal,
      );
      return { total, lines: lines.map((line) => lineOf(this.#windows.kinds, line)) };
    });
    return found ?? { total: 0, lines: [] };
  }

  /** In their order. */
  async #linesOf(events: readonly EventId[], signal: AbortSignal): Promise<EventLine[]> {
    if (events.length === 0) return [];
    const keyOf = ({ kind, row }: EventId) => `${this.#windows.kinds[kind]?.name ?? ''}:${row}`;
    const rows = events.map(keyOf).join(',');
    const { lines } = await this.#client.json<LinesResponse>('/lines', { rows }, signal);
    const byKey = new Map(
      lines.map((line) => [`${line.kind}:${line.row}`, lineOf(this.#windows.kinds, line)]),
    );
    return events.flatMap((event) => byKey.get(keyOf(event)) ?? []);
  }

  async counts(t0: number, t1: number): Promise<Counts | null> {
    const width = Math.max(0, Math.min(this.span, t1) - Math.max(0, t0));
    const of = (events: number): StretchCounts => ({ events, mean: null, extreme: null, flow: null, width });
    const answer = await this.#answered(this.#ended.signal, (signal) =>
      this.#client.json<StretchResponse>('/stretch', { from: ns(t0), to: ns(t1) }, signal),
    );
    if (!answer) return null;
    const counts = new Map(answer.kinds.map(({ name, count }) => [name, count]));
    const tracks = this.#windows.kinds.map(({ name }) => counts.get(name) ?? 0);
    const all = tracks.reduce((sum, n) => sum + n, 0) - (counts.get(LOST) ?? 0);
    return { all: of(all), tracks: tracks.map(of) };
  }

  async statistics(track: number, from: number, to: number, signal: AbortSignal): Promise<Statistics> {
    if (track === FOUND && this.#windows.found instanceof SearchResults)
      return this.#windows.found.statistics(from, to);
    const which = this.#which(track);
    if (!which) return { span: to - from, count: 0, perSecond: 0, kinds: [], spread: null };
    const answer = await this.#client.json<StretchResponse>(
      '/stretch',
      { ...which, from: ns(from), to: ns(to), measure: this.measure?.name ?? '' },
      AbortSignal.any([signal, this.#ended.signal]),
    );
    const kinds = answer.kinds
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
      spread: spreadOf(answer.spread),
    };
  }

  /** The kinds of a track, for the server; null where it has none. */
  #which(track: number): Readonly<Record<string, string>> | null {
    if (track === ALL) return {};
    const kinds = this.#windows.whole(track);
    if (kinds.length === 0) return null;
    return { kinds: kinds.map((kind) => this.#windows.kinds[kind]?.name ?? '').join(',') };
  }

  #has(track: number, kind: number): boolean {
    return this.#windows.whole(track).includes(kind);
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
        this.#windows.refused = error instanceof Error ? error.message : String(error);
        this.#hearer.changed();
      }
      return null;
    }
  }
}

/** The first whole ns from a time on, for the server. */
const ns = (t: number): string =>
  String(BigInt(Math.max(0, Math.min(Number.MAX_SAFE_INTEGER, Math.ceil(t)))));

function spreadOf(answer: SpreadResponse | null): Spread | null {
  if (!answer) return null;
  const { n, min, max, sum, p50, p99 } = answer;
  return { n, min, max, mean: sum / n, p50: p50 ?? NaN, p99: p99 ?? NaN };
}
