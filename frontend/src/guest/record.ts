/**
 * What the guest has traced so far, as a capture that grows: pages of its trace are read once, as they come; what they
 * decide is recomputed from the beginning each time, as often as a share of this thread's time allows, and at once when
 * the guest is still. So each count is that of a capture which ends there.
 */
import { instantiate } from '../core/wasm/module';
import type { EventKind, TotalsStruct } from '../core/gen/tables';
import { Session, type ModeTotals } from '../core/session';
import { pause } from '../core/work/pause';
import type { StateView } from '../core/types';
import { CaptureLines } from './capture-line';
import { CAPTURE_HEAD, GUEST, TASK_NAMES } from './description';
import { readLayout } from './layout';

/** From the guest's thread: pages of the trace, in their order. */
export interface PagesMessage {
  readonly pages: readonly Uint8Array[];
}

/** Back to it: so many bytes of them have been read. */
export interface TakenMessage {
  readonly taken: number;
}

export interface ZoneNews {
  /** Numbered as in events. */
  readonly zone: number;
  readonly managed: number;
  readonly free: number;
  readonly min: number;
  readonly low: number;
  readonly high: number;
}

export interface DeviceNews {
  readonly name: string;
  readonly node: number;
  readonly used: number;
  readonly pages: number;
}

export interface RecordNews {
  /** Events read, and events that the kernel says are lost. */
  readonly events: number;
  readonly lost: number;
  /** Events up to which decisions are recomputed. */
  readonly checked: number;
  readonly kinds: Readonly<Partial<Record<EventKind, number>>>;
  readonly totals: TotalsStruct | null;
  readonly modes: readonly ModeTotals[];
  readonly zones: readonly ZoneNews[];
  readonly devices: readonly DeviceNews[];
  /** No more is read: the record has as many events as a page keeps. */
  readonly full: boolean;
}

/** Events that a page keeps of one guest. */
export const MOST_EVENTS = 400_000;
const EVENTS_PER_CHECK = 8192;
/** Of so many times its own length a check may follow the last one. */
const REST = 3;

export class GuestRecord {
  private readonly session: Session;
  private readonly lines: CaptureLines;
  private readonly most: number;
  private readonly encoder = new TextEncoder();
  private ended = false;
  private totals: TotalsStruct | null = null;
  private modes: readonly ModeTotals[] = [];
  private checked = 0;
  private shown: Pick<StateView, 'zone' | 'dev'> = { zone: [], dev: [] };
  private last = { end: -Infinity, took: 0 };
  private readonly marks = new Map<string, () => void>();

  private constructor(session: Session, lines: CaptureLines, most: number) {
    this.session = session;
    this.lines = lines;
    this.most = most;
  }

  /** @param most events, behind which no more is read */
  static async create(module: WebAssembly.Module, most = MOST_EVENTS): Promise<GuestRecord> {
    const session = await Session.create(module);
    const { description } = await instantiate(module);
    session.beginCapture();
    const lines = new CaptureLines(readLayout(GUEST.formats), description, TASK_NAMES);
    const record = new GuestRecord(session, lines, most);
    session.feed(record.encoder.encode(CAPTURE_HEAD));
    return record;
  }

  get full(): boolean {
    return this.lines.events >= this.most;
  }

  /** Reads them, once. Throws where a page contradicts itself. */
  take(pages: readonly Uint8Array[]): void {
    if (this.full) return;
    if (this.ended) this.session.moreCapture();
    this.ended = false;
    let text = '';
    for (const page of pages) text += this.lines.take(page);
    this.session.feed(this.encoder.encode(text));
    for (const [mark, seen] of this.marks)
      if (text.includes(` text=${mark}\n`)) {
        this.marks.delete(mark);
        seen();
      }
  }

  /** When the trace has this mark, it has all that was before. */
  seen(mark: string): Promise<void> {
    return new Promise((resolve) => {
      this.marks.set(mark, resolve);
    });
  }

  /** Is there something to check, and time for it? `still`: nothing waits to be read. */
  isDue(still: boolean, now: number): boolean {
    const events = this.lines.events > this.checked;
    const rested = now - this.last.end >= REST * this.last.took;
    return events && (rested || (still && now - this.last.end >= this.last.took));
  }

  /** Recomputes all that has been read. */
  async check(): Promise<void> {
    const start = performance.now();
    this.end();
    const { events } = this.lines;
    if (this.checked !== events || !this.totals) {
      this.session.beginCheck();
      while (!this.session.check(EVENTS_PER_CHECK)) await pause();
      this.totals = this.session.totals();
      this.modes = this.session.modeTotals();
      this.checked = events;
    }
    this.last = { end: performance.now(), took: performance.now() - start };
  }

  /** Zones and devices are those at the end of what was checked last. */
  news(): RecordNews {
    if (this.ended) this.shown = this.session.state(this.session.events, ['zone', 'dev']);
    const { zone, dev } = this.shown;
    return {
      events: this.lines.events,
      lost: this.lines.lost,
      checked: this.checked,
      kinds: Object.fromEntries(this.lines.kinds),
      totals: this.totals,
      modes: this.modes,
      zones: zone.flatMap(({ present, managed, free, min, low, high }, number) =>
        present ? [{ zone: number, managed, free, min, low, high }] : [],
      ),
      devices: dev.flatMap(({ present, name, node_id, used, pages }) =>
        present ? [{ name, node: node_id, used, pages }] : [],
      ),
      full: this.full,
    };
  }

  /** All that has been read, as a capture. */
  text(): Uint8Array<ArrayBuffer>[] {
    this.end();
    return [...this.session.text()];
  }

  private end(): void {
    if (!this.ended) this.session.endCapture();
    this.ended = true;
  }
}
