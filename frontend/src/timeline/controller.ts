/** Everything one can do with the timeline. Keys, buttons and the pointer call this; it changes the state. */
import * as Comlink from 'comlink';
import { failureOf, sentence, SourceError, type Failure } from '../core/error';
import type { Catalog } from '../sources/catalog';
import { open as opened } from '../sources/open';
import { formatSpec, NONE, type SourceSpec } from '../sources/spec';
import type { CaptureReport } from '../trace/capture-report';
import type { TraceInput } from '../trace/load';
import { Desks } from './desks';
import type { DeskProgress, EventId } from './desk';
import { layoutOf, numbersOf, type RowSpec } from './layout';
import { ALL, FOUND, type TrackInfo } from './model/capture';
import { fitted, holding, panned, whole, widthOf, zoomed, type Span } from './model/span';
import type { Group } from './model/tracks';
import { formatTimeline, MARKS_MAX, parseTimeline, type TimelineView } from './model/url';
import {
  createTimelineStore,
  EMPTY_SLOT,
  other,
  ready,
  SLOTS,
  specOf,
  type Mark,
  type Panel,
  type Slot,
  type SlotState,
} from './state';
import { Views } from './views';

/** What a link says of a capture beside its source. */
interface Wanted {
  /** Null: all of it. */
  view: Span | null;
  marks: readonly Mark[];
}
const NOTHING_WANTED: Wanted = { view: null, marks: [] };

const keyOf = (spec: SourceSpec) => JSON.stringify(formatSpec('', spec));

const NO_TRACKS: readonly TrackInfo[] = [];

export class TimelineController {
  readonly store = createTimelineStore();
  readonly views: Views;
  readonly desks: Desks;
  readonly #catalog: Catalog;
  readonly #base: string;
  /** Of a file that a link names and cannot bring back: for when it is opened again. */
  readonly #wanted: Record<Slot, (Wanted & { key: string }) | null> = { A: null, B: null };
  /** Tracks of each capture by key of their row. */
  #numbers: Record<Slot, Map<string, number>> = { A: new Map(), B: new Map() };

  constructor(catalog: Catalog, base: string) {
    this.#catalog = catalog;
    this.#base = base;
    this.views = new Views((settled) => {
      this.store.setState({ settled });
    });
    this.views.listen((slot, view) => {
      this.desks.send(slot, { view });
    });
    this.desks = new Desks((slot, reason) => {
      const { opening, spec, name } = this.store.getState().slots[slot];
      const failure = { message: reason, line: null, advice: 'Open it again.' };
      this.#forget(slot);
      this.#set(slot, { ...EMPTY_SLOT, failure: { ...(opening ?? { spec, name }), ...failure } });
    });
  }

  // What is open

  /** Shows what a link says. Files it names are there only if the page still has them. */
  async apply(text: string): Promise<void> {
    const { view, complaints } = parseTimeline(text);
    const { linked, measure, query, folded } = view;
    const offset = linked && view.viewA && view.viewB ? view.viewA.t0 - view.viewB.t0 : 0;
    this.store.setState({ linked, offset, folded, complaints });
    const marksOf = (slot: Slot) => view.marks.filter((m) => m.slot === slot);
    await Promise.all([
      this.#reopen('A', view.a, { view: view.viewA, marks: marksOf('A') }),
      this.#reopen('B', view.b, { view: view.viewB, marks: marksOf('B') }),
    ]);
    if (measure !== '') await this.measure(measure);
    if (query !== '') await this.find(query);
  }

