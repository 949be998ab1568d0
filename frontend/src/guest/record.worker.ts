/** Reads what the guest records, and recomputes it, beside the thread that the guest runs in. */
import * as Comlink from 'comlink';
import coreUrl from '../../../wasm-core/dist/mmscope.wasm?url';
import { failureOf, type Failure } from '../core/error';
import { pause } from '../core/work/pause';
import { wasmLoader } from '../core/wasm/wasm';
import { GuestRecord, type PagesMessage, type RecordNews, type TakenMessage } from './record';

interface RecordEvents {
  news(news: RecordNews): void;
  failed(failure: Failure): void;
}

/** News are sent no more often. */
const NEWS_MS = 200;
/** Without pages for so long the guest is still. */
const STILL_MS = 150;

const core = wasmLoader(coreUrl, 'mmscope.wasm');

class RecordReader {
  #record: GuestRecord | null = null;
  #queue: Uint8Array[] = [];
  #failed = false;
  /** The work under way: one piece of it after the other. */
  #work: Promise<unknown> = Promise.resolve();
  #came = 0;
  #sent = 0;
  #timer: ReturnType<typeof setTimeout> | null = null;
  #port: MessagePort | null = null;
  #events: RecordEvents | null = null;

  async begin(port: MessagePort, events: RecordEvents): Promise<void> {
    this.#record = await GuestRecord.create(await core());
    this.#events = events;
    this.#port = port;
    port.onmessage = ({ data }: MessageEvent<PagesMessage>) => {
      this.#queue.push(...data.pages);
      this.#came = performance.now();
      this.#soon(0);
    };
  }

  /** All that came so far is read and recomputed. */
  async settle(): Promise<RecordNews | null> {
    await this.#next(async (record) => {
      this.#take(record);
      await record.check();
    });
    return this.#record?.news() ?? null;
  }

  /** The trace has come as far as this mark. */
  async seen(mark: string): Promise<void> {
    await this.#record?.seen(mark);
  }

  /** Packed. */
  async capture(): Promise<Blob> {
    const parts: Uint8Array<ArrayBuffer>[] = [];
    await this.#next((record) => {
      this.#take(record);
      parts.push(...record.text());
      return Promise.resolve();
    });
    const packed = new Blob(parts).stream().pipeThrough(new CompressionStream('gzip'));
    return new Response(packed).blob();
  }

  #soon(ms: number): void {
    if (this.#timer !== null) return;
    this.#timer = setTimeout(() => {
      this.#timer = null;
      void this.#next((record) => this.#turn(record));
    }, ms);
  }

  async #turn(record: GuestRecord): Promise<void> {
    this.#take(record);
    const now = performance.now();
    const still = this.#queue.length === 0 && now - this.#came >= STILL_MS;
    if (record.isDue(still, now)) await record.check();
    else if (now - this.#sent < NEWS_MS) {
      this.#soon(NEWS_MS);
      return;
    }
    this.#sent = performance.now();
    const news = record.news();
    this.#events?.news(news);
    if (news.checked < news.events && !this.#failed) this.#soon(STILL_MS);
  }

  #take(record: GuestRecord): void {
    const pages = this.#queue;
    this.#queue = [];
    if (pages.length === 0) return;
    record.take(pages);
    const taken = pages.reduce((sum, { length }) => sum + length, 0);
    this.#port?.postMessage({ taken } satisfies TakenMessage);
  }

  /** A check pauses in the middle, and nothing else may touch the session then. */
  #next(work: (record: GuestRecord) => Promise<void>): Promise<void> {
    const done = this.#work.then(async () => {
      if (!this.#record || this.#failed) return;
      try {
        await work(this.#record);
      } catch (error) {
        this.#failed = true;
        this.#events?.failed(failureOf(error));
      }
      await pause();
    });
    this.#work = done;
    return done;
  }
}

export type RecordWork = RecordReader;

Comlink.expose(new RecordReader());
