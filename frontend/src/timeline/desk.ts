/**
 * What the worker of one capture does: reads it, keeps it, draws it, answers questions about it. Frames are
 * asked for by messages of their own, many a second; questions come through Comlink.
 */
import { grouped } from '../core/number';
import { SourceError } from '../core/error';
import { outcomeOf, type Outcome } from '../core/outcome';
import { accountsOf } from '../trace/accounts';
import { Reported, SNAPSHOT_ADVICE, SNAPSHOT_BYTES, type CaptureReport } from '../trace/capture-report';
import type { TraceReport } from '../trace/report';
import type { Early, LoadedTrace, TraceInput, TraceProgress } from '../trace/load';
import { draw } from './draw/draw';
import { Pen } from './draw/pen';
import { EMPTY_SCENE, sameTops, type Drawn, type Scene, type ScenePatch, type Tops } from './draw/scene';
import { ALL, Capture, type CaptureInfo, type ReadInfo } from './model/capture';
import type { FlowOver } from './model/flow';
import { detailOf, lineOf, type EventDetail, type EventLine } from './model/describe';
import { hitAt, type Hit } from './model/hit';
import { parseQuery, search } from './model/query';
import { placeOf, rank } from './model/rows';
import { statisticsOf, type Statistics } from './model/stats';
import type { Pulse } from './model/pulse';

export type Loader = (
  input: TraceInput,
  on: (progress: TraceProgress) => void,
  signal: AbortSignal,
  early?: Early,
) => Promise<LoadedTrace>;

export interface DeskProgress {
  /** 0 to 1; null where the length is not known. */
  share: number | null;
  words: string;
}

/** An event by its kind's place in the store and its row there. */
export interface EventId {
  kind: number;
  row: number;
}

export interface InStretch {
  events: number;
  /** How many of what the track is about went on at a time, or how many pages were free, on average. */
  mean: number | null;
  /** Of free pages. */
  least: number | null;
  /** Of a flow. */
  flow: FlowOver | null;
  /** ns of it that the capture has. */
  width: number;
}

export interface Counts {
  all: InStretch;
  tracks: InStretch[];
}

/** What has been read is drawn from here on, in ms, while the rest is read. */
const EARLY_MS = 400;

/** Events shown before and after the one whose fields are shown. */
const AROUND = 6;

export class Desk {
  readonly #load: Loader;
  #capture: Capture | null = null;
  #reported: Reported | null = null;
  #opening = new AbortController();
  /** Who is reading the rest of what is in place; null where it is whole, or there is nothing. */
  #part: AbortController | null = null;
  #asking = new AbortController();
  #context: OffscreenCanvasRenderingContext2D | null = null;
  #pen: Pen | null = null;
  #scene: Scene = EMPTY_SCENE;
  #port: MessagePort | null = null;
  #asked = false;
  #tops: Tops = {};

  constructor(load: Loader) {
    this.#load = load;
  }

