/**
 * What the worker of one capture does: reads it, keeps it, draws it, answers questions about it. Frames are
 * asked for by messages of their own, many a second; questions come through Comlink.
 */
import { SourceError } from '../../core/error';
import { grouped } from '../../core/number';
import { outcomeOf, type Outcome } from '../../core/work/outcome';
import { lineCountsOf } from '../../trace/report/line-counts';
import type { CaptureReport } from '../../trace/report/capture-report';
import { Reporter, SNAPSHOT_ADVICE, SNAPSHOT_BYTES } from '../../trace/report/reporter';
import type { Clause } from '../../trace/report/clauses';
import type { TraceReport } from '../../trace/trace-report';
import type { EarlyView, LoadedTrace, TraceInput, TraceProgress } from '../../trace/loader';
import { drawCapture } from '../canvas/drawing';
import { SharedScale } from './shared-scale';
import { Pen } from '../canvas/pen';
import {
  EMPTY_CANVAS,
  type FrameReport,
  type CanvasState,
  type CanvasPatch,
  type Tops,
} from '../canvas/state';
import { LocalCapture } from './local-capture';
import { Capture, type CaptureInfo, type ReadInfo } from '../model/capture';
import type { EventDetail, EventLine } from '../model/events/event-phrases';
import type { Hit } from '../model/hit';
import type {
  Counts,
  EventId,
  SearchResult,
  TimelineCapture,
  EventLines,
  ActivitySpan,
} from '../model/timeline-capture';
import type { WorkProgress } from '../../core/work/progress';
import { levelFor } from '../model/series/tiles';
import { widthOf, type Span } from '../model/time/span';
import type { Statistics } from '../model/statistics';
import type { RemoteCapture } from '../remote/remote-capture';
import type { ServerInput } from '../../capture/remote/client';

type Loader = (
  input: TraceInput,
  on: (progress: TraceProgress) => void,
  signal: AbortSignal,
  early?: EarlyView,
) => Promise<LoadedTrace>;

export interface LoadProgress {
  /** 0 to 1; null where the length is not known. */
  share: number | null;
  words: string;
}

/** What is opened: a text to be read here, or a capture that stays on the server. */
export type CaptureInput = TraceInput | ServerInput;

/** What comes through the port of the parts of the scene. */
export interface WorkerNews {
  drawn?: FrameReport;
  /** The greatest of each row drawn here, when it has not changed for a while. */
  tops?: Tops;
}

/** What has been read is drawn from here on, in ms, while the rest is read. */
const EARLY_MS = 100;