  /** What is open already is not read again: a file of one's own could not be. */
  async #reopen(slot: Slot, spec: SourceSpec, wanted: Wanted): Promise<void> {
    const { info, spec: now, opening } = this.store.getState().slots[slot];
    if (opening && keyOf(opening.spec) === keyOf(spec)) return;
    if (info && keyOf(now) === keyOf(spec)) {
      this.store.setState(({ marks }) => ({ marks: marks.filter((m) => m.slot !== slot) }));
      this.#mark(slot, wanted.marks);
      this.#show(slot, wanted.view);
    } else await this.open(slot, spec, wanted);
  }

  /** The view as it is, as the rest of a URL. */
  link(): string {
    const state = this.store.getState();
    const { A, B } = state.slots;
    const open = ready(state);
    const span = (slot: Slot): Span | null =>
      open.includes(slot) ? this.views.get(slot) : (this.#wanted[slot]?.view ?? null);
    const marks = SLOTS.flatMap((slot) =>
      open.includes(slot) ? state.marks.filter((m) => m.slot === slot) : (this.#wanted[slot]?.marks ?? []),
    );
    const view: TimelineView = {
      a: specOf(A),
      b: specOf(B),
      viewA: span('A'),
      viewB: span('B'),
      marks,
      linked: state.linked,
      measure: state.measure,
      query: state.query,
      folded: state.folded,
    };
    return formatTimeline(view);
  }

  openFile(slot: Slot, file: File): Promise<void> {
    return this.open(slot, { kind: 'file', name: file.name, blob: file });
  }

  /** What is there stays until the other one is read. `wanted`: what a link says of it. */
  async open(slot: Slot, spec: SourceSpec, wanted: Wanted | null = null): Promise<void> {
    if (spec.kind === 'none') {
      this.desks.close(slot);
      this.#forget(slot);
      this.#set(slot, EMPTY_SLOT);
      return;
    }
    const before = this.#wanted[slot];
    const { view, marks } = wanted ?? (before?.key === keyOf(spec) ? before : NOTHING_WANTED);
    let name = spec.kind === 'file' ? spec.name : spec.id;
    this.#set(slot, { opening: { spec, name, progress: null }, failure: null });
    const mine = () => this.store.getState().slots[slot].opening?.spec === spec;
    const failed = (failure: Failure) => {
      if (this.store.getState().slots[slot].info === null)
        this.#wanted[slot] = { key: keyOf(spec), view, marks };
      this.#set(slot, { opening: null, failure: { spec, name, ...failure } });
    };
    try {
      const { input, title } = opened(spec, this.#catalog, this.#base);
      if (input.kind === 'model') {
        throw new SourceError('A model’s run has no timeline yet.', { advice: 'Open a capture.' });
      }
      name = title;
      this.#set(slot, { opening: { spec, name, progress: null } });
      const progress = Comlink.proxy((told: DeskProgress) => {
        if (mine()) this.#set(slot, { opening: { spec, name, progress: told } });
      });
      const outcome = await this.desks.of(slot).open(input satisfies TraceInput, progress);
      if (!mine()) return;
      if (!outcome.ok) {
        if (outcome.cancelled) this.#set(slot, { opening: null });
        else failed(outcome.failure);
        return;
      }
      this.#forget(slot);
      this.#numbers[slot] = numbersOf(outcome.value.tracks);
      this.#set(slot, { ...EMPTY_SLOT, spec, name, info: outcome.value });
      this.store.setState({ focus: slot });
      this.#mark(slot, marks);
      this.#show(slot, view);
      const { measure, query } = this.store.getState();
      if (measure !== '') await this.measure(measure);
      if (query !== '') await this.find(query);
    } catch (error) {
      if (mine()) failed(failureOf(error));
    }
  }

  /** Null where nothing is open. */
  async report(slot: Slot): Promise<CaptureReport | null> {
    const { info, name } = this.store.getState().slots[slot];
    return info && this.desks.of(slot).report(name);
  }

  /** Adds a file of /proc to what is open; why it cannot be added, or null. */
  async addSnapshot(slot: Slot, file: File): Promise<Failure | null> {
    const { info } = this.store.getState().slots[slot];
    const answer = await this.desks.of(slot).addSnapshot(file, file.name);
    if (!answer.ok) {
      const { failure } = answer;
      return { ...failure, message: `${file.name} was not added. ${sentence(failure.message)}` };
    }
    const now = this.store.getState().slots[slot];
    if (now.info === info) this.#set(slot, { added: [...now.added, file] });
    return null;
  }

  close(slot: Slot): void {
    void this.open(slot, NONE);
  }

  /** Takes away what was said of a capture that could not be opened. */
  dismiss(slot: Slot): void {
    this.#wanted[slot] = null;
    this.#set(slot, { failure: null });
  }

  cancel(slot: Slot): void {
    void this.desks.of(slot).cancel();
  }

  #show(slot: Slot, view: Span | null): void {
    const { linked, slots } = this.store.getState();
    if (view) this.views.set(slot, view, null);
    else if (linked && slots[other(slot)].info) this.#move(other(slot), this.views.get(other(slot)));
    else this.views.set(slot, whole(this.span(slot)), null);
    this.views.settle();
  }

  #forget(slot: Slot): void {
    const { event, range, marks } = this.store.getState();
    this.#numbers[slot] = new Map();
    this.#wanted[slot] = null;
    this.store.setState({
      event: event?.slot === slot ? null : event,
      range: range?.slot === slot ? null : range,
      marks: marks.filter((m) => m.slot !== slot),
    });
  }

  #set(slot: Slot, change: Partial<SlotState>): void {
    this.store.setState(({ slots }) => ({ slots: { ...slots, [slot]: { ...slots[slot], ...change } } }));
  }

  /** Where a file goes that was dropped beside the captures: where there is none, or where the keys are. */
  free(): Slot {
    const { slots, focus } = this.store.getState();
    return SLOTS.find((slot) => slots[slot].info === null && slots[slot].opening === null) ?? focus;
  }

  // The stretch of time in view

  /** ns of a capture. */
  span(slot: Slot): number {
    return this.store.getState().slots[slot].info?.span ?? 0;
  }

  /** Of the capture, or with one axis for both, of what they take together. */
  #extent(slot: Slot): number {
    const { linked, offset, slots } = this.store.getState();
    const other_ = other(slot);
    if (!linked || !slots[other_].info) return this.span(slot);
    return Math.max(this.span(slot), this.span(other_) + (slot === 'A' ? offset : -offset));
  }

  #move(slot: Slot, view: Span): void {
    const { linked, offset } = this.store.getState();
    this.views.set(slot, view, linked ? offset : null);
  }

  /** By a share of what is in view. */
  pan(share: number, slot = this.#focus()): void {
    const view = this.views.get(slot);
    this.#move(slot, panned(view, share * widthOf(view), this.#extent(slot)));
  }

  /** `at`: where in the view, 0 to 1, time stands still. */
  zoom(by: number, at = 0.5, slot = this.#focus()): void {
    const view = this.views.get(slot);
    this.#move(slot, zoomed(view, view.t0 + at * widthOf(view), by, this.#extent(slot)));
  }

  /** All of it. */
  all(slot = this.#focus()): void {
    this.#move(slot, whole(this.#extent(slot)));
  }

  /** The selected stretch, or the event whose fields are shown. */
  fit(): void {
    const { range, event } = this.store.getState();
    if (range) this.#move(range.slot, fitted(range.from, range.to, this.#extent(range.slot)));
    else if (event) this.#move(event.slot, fitted(event.event.ts, event.event.ts, this.#extent(event.slot)));
  }

  /** `t` in the middle. */
  seek(t: number, slot = this.#focus()): void {
    const view = this.views.get(slot);
    this.#move(slot, panned(view, t - (view.t0 + view.t1) / 2, this.#extent(slot)));
  }

  /** One axis for both, as they stand now; or one for each. */
  setLinked(linked: boolean): void {
    const [a, b] = [this.views.get('A'), this.views.get('B')];
    if (linked) {
      this.store.setState({ linked, offset: a.t0 - b.t0 });
      this.#move('A', a);
    } else this.store.setState({ linked });
  }

  /** B later by so much, in ns; 0 puts their first events above each other. What is in view of `still` stays. */
  setOffset(offset: number, still: Slot = 'A'): void {
    this.store.setState({ offset });
    this.views.set(still, this.views.get(still), offset);
  }

  /** Moves one capture against the other, later by a share of the view. Where each has its own axis, along that. */
  shift(share: number, slot: Slot = 'B'): void {
    const state = this.store.getState();
    if (ready(state).length < SLOTS.length) return;
    if (!state.linked) this.pan(-share, slot);
    else {
      const by = share * widthOf(this.views.get(slot));
      this.setOffset(state.offset + (slot === 'B' ? by : -by), other(slot));
    }
  }

  // Tracks

  rows(): RowSpec[] {
    const { slots, folded, whole: all, filter } = this.store.getState();
    const captures = SLOTS.map((s) => slots[s].info?.tracks ?? NO_TRACKS);
    const two = captures.every((c) => c.length > 0);
    return layoutOf(captures, { folded, whole: all, filter, rowHeight: two ? 18 : 20 });
  }

  /** Number of a row's track in a capture; null where it has no such track. */
  numberOf(slot: Slot, key: string | null): number | null {
    return key === null ? null : (this.#numbers[slot].get(key) ?? null);
  }

  focus(slot: Slot): void {
    if (this.store.getState().focus !== slot) this.store.setState({ focus: slot });
  }

  select(key: string | null): void {
    this.store.setState({ row: key });
  }

  /** The next row with a track, or the one before. */
  selectNext(by: 1 | -1): void {
    const rows = this.rows().filter((r) => r.kind === 'track');
    const at = rows.findIndex((r) => r.key === this.store.getState().row);
    const next =
      rows[at < 0 ? (by > 0 ? 0 : rows.length - 1) : Math.min(rows.length - 1, Math.max(0, at + by))];
    if (next) this.select(next.key);
  }

  fold(group: Group): void {
    const { folded } = this.store.getState();
    this.store.setState({
      folded: folded.includes(group) ? folded.filter((g) => g !== group) : [...folded, group],
    });
  }

  showAll(group: Group): void {
    this.store.setState(({ whole: all }) => ({ whole: [...all, group] }));
  }

  filter(filter: string): void {
    this.store.setState({ filter });
  }

  // Events

  /** The number of the track the keys step along; all events where none is chosen. */
  track(slot = this.#focus()): number {
    return this.numberOf(slot, this.store.getState().row) ?? ALL;
  }

  async show(slot: Slot, id: EventId): Promise<void> {
    const found = await this.desks.of(slot).detail(id);
    if (!found) return;
    this.store.setState({ event: { slot, id, ...found }, focus: slot, panel: 'event' });
    const view = this.views.get(slot);
    const held = holding(view, found.event.ts, this.#extent(slot));
    if (held !== view) this.#move(slot, held);
  }

  /** The event after or before the one shown, on the chosen track; or among those found. */
  async step(by: 1 | -1, among: 'track' | 'found' = 'track'): Promise<void> {
    const slot = this.#focus();
    const { event } = this.store.getState();
    const here = event?.slot === slot ? event : null;
    const view = this.views.get(slot);
    const from = here?.event.ts ?? (by > 0 ? view.t0 : view.t1);
    const track = among === 'found' ? FOUND : this.track(slot);
    const next = await this.desks.of(slot).step(track, from, here?.id ?? null, by);
    if (next) await this.show(slot, next);
  }

  async range(slot: Slot, from: number, to: number): Promise<void> {
    const [a, b] = [Math.min(from, to), Math.max(from, to)];
    const range = { slot, from: a, to: b, statistics: null };
    this.store.setState({ range, panel: 'range', focus: slot });
    const outcome = await this.desks.of(slot).statistics(this.track(slot), a, b);
    if (this.store.getState().range !== range || !outcome.ok) return;
    this.store.setState({ range: { ...range, statistics: outcome.value } });
  }

  /** Selects what is in view. */
  async rangeView(): Promise<void> {
    const slot = this.#focus();
    const { t0, t1 } = this.views.get(slot);
    await this.range(slot, Math.max(0, Math.floor(t0)), Math.min(this.span(slot) + 1, Math.ceil(t1)));
  }

  /** Shown while it is drawn with the pointer; counted at the end. */
  rangeDraft(slot: Slot, from: number, to: number): void {
    const [a, b] = [Math.min(from, to), Math.max(from, to)];
    this.desks.send(slot, { range: { from: a, to: b } });
  }

  clear(): void {
    this.store.setState({ range: null, event: null });
  }

  /** Sets a mark at the event shown or in the middle of the view; removes it when there is one. */
  mark(): void {
    const slot = this.#focus();
    const { event, marks } = this.store.getState();
    const view = this.views.get(slot);
    const here = event?.slot === slot ? event.event : null;
    const ts = here?.ts ?? Math.round((view.t0 + view.t1) / 2);
    const there = marks.find((m) => m.slot === slot && m.ts === ts);
    if (there) this.store.setState({ marks: marks.filter((m) => m !== there) });
    else if (marks.length < MARKS_MAX) this.#mark(slot, [{ slot, ts, name: here?.name ?? '' }]);
    else this.panel('marks');
  }

  /** Adds marks of a capture, where there is room and where they lie in it. */
  #mark(slot: Slot, added: readonly Mark[]): void {
    const { marks } = this.store.getState();
    const known = (mark: Mark) => marks.some((m) => m.slot === slot && m.ts === mark.ts);
    const fresh = added.filter((m) => m.ts <= this.span(slot) && !known(m));
    if (fresh.length === 0) return;
    const next = [...marks, ...fresh].slice(0, MARKS_MAX);
    this.store.setState({ marks: next.sort((a, b) => a.ts - b.ts) });
  }

  unmark(index: number): void {
    this.store.setState(({ marks }) => ({ marks: marks.filter((_, i) => i !== index) }));
  }

  panel(panel: Panel): void {
    this.store.setState({ panel, panelFolded: false });
  }

  foldPanel(panelFolded: boolean): void {
    this.store.setState({ panelFolded });
  }

  // Measure and search

  async measure(name: string): Promise<void> {
    this.store.setState({ measure: name });
    const slots = ready(this.store.getState());
    const extents = await Promise.all(slots.map((slot) => this.desks.of(slot).measure(name)));
    if (this.store.getState().measure !== name) return;
    const told = extents.filter((e) => e !== null);
    const scale =
      told.length === 0
        ? null
        : { min: Math.min(...told.map((e) => e.min)), max: Math.max(...told.map((e) => e.max)) };
    this.store.setState({ scale });
    const { range } = this.store.getState();
    if (range) await this.range(range.slot, range.from, range.to);
  }

  async find(query: string): Promise<void> {
    this.store.setState({ query, complaint: null });
    const slots = ready(this.store.getState());
    const found: Record<Slot, number | null> = { A: null, B: null };
    const outcomes = await Promise.all(slots.map((slot) => this.desks.of(slot).find(query)));
    const complaint = outcomes.map((o) => (o.ok ? o.value.complaint : null)).find((c) => c !== null) ?? null;
    for (const [i, slot] of slots.entries()) {
      const outcome = outcomes[i];
      if (outcome?.ok && query.trim() !== '') found[slot] = outcome.value.events;
    }
    if (this.store.getState().query !== query) return;
    this.store.setState({ found: complaint === null ? found : { A: null, B: null }, complaint });
  }

  #focus(): Slot {
    const state = this.store.getState();
    const slots = ready(state);
    return slots.includes(state.focus) ? state.focus : (slots[0] ?? state.focus);
  }
}