  /** Takes the canvas to draw on, and the port through which parts of the scene come. */
  attach(canvas: OffscreenCanvas, port: MessagePort): void {
    this.#context = canvas.getContext('2d', { alpha: false });
    this.#port = port;
    port.onmessage = ({ data }: MessageEvent<ScenePatch>) => {
      const { palette } = this.#scene;
      this.#scene = { ...this.#scene, ...data };
      if (this.#scene.palette !== palette) this.#pen = null;
      this.#ask();
    };
    this.#ask();
  }

  /** What is in place stays until the other one is whole. Where there is nothing, `part` is told what is drawn
   * already while the rest is read; a reading that fails takes it away again. */
  async open(
    input: TraceInput,
    on: (progress: DeskProgress) => void,
    part: (info: ReadInfo) => void = () => undefined,
  ): Promise<Outcome<ReadInfo>> {
    this.cancel();
    const opening = new AbortController();
    this.#opening = opening;
    const outcome = await outcomeOf(async () => {
      const loaded = await this.#load(
        input,
        ({ bytes, total, lines }) => {
          on({ share: total === null ? null : bytes / total, words: `${grouped(lines)} lines` });
        },
        opening.signal,
        { after: EARLY_MS, show: (loaded) => this.#early(loaded, opening, part) },
      );
      const capture = await Capture.of(loaded.store, {
        signal: opening.signal,
        progress: (share) => {
          on({ share, words: 'sorted into tracks' });
        },
      });
      opening.signal.throwIfAborted();
      this.#put(capture, null);
      this.#reported = new Reported(loaded);
      return { ...capture.info(), ...readInfo(loaded.report) };
    });
    if (this.#part === opening) this.#put(null, null);
    return outcome;
  }

  async #early(loaded: LoadedTrace, opening: AbortController, part: (info: ReadInfo) => void): Promise<void> {
    if (this.#capture && this.#part !== opening) return;
    const capture = await Capture.of(loaded.store, { signal: opening.signal, progress: () => undefined });
    if (capture.order.length === 0) return;
    this.#put(capture, opening);
    part({ ...capture.info(), ...readInfo(loaded.report) });
  }

  #put(capture: Capture | null, part: AbortController | null): void {
    this.#asking.abort();
    this.#capture = capture;
    this.#part = part;
    this.#ask();
  }

  /** Gives up reading. */
  cancel(): void {
    this.#opening.abort();
  }

  close(): void {
    this.cancel();
    this.#put(null, null);
    this.#reported = null;
  }

  /** Everything that is known of the capture in place; null where there is none. */
  report(name: string): CaptureReport | null {
    return this.#reported?.report(name) ?? null;
  }

  /** Adds a file of /proc to the capture in place, and tells what is known of it then. */
  addSnapshot(blob: Blob, name: string): Promise<Outcome<CaptureInfo>> {
    return outcomeOf(async () => {
      const [reported, capture] = [this.#reported, this.#capture];
      if (!reported || !capture)
        throw new SourceError('There is no capture to add it to.', { advice: 'Open one first.' });
      if (blob.size > SNAPSHOT_BYTES) {
        throw new SourceError('It is larger than any file of /proc that can be added.', {
          advice: SNAPSHOT_ADVICE,
        });
      }
      const signal = new AbortController().signal;
      const loaded = await this.#load({ kind: 'blob', blob }, () => undefined, signal);
      reported.add({ ...loaded, name });
      const quiet: Pulse = { signal, progress: () => undefined };
      if (loaded.report.format === 'zoneinfo')
        await capture.countFree(reported.zones(), reported.overwritten, quiet);
      this.#ask();
      return capture.info();
    });
  }

  /** Least and greatest value; null where the capture has no such measure. '' counts events. */
  measure(name: string): { min: number; max: number } | null {
    const found = this.#capture?.setMeasure(name) ?? false;
    this.#ask();
    return found ? (this.#capture?.extent() ?? null) : null;
  }

  /** How many events were found. '' ends the search. */
  async find(text: string): Promise<Outcome<{ events: number; complaint: string | null }>> {
    return this.#long(async (capture, pulse) => {
      const query = parseQuery(text, capture.store);
      const none = query.tests.length === 0 || query.complaint !== null;
      const places = none ? new Uint32Array(0) : await search(query, capture.store, capture.order, pulse);
      capture.setFound(places);
      this.#ask();
      return { events: places.length, complaint: query.complaint };
    });
  }

  /** What stands at a place: `t` in ns, `within` so many around it. Null where nothing does. */
  hit(track: number, t: number, within: number): Hit | null {
    return this.#capture && hitAt(this.#capture, track, t, within);
  }

  /** The next event of a track (or of those found) after one, or before it. Null at the end. */
  step(track: number, from: number, id: EventId | null, by: 1 | -1): (EventId & { ts: number }) | null {
    const capture = this.#capture;
    if (!capture) return null;
    const rows = capture.rows(track);
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

  /** An event with all its fields, and what came before and after it. */
  detail({ kind, row }: EventId): { event: EventDetail; around: EventLine[] } | null {
    const capture = this.#capture;
    if (!capture || row >= (capture.store.kinds[kind]?.rows ?? 0)) return null;
    const event = detailOf(capture.store, kind, row);
    const { order, store } = capture;
    const at = placeOf(order, kind, row, event.ts);
    const around: EventLine[] = [];
    for (let i = Math.max(0, at - AROUND); i < Math.min(order.length, at + AROUND + 1); i++) {
      around.push(lineOf(store, order.kind[i] ?? 0, order.row[i] ?? 0));
    }
    return { event, around };
  }

  /** How many events of a track a stretch has, and some of them. */
  lines(
    track: number,
    t0: number,
    t1: number,
    first: number,
    most: number,
  ): { total: number; lines: EventLine[] } {
    const capture = this.#capture;
    if (!capture) return { total: 0, lines: [] };
    const rows = capture.rows(track);
    const begin = rank(rows, t0);
    const end = rank(rows, t1);
    const lines: EventLine[] = [];
    for (let i = begin + first; i < Math.min(end, begin + first + most); i++) {
      lines.push(lineOf(capture.store, rows.kind(i), rows.row(i)));
    }
    return { total: end - begin, lines };
  }

  /** Of all events in a stretch, and of each track by its number. */
  counts(t0: number, t1: number): Counts | null {
    const capture = this.#capture;
    if (!capture) return null;
    const [from, to] = [Math.max(0, t0), Math.min(capture.store.span, t1)];
    const of = (track: number): InStretch => {
      const { level, flow, free } = capture.tracks[track] ?? {};
      const index = capture.index(track);
      return {
        events: index.rank(t1) - index.rank(t0),
        mean: (free?.pages ?? level)?.mean(from, to) ?? null,
        least: free?.pages.leastIn(from, to) ?? null,
        flow: flow?.over(from, to) ?? null,
        width: Math.max(0, to - from),
      };
    };
    return { all: of(ALL), tracks: capture.tracks.map((_, i) => of(i)) };
  }

  async statistics(track: number, from: number, to: number): Promise<Outcome<Statistics>> {
    return this.#long((capture, pulse) =>
      statisticsOf(capture.store, capture.rows(track), from, to, capture.measure, pulse),
    );
  }

  /** One question of several portions at a time: the next one ends it. */
  async #long<T>(work: (capture: Capture, pulse: Pulse) => Promise<T>): Promise<Outcome<T>> {
    this.#asking.abort();
    const asking = new AbortController();
    this.#asking = asking;
    return outcomeOf(async () => {
      if (!this.#capture) throw new Error('There is no capture.');
      return work(this.#capture, { signal: asking.signal, progress: () => undefined });
    });
  }

  redraw(): void {
    this.#pen = null;
    this.#ask();
  }

  #ask(): void {
    if (this.#asked || !this.#context) return;
    this.#asked = true;
    requestAnimationFrame(() => {
      this.#asked = false;
      this.#draw();
    });
  }

  #draw(): void {
    const context = this.#context;
    const scene = this.#scene;
    if (!context || scene.width === 0) return;
    const { canvas } = context;
    const [width, height] = [Math.round(scene.width * scene.ratio), Math.round(scene.height * scene.ratio)];
    if (canvas.width !== width || canvas.height !== height) {
      [canvas.width, canvas.height] = [width, height];
      this.#pen = null;
    }
    context.setTransform(scene.ratio, 0, 0, scene.ratio, 0, 0);
    this.#pen ??= new Pen(context, scene.palette);
    let tops: Tops = {};
    if (this.#capture) tops = draw(this.#pen, this.#capture, scene);
    else this.#pen.box('paper', 0, 0, scene.width, scene.height);
    const drawn: Drawn = { stamp: scene.stamp, tops: sameTops(tops, this.#tops) ? null : tops };
    this.#tops = tops;
    this.#port?.postMessage(drawn);
  }
}

const readInfo = (report: TraceReport) => ({ lines: accountsOf(report), cutOff: report.cutOff });