export class CaptureWorker {
  readonly #load: Loader;
  #held: TimelineCapture | null = null;
  /** What is held, where it is on the server. */
  #far: RemoteCapture | null = null;
  #reported: Reporter | null = null;
  #opening = new AbortController();
  /** Who is reading the rest of what is in place; null where it is whole, or there is nothing. */
  #part: AbortController | null = null;
  #asking = new AbortController();
  #context: OffscreenCanvasRenderingContext2D | null = null;
  #pen: Pen | null = null;
  #scene: CanvasState = EMPTY_CANVAS;
  #port: MessagePort | null = null;
  #asked = false;
  readonly #abreast = new SharedScale(
    (others) => {
      this.#scene = { ...this.#scene, others };
      this.#ask();
    },
    (tops) => {
      this.#news({ tops });
    },
  );

  constructor(load: Loader) {
    this.#load = load;
  }

  /** Takes the canvas to draw on, and the port through which parts of the scene come. */
  attach(canvas: OffscreenCanvas, port: MessagePort): void {
    this.#context = canvas.getContext('2d');
    this.#port = port;
    port.onmessage = ({ data }: MessageEvent<CanvasPatch>) => {
      const { palette } = this.#scene;
      this.#scene = { ...this.#scene, ...data };
      if (this.#scene.palette !== palette) this.#pen = null;
      this.#ask();
    };
    this.#ask();
  }

  /** The worker of the other capture, with which scales are shared; null: it is gone. */
  meet(port: MessagePort | null): void {
    this.#abreast.meet(port);
  }

  /** What is in place stays until the other one is whole. Where there is nothing, `part` gets what is drawn
   * already while the rest is read; a reading that fails takes it away again. */
  async open(
    input: CaptureInput,
    on: (progress: LoadProgress) => void,
    part: (info: ReadInfo) => unknown = () => undefined,
  ): Promise<Outcome<ReadInfo>> {
    this.cancel();
    const opening = new AbortController();
    this.#opening = opening;
    if (input.kind === 'server') return outcomeOf(() => this.#openFar(input, on, opening.signal));
    const outcome = await outcomeOf(async () => {
      const loaded = await this.#load(
        input,
        ({ bytes, total, lines }) => {
          on({ share: total === null ? null : bytes / total, words: `${grouped(lines)} lines` });
        },
        opening.signal,
        { after: EARLY_MS, show: (loaded) => this.#early(loaded, opening, part) },
      );
      const capture = await Capture.of(
        loaded.store,
        {
          signal: opening.signal,
          progress: (share) => {
            on({ share, words: 'sorted into tracks' });
          },
        },
        loaded.report,
      );
      opening.signal.throwIfAborted();
      this.#put(new LocalCapture(capture), null);
      this.#reported = new Reporter(loaded);
      return { ...capture.info(), ...readInfo(loaded.report) };
    });
    if (this.#part === opening) this.#put(null, null);
    return outcome;
  }

  async #openFar(
    server: ServerInput,
    on: (progress: LoadProgress) => void,
    signal: AbortSignal,
  ): Promise<ReadInfo> {
    // Fetched where it is wanted: most captures are read here.
    const { RemoteCapture } = await import('../remote/remote-capture').catch(() => {
      throw new SourceError('The server does not answer.', { advice: 'Open it again when it does.' });
    });
    signal.throwIfAborted();
    const far = new RemoteCapture(server, {
      changed: () => {
        this.#ask();
      },
      waits: (words) => {
        on({ share: null, words });
      },
    });
    const info = await far.open(signal);
    signal.throwIfAborted();
    this.#put(far, null);
    this.#far = far;
    this.#reported = null;
    return info;
  }

  /** Asks again at once what the server did not answer. */
  again(): void {
    this.#far?.again();
  }

  async #early(
    loaded: LoadedTrace,
    opening: AbortController,
    part: (info: ReadInfo) => unknown,
  ): Promise<void> {
    if (this.#held && this.#part !== opening) return;
    const pulse: WorkProgress = { signal: opening.signal, progress: () => undefined };
    const capture = await Capture.of(loaded.store, pulse, loaded.report);
    if (capture.order.length === 0) return;
    this.#put(new LocalCapture(capture), opening);
    // Whoever shows it has it before the rest is read: a page that is busy would get both at once.
    await part({ ...capture.info(), ...readInfo(loaded.report) });
  }

  #put(held: TimelineCapture | null, part: AbortController | null): void {
    this.#asking.abort();
    this.#far?.close();
    this.#far = null;
    this.#held = held;
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

  /** What the capture in place says, in clauses of one sentence; null where there is none. */
  async says(): Promise<Clause[] | null> {
    if (this.#far) return this.#far.says;
    const reported = this.#reported;
    return (await reported?.says(() => this.#reported === reported)) ?? null;
  }

  /** Adds a file of /proc to the capture in place, and tells what is known of it then. */
  addSnapshot(blob: Blob, name: string): Promise<Outcome<CaptureInfo>> {
    return outcomeOf(async () => {
      const [reported, held] = [this.#reported, this.#held];
      if (this.#far)
        throw new SourceError('It can be added to what is read here, not to windows of the server’s.', {
          advice: 'Choose “Read it here” first.',
        });
      if (!reported || !(held instanceof LocalCapture))
        throw new SourceError('There is no capture to add it to.', { advice: 'Open one first.' });
      const { capture } = held;
      if (blob.size > SNAPSHOT_BYTES) {
        throw new SourceError('It is larger than any file that can be added.', {
          advice: SNAPSHOT_ADVICE,
        });
      }
      const signal = new AbortController().signal;
      const loaded = await this.#load({ kind: 'blob', blob }, () => undefined, signal);
      reported.add({ ...loaded, name });
      const quiet: WorkProgress = { signal, progress: () => undefined };
      if (loaded.report.format === 'partitions') capture.nameDisks(reported.devices());
      if (loaded.report.format === 'zoneinfo') await capture.countFree(reported.zones(), quiet);
      this.#ask();
      return capture.info();
    });
  }

  /** Events of these names count as their tracepoints', those of others as what they are called. */
  count(names: readonly string[]): Promise<Outcome<CaptureInfo>> {
    return outcomeOf(async () => {
      const reported = this.#reported;
      if (!reported) throw new SourceError('There is no capture.', { advice: 'Open one first.' });
      const { store, report } = reported.count(names);
      const quiet: WorkProgress = { signal: this.#opening.signal, progress: () => undefined };
      const capture = await Capture.of(store, quiet, report);
      capture.nameDisks(reported.devices());
      const zones = reported.zones();
      if (zones.length > 0) await capture.countFree(zones, quiet);
      this.#put(new LocalCapture(capture), null);
      return capture.info();
    });
  }

  /** Least and greatest value; null where the capture has no such measure. '' counts events. */
  measure(name: string): { min: number; max: number } | null {
    const found = this.#held?.setMeasure(name) ?? false;
    this.#ask();
    return found ? (this.#held?.extent() ?? null) : null;
  }

  /** How many events were found. '' ends the search. */
  async find(text: string): Promise<Outcome<SearchResult>> {
    const outcome = await this.#long((held, signal) => held.find(text, signal));
    this.#ask();
    return outcome;
  }

  /** What stands at a place: `t` in ns, `within` so many around it. Null where nothing does. */
  async hit(track: number, t: number, within: number): Promise<Hit | null> {
    return (await this.#held?.hit(track, t, within)) ?? null;
  }

  /** The next event of a track (or of those found) after one, or before it. Null at the end. */
  async step(
    track: number,
    from: number,
    id: EventId | null,
    by: 1 | -1,
  ): Promise<(EventId & { ts: number }) | null> {
    return (await this.#held?.step(track, from, id, by)) ?? null;
  }

  /** What went on on a track after another, or before it; `at` null: the first or last that reaches into the view.
   * Null where there is no more. */
  stepSpan(track: number, at: number | null, view: Span, by: 1 | -1): ActivitySpan | null {
    return this.#held?.stepSpan?.(track, at, view, by) ?? null;
  }

  /** What went on on a track at a time, or `within` so many around it: the shortest. */
  spanAt(track: number, t: number, within: number): ActivitySpan | null {
    return this.#held?.spanAt?.(track, t, within) ?? null;
  }

  /** An event with all its fields, and what came before and after it. */
  async detail(id: EventId): Promise<{ event: EventDetail; around: EventLine[] } | null> {
    return (await this.#held?.detail(id)) ?? null;
  }

  /** How many events of a track a stretch has, and some of them. */
  async lines(track: number, t0: number, t1: number, first: number, most: number): Promise<EventLines> {
    return (await this.#held?.lines(track, t0, t1, first, most)) ?? { total: 0, lines: [] };
  }

  /** Of all events in each of some stretches, and of each track by its number. */
  async counts(stretches: readonly Span[]): Promise<(Counts | null)[] | null> {
    const held = this.#held;
    return held && Promise.all(stretches.map(async ({ t0, t1 }) => held.counts(t0, t1)));
  }

  async statistics(track: number, from: number, to: number): Promise<Outcome<Statistics>> {
    return this.#long((held, signal) => held.statistics(track, from, to, signal));
  }

  /** One question of several portions at a time: the next one ends it. */
  async #long<T>(work: (held: TimelineCapture, signal: AbortSignal) => Promise<T>): Promise<Outcome<T>> {
    this.#asking.abort();
    const asking = new AbortController();
    this.#asking = asking;
    return outcomeOf(async () => {
      if (!this.#held) throw new Error('There is no capture.');
      return work(this.#held, asking.signal);
    });
  }

  #news(news: WorkerNews): void {
    this.#port?.postMessage(news);
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
    if (this.#held) tops = drawCapture(this.#pen, this.#held, scene);
    else this.#pen.clear(scene.width, scene.height);
    const drawn: FrameReport = {
      stamp: scene.stamp,
      rough: this.#far?.want(scene.view, levelFor(widthOf(scene.view) / scene.width), scene.width) ?? false,
      trouble: this.#far?.trouble ?? null,
    };
    this.#news({ drawn });
    this.#abreast.tell(tops);
  }
}

const readInfo = (report: TraceReport) => ({
  lines: lineCountsOf(report),
  cutOff: report.cutOff,
  overwritten: report.overwritten,
});
