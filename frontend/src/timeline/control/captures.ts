/** What is open: one capture in each of two places, read by its worker. What is there stays until another is read. */
import * as Comlink from 'comlink';
import { failureOf, sentence, SourceError, type Failure } from '../../core/error';
import type { Catalogue } from '../../capture/sources/catalogue';
import { resolveSource as opened } from '../../capture/sources/resolver';
import { apiUrl } from '../../capture/remote/url';
import { captureSize, isWithinLimits, type ServerSize } from '../../capture/remote/server';
import { formatSpec, NONE, type Holder, type SourceSpec } from '../../capture/sources/spec';
import type { CaptureReport } from '../../trace/report/capture-report';
import type { CaptureWorkers } from './workers';
import type { CaptureInput, LoadProgress } from '../worker/capture-worker';
import type { Span } from '../model/time/span';
import { PANES, type PaneId } from '../../core/panes';
import type { ReadInfo } from '../model/capture';
import {
  EMPTY_SLOT,
  type Mark,
  type NamedSource,
  type SlotState,
  type TimelineState,
  type TimelineStore,
} from './state';
import type { Axis } from './axis';
import type { Events } from './events';
import type { Marks } from './marks';
import type { Scales } from './scales';
import type { Search } from './search';
import type { Tracks } from './tracks';
import type { VisibleSpans } from './visible-spans';

/** What a link says of a capture beside its source. */
export interface LinkedView {
  /** Null: all of it. */
  view: Span | null;
  /** The selected stretch; null: none of this capture. */
  stretch: Span | null;
  marks: readonly Mark[];
  /** Time of the first event that theirs count from, where it may be another one than that of what is opened. */
  base?: string;
}
const NOTHING_WANTED: LinkedView = { view: null, stretch: null, marks: [] };

/** Whether a capture stays on the server. */
function isFar(spec: SourceSpec, size: ServerSize | null): spec is SourceSpec & { kind: 'server' } {
  if (spec.kind !== 'server' || spec.asif) return false;
  return spec.by === undefined ? size !== null && !isWithinLimits(size) : spec.by === 'windows';
}

/** The same times, counted from the first event of what was opened. */
function movedTo(info: ReadInfo, { view, stretch, marks, base = info.base }: LinkedView): LinkedView {
  const by = Number(BigInt(base) - BigInt(info.base));
  const moved = (span: Span | null) => span && { t0: span.t0 + by, t1: span.t1 + by };
  return {
    view: moved(view),
    stretch: moved(stretch),
    marks: marks.map((mark) => ({ ...mark, ts: Math.max(0, mark.ts + by) })),
  };
}

const keyOf = (spec: SourceSpec) => JSON.stringify(formatSpec('', spec));

export interface Parts {
  store: TimelineStore;
  desks: CaptureWorkers;
  axis: Axis;
  events: Events;
  tracks: Tracks;
  marks: Marks;
  search: Search;
  scales: Scales;
  views: VisibleSpans;
}

export class Captures {
  readonly #parts: Parts;
  readonly #catalogue: Catalogue;
  readonly #base: string;
  /** The server is asked how large a capture is. */
  readonly #asking: Record<PaneId, AbortController | null> = { A: null, B: null };
  /** Of a file that a link names and cannot bring back: for when it is opened again. */
  readonly #wanted: Record<PaneId, (LinkedView & { key: string }) | null> = { A: null, B: null };

  constructor(parts: Parts, catalogue: Catalogue, base: string) {
    this.#parts = parts;
    this.#catalogue = catalogue;
    this.#base = base;
  }

  /** What a link said of a file that has to be opened again; null of what is open, or of nothing. */
  wanted(slot: PaneId): LinkedView | null {
    return this.#wanted[slot];
  }

  /** What is open already is not read again: a file of one's own could not be. */
  async reopen(slot: PaneId, spec: SourceSpec, wanted: LinkedView): Promise<void> {
    const { axis, marks } = this.#parts;
    const { info, spec: now, opening } = this.#slot(slot);
    if (opening && keyOf(opening.spec) === keyOf(spec)) return;
    if (info && keyOf(now) === keyOf(spec)) {
      marks.clear(slot);
      marks.add(slot, wanted.marks);
      axis.begin(slot, wanted.view);
      await this.#stretch(slot, wanted.stretch);
    } else await this.open(slot, spec, wanted);
  }

  openFile(slot: PaneId, file: File): Promise<void> {
    return this.open(slot, { kind: 'file', name: file.name, blob: file });
  }

