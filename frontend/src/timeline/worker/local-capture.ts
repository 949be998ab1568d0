/** A capture whose events are in this worker: every question is answered from its columns. */
import type { Capture } from '../model/capture';
import { ALL, type CaptureInfo } from '../model/capture';
import { detailOf, lineOf, type EventDetail, type EventLine } from '../model/events/event-phrases';
import { hitAt, type Hit } from '../model/hit';
import type {
  Counts,
  EventId,
  SearchResult,
  TimelineCapture,
  StretchCounts,
  EventLines,
  ActivitySpan,
  Strokes,
} from '../model/timeline-capture';
import { parseQuery, search } from '../model/search/query';
import { placeOf, rank } from '../model/events/track-rows';
import type { Span } from '../model/time/span';
import { activityPhrase } from '../model/activity-phrases';
import { statisticsOf, type Statistics } from '../model/statistics';

/** Events shown before and after the one whose fields are shown. */
export const AROUND = 6;

/** So many that go on at a time are looked at for what stands under a pointer. */
const AT_MOST = 1000;

const quiet = (signal: AbortSignal) => ({ signal, progress: () => undefined });

export class LocalCapture implements TimelineCapture {
  readonly capture: Capture;

  constructor(capture: Capture) {
    this.capture = capture;
  }

  get span(): number {
    return this.capture.store.span;
  }
  get unit() {
    return this.capture.unit;
  }
  get tracks() {
    return this.capture.tracks;
  }
  get gaps() {
    return this.capture.gaps;
  }
  get measure() {
    return this.capture.measure;
  }

  tile(track: number, level: number, number: number, plain = false) {
    return this.capture.tile(track, level, number, plain);
  }

  mostOf(track: number): number {
    return this.capture.mostOf(track);
  }

  within(track: number, { t0, t1 }: Span): number {
    const index = this.capture.index(track);
    return index.rank(t1) - index.rank(t0);
  }

  strokes(track: number, { t0, t1 }: Span): Strokes {
    const { capture } = this;
    const [rows, index] = [capture.rows(track), capture.index(track)];
    const first = index.rank(t0);
    const { values } = capture.tracks[track]?.number ?? {};
    return {
      length: index.rank(t1) - first,
      ts: (i) => rows.ts(first + i),
      name: (i) => capture.store.kinds[rows.kind(first + i)]?.name ?? '',
      ...(values ? { number: (i) => values[rows.kind(first + i)]?.(rows.row(first + i)) ?? NaN } : {}),
    };
  }

  info(): CaptureInfo {
    return this.capture.info();
  }

  setMeasure(name: string): boolean {
    return this.capture.setMeasure(name);
  }

  extent(): { min: number; max: number } | null {
    return this.capture.extent();
  }

  async find(text: string, signal: AbortSignal): Promise<SearchResult> {
    const { capture } = this;
    const query = parseQuery(text, capture.store);
    const none = query.tests.length === 0 || query.complaint !== null;
    const places = none
      ? new Uint32Array(0)
      : await search(query, capture.store, capture.order, quiet(signal));
    capture.setFound(places);
    return { events: places.length, complaint: query.complaint };
  }

  hit(track: number, t: number, within: number): Hit | null {
    return hitAt(this.capture, track, t, within);
  }

  step(track: number, from: number, id: EventId | null, by: 1 | -1): (EventId & { ts: number }) | null {
    const rows = this.capture.rows(track);
    // Several events may share a time: go on behind the one under the cursor.
    let i = by > 0 ? rank(rows, from) : rank(rows, from + 1) - 1;
    if (id) {
      const is = (at: number) => rows.kind(at) === id.kind && rows.row(at) === id.row;
      for (let at = i; at >= 0 && at < rows.length && rows.ts(at) === from; at += by) {
        if (is(at)) i = at + by;
      }
      if (i >= 0 && i < rows.length && is(i)) i += by;
    }
    if (i < 0 || i >= rows.length) return null;
    return { kind: rows.kind(i), row: rows.row(i), ts: rows.ts(i) };
  }

  stepSpan(track: number, at: number | null, view: Span, by: 1 | -1): ActivitySpan | null {
    const { spans } = this.capture.tracks[track] ?? {};
    if (!spans) return null;
    if (at !== null) return this.#span(track, at + by);
    return this.#span(track, by > 0 ? spans.rank(view.t0) : spans.rank(view.t1) - 1);
  }

  spanAt(track: number, t: number, within: number): ActivitySpan | null {
    const found = this.capture.tracks[track]?.spans?.within(t - within, t + within, AT_MOST) ?? [];
    const [shortest] = found.toSorted((a, b) => a.to - a.from - (b.to - b.from));
    return shortest ? this.#span(track, shortest.at) : null;
  }

  #span(track: number, at: number): ActivitySpan | null {
    const { spans, rows } = this.capture.tracks[track] ?? {};
    const span = spans?.at(at);
    if (!rows || !span) return null;
    const event = span.end === null ? null : { kind: rows.kind(span.end), row: rows.row(span.end) };
    return { from: span.from, to: span.to, at, words: activityPhrase(this.capture, track, span), event };
  }

  detail({ kind, row }: EventId): { event: EventDetail; around: EventLine[] } | null {
    const { order, store } = this.capture;
    if (row >= (store.kinds[kind]?.rows ?? 0)) return null;
    const event = detailOf(store, kind, row);
    const at = placeOf(order, kind, row, event.ts);
    const around: EventLine[] = [];
    for (let i = Math.max(0, at - AROUND); i < Math.min(order.length, at + AROUND + 1); i++) {
      around.push(lineOf(store, order.kind[i] ?? 0, order.row[i] ?? 0));
    }
    return { event, around };
  }

  lines(track: number, t0: number, t1: number, first: number, most: number): EventLines {
    const rows = this.capture.rows(track);
    const begin = rank(rows, t0);
    const end = rank(rows, t1);
    const lines: EventLine[] = [];
    for (let i = begin + first; i < Math.min(end, begin + first + most); i++) {
      lines.push(lineOf(this.capture.store, rows.kind(i), rows.row(i)));
    }
    return { total: end - begin, lines };
  }

  counts(t0: number, t1: number): Counts {
    const { capture } = this;
    const [from, to] = [Math.max(0, t0), Math.min(capture.store.span, t1)];
    const of = (track: number): StretchCounts => {
      const { level, known, flow, free, usage } = capture.tracks[track] ?? {};
      const [index, gauge] = [capture.index(track), free?.pages ?? usage?.slots];
      return {
        events: index.rank(t1) - index.rank(t0),
        mean:
          known === undefined ? ((gauge ?? level)?.mean(from, to) ?? null) : (known?.share(from, to) ?? null),
        extreme: gauge?.extremeIn(from, to) ?? null,
        // With the events of its last moment.
        flow: flow?.over(t0, t1) ?? null,
        width: Math.max(0, to - from),
      };
    };
    const all = of(ALL);
    all.events -= capture.lossesIn(t0, t1);
    return { all, tracks: capture.tracks.map((_, i) => of(i)) };
  }

  async statistics(track: number, from: number, to: number, signal: AbortSignal): Promise<Statistics> {
    const { capture } = this;
    return statisticsOf(capture.store, capture.rows(track), from, to, capture.measure, quiet(signal));
  }
}