  /** What is there stays until the other one is read. `wanted`: what a link says of it. */
  async open(slot: PaneId, spec: SourceSpec, wanted: LinkedView | null = null): Promise<void> {
    const { store, desks, axis, tracks, marks: allMarks, search } = this.#parts;
    if (spec.kind === 'none') {
      desks.close(slot);
      this.#forget(slot);
      this.#set(slot, EMPTY_SLOT);
      return;
    }
    const before = this.#wanted[slot];
    const asked = wanted ?? (before?.key === keyOf(spec) ? before : NOTHING_WANTED);
    let name = spec.kind === 'file' ? spec.name : spec.id;
    this.#set(slot, { opening: { spec, name, progress: null }, failure: null });
    const mine = () => this.#slot(slot).opening?.spec === spec;
    const failed = (failure: Failure) => {
      if (this.#slot(slot).info === null) this.#wanted[slot] = { key: keyOf(spec), ...asked };
      this.#set(slot, { opening: null, failure: { spec, name, ...failure } });
    };
    try {
      const { input, title } = opened(spec, this.#catalogue, this.#base);
      if (input.kind === 'model') {
        throw new SourceError('A model’s run has no timeline yet.', { advice: 'Open a capture.' });
      }
      name = title;
      this.#set(slot, { opening: { spec, name, progress: null } });
      const progress = Comlink.proxy((now: LoadProgress) => {
        if (mine()) this.#set(slot, { opening: { spec, name, progress: now } });
      });
      const part = Comlink.proxy((info: ReadInfo) => {
        if (!mine()) return;
        this.#grow(slot, { spec, name }, info, movedTo(info, asked).view);
        this.#wanted[slot] = { key: keyOf(spec), ...asked };
      });
      const size = await this.#sizeOf(slot, spec);
      if (!mine()) return;
      name = size?.title ?? title;
      this.#set(slot, { opening: { spec, name, progress: null } });
      const from: CaptureInput = isFar(spec, size)
        ? { kind: 'server', url: apiUrl(this.#base, spec.id) }
        : input;
      const outcome = await desks.of(slot).open(from, progress, part);
      if (!mine()) return;
      const { partial } = this.#slot(slot);
      if (!outcome.ok) {
        if (partial) this.#drop(slot);
        if (outcome.cancelled) this.#set(slot, { opening: null });
        else failed(outcome.failure);
        return;
      }
      const moved = movedTo(outcome.value, asked);
      if (partial) this.#grow(slot, { spec, name }, outcome.value, moved.view);
      else {
        this.#forget(slot);
        tracks.take(slot, outcome.value.tracks);
      }
      this.#set(slot, { ...EMPTY_SLOT, spec, name, size, info: outcome.value });
      this.#wanted[slot] = null;
      allMarks.add(slot, moved.marks);
      if (!partial) {
        store.setState({ focus: slot });
        axis.begin(slot, moved.view);
      }
      await search.again();
      if (moved.stretch) await this.#stretch(slot, moved.stretch);
      await this.#say(slot, spec);
    } catch (error) {
      if (mine()) failed(failureOf(error));
    }
  }

  /** What it says, found when it is there to be looked at. */
  async #say(slot: PaneId, spec: SourceSpec): Promise<void> {
    const shown = () => this.#slot(slot).info !== null && this.#slot(slot).spec === spec;
    if (!shown()) return;
    const says = await this.#parts.desks.of(slot).says();
    if (shown()) this.#set(slot, { says });
  }

  /** The selected stretch of what was opened, as far as the capture goes; null: none of it. */
  async #stretch(slot: PaneId, stretch: Span | null): Promise<void> {
    const { store, events } = this.#parts;
    const end = (this.#slot(slot).info?.span ?? 0) + 1;
    const [from, to] = stretch ? [Math.max(0, stretch.t0), Math.min(end, stretch.t1)] : [0, -1];
    if (from <= to) await events.range(slot, from, to);
    else store.setState(({ range }) => ({ range: range?.slot === slot ? null : range }));
  }

  /** How large a capture of the server's is; null where it is none, or the server does not say. */
  async #sizeOf(slot: PaneId, spec: SourceSpec): Promise<ServerSize | null> {
    this.#asking[slot]?.abort();
    if (spec.kind !== 'server') return null;
    const asking = new AbortController();
    this.#asking[slot] = asking;
    return captureSize(this.#base, spec.id, asking.signal);
  }

  /** Reads a capture of the server's in the page, or draws it from the server's windows; what is in view stays. */
  async serve(slot: PaneId, by: Holder): Promise<void> {
    const { store, marks, views } = this.#parts;
    const { spec, info } = this.#slot(slot);
    if (spec.kind !== 'server' || !info) return;
    const { range } = store.getState();
    const wanted = {
      view: { ...views.get(slot) },
      stretch: range?.slot === slot ? { t0: range.from, t1: range.to } : null,
      marks: marks.of(slot),
      base: info.base,
    };
    await this.open(slot, { ...spec, by }, wanted);
  }

  /** What the server does not tell; null: it does again. */
  troubled(slot: PaneId, trouble: string | null): void {
    if (this.#slot(slot).trouble !== trouble) this.#set(slot, { trouble });
  }

  /** Asks the server again at once. */
  again(slot: PaneId): void {
    void this.#parts.desks.of(slot).again();
  }

  /** A part of what is being read, or a larger one, takes its place. What one looks at stays where one has moved. */
  #grow(slot: PaneId, named: NamedSource, info: ReadInfo, view: Span | null): void {
    const { store, tracks, axis } = this.#parts;
    const { info: before } = this.#slot(slot);
    if (before === null) this.#forget(slot);
    tracks.take(slot, info.tracks);
    store.setState((shown) => without(slot, shown));
    this.#set(slot, { ...named, info, partial: true });
    if (before) axis.grown(slot, before.span);
    else {
      store.setState({ focus: slot });
      axis.begin(slot, view);
    }
  }

  /** A part whose rest could not be read. */
  #drop(slot: PaneId): void {
    this.#forget(slot);
    this.#set(slot, { ...EMPTY_SLOT, opening: this.#slot(slot).opening });
  }

  /** Null where nothing is open. */
  async report(slot: PaneId): Promise<CaptureReport | null> {
    const { info, name } = this.#slot(slot);
    return info && this.#parts.desks.of(slot).report(name);
  }

  /** Adds a file of /proc to what is open; why it cannot be added, or null. */
  async addSnapshot(slot: PaneId, file: File): Promise<Failure | null> {
    const { info } = this.#slot(slot);
    const answer = await this.#parts.desks.of(slot).addSnapshot(file, file.name);
    if (!answer.ok) {
      const { failure } = answer;
      return { ...failure, message: `${file.name} was not added. ${sentence(failure.message)}` };
    }
    const now = this.#slot(slot);
    if (!info || now.info !== info) return null;
    this.#parts.tracks.take(slot, answer.value.tracks);
    this.#set(slot, { added: [...now.added, file], info: { ...info, ...answer.value } });
    await this.#say(slot, now.spec);
    return null;
  }

  /** Counts events of these names as their tracepoints', and all others as what they are called; why it cannot, or null. */
  async count(slot: PaneId, names: readonly string[]): Promise<Failure | null> {
    const { info } = this.#slot(slot);
    const answer = await this.#parts.desks.of(slot).count(names);
    if (!answer.ok) return answer.failure;
    const now = this.#slot(slot);
    if (!info || now.info !== info) return null;
    const { store, tracks } = this.#parts;
    store.setState((shown) => without(slot, shown));
    tracks.take(slot, answer.value.tracks);
    this.#set(slot, { info: { ...info, ...answer.value } });
    await this.#say(slot, now.spec);
    return null;
  }

  /** The file that is open is on the server now: it is shown from there, as it was. */
  async kept(slot: PaneId, id: string): Promise<void> {
    const { store, views, marks } = this.#parts;
    const { range } = store.getState();
    const { added } = this.#slot(slot);
    await this.open(
      slot,
      { kind: 'server', id },
      {
        view: views.get(slot),
        stretch: range?.slot === slot ? { t0: range.from, t1: range.to } : null,
        marks: marks.of(slot),
      },
    );
    for (const file of added) await this.addSnapshot(slot, file);
  }

  close(slot: PaneId): void {
    void this.open(slot, NONE);
  }

  /** Takes away what was said of a capture that could not be opened. */
  dismiss(slot: PaneId): void {
    this.#wanted[slot] = null;
    this.#set(slot, { failure: null });
  }

  cancel(slot: PaneId): void {
    if (this.#slot(slot).opening?.progress === null) this.#set(slot, { opening: null });
    this.#asking[slot]?.abort();
    void this.#parts.desks.of(slot).cancel();
  }

  /** Its worker is gone, and all that it held. */
  crashed(slot: PaneId, message: string): void {
    const { opening, spec, name } = this.#slot(slot);
    const failure = { message, line: null, advice: 'Open it again.' };
    this.#forget(slot);
    this.#set(slot, { ...EMPTY_SLOT, failure: { ...(opening ?? { spec, name }), ...failure } });
  }

  /** Where a file goes that was dropped beside the captures: where there is none, or where the keys are. */
  free(): PaneId {
    const { slots, focus } = this.#parts.store.getState();
    return PANES.find((slot) => slots[slot].info === null && slots[slot].opening === null) ?? focus;
  }

  #slot(slot: PaneId): SlotState {
    return this.#parts.store.getState().slots[slot];
  }

  #forget(slot: PaneId): void {
    const { store, tracks, marks, scales } = this.#parts;
    tracks.take(slot, []);
    scales.forget(slot);
    this.#wanted[slot] = null;
    store.setState((shown) => without(slot, shown));
    marks.clear(slot);
  }

  #set(slot: PaneId, change: Partial<SlotState>): void {
    this.#parts.store.setState(({ slots }) => ({
      slots: { ...slots, [slot]: { ...slots[slot], ...change } },
    }));
  }
}

/** What is shown of a capture is that no more. */
function without(slot: PaneId, { event, range, span }: TimelineState): Partial<TimelineState> {
  return {
    event: event?.slot === slot ? null : event,
    range: range?.slot === slot ? null : range,
    span: span?.slot === slot ? null : span,
  };
}
