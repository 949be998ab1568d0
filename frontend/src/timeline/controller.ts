/** Everything one can do with the timeline. Keys, buttons and the pointer call this; it changes the state. */
import * as Comlink from 'comlink';
import { failureOf, SourceError, type Failure } from '../core/error';
import type { Catalog } from '../sources/catalog';
import { open as opened } from '../sources/open';
import { formatSpec, NONE, type SourceSpec } from '../sources/spec';
import type { CaptureReport } from '../trace/capture-report';
import type { TraceInput } from '../trace/load';
import { Desks } from './desks';
import type { EventId } from './desk';
import { layoutOf, numbersOf, type RowSpec } from './layout';
import { ALL, FOUND, type TrackInfo } from './model/capture';
import { timeWords } from './model/ruler';
import { fitted, holding, panned, whole, widthOf, zoomed, type Span } from './model/span';
import type { Group } from './model/tracks';
import { formatTimeline, parseTimeline, type TimelineView } from './model/url';
import {
  createTimelineStore,
  EMPTY_SLOT,
  other,
  ready,
  SLOTS,
  type Panel,
  type Slot,
  type SlotState,
} from './state';
import { Views } from './views';

const NO_TRACKS: readonly TrackInfo[] = [];

export class TimelineController {
  readonly store = createTimelineStore();
  readonly views: Views;
  readonly desks: Desks;
  readonly #catalog: Catalog;
  readonly #base: string;
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
      this.#set(slot, {
        status: 'failed',
        info: null,
        failure: { message: reason, line: null, advice: 'Open it again.' },
      });
    });
  }

  // What is open

  /** Shows what a link says. Files it names are there only if the page still has them. */
  async apply(text: string): Promise<void> {
    const { view, complaints } = parseTimeline(text);
    const { linked, measure, query, folded } = view;
    const offset = linked && view.viewA && view.viewB ? view.viewA.t0 - view.viewB.t0 : 0;
    this.store.setState({ linked, offset, folded, complaints });
    await Promise.all([this.#reopen('A', view.a, view.viewA), this.#reopen('B', view.b, view.viewB)]);
    if (measure !== '') await this.measure(measure);
    if (query !== '') await this.find(query);
  }

  /** What is open already is not read again: a file of one's own could not be. */
  async #reopen(slot: Slot, spec: SourceSpec, view: Span | null): Promise<void> {
    const { spec: now, status } = this.store.getState().slots[slot];
    const same = JSON.stringify(formatSpec('', now)) === JSON.stringify(formatSpec('', spec));
    if (!same || status === 'failed') await this.open(slot, spec, view);
    else if (status === 'ready') this.#show(slot, view);
  }

  /** The view as it is, as the rest of a URL. */
  link(): string {
    const state = this.store.getState();
    const { A, B } = state.slots;
    const span = (slot: Slot): Span | null =>
      state.slots[slot].status === 'ready' ? this.views.get(slot) : null;
    const view: TimelineView = {
      a: A.spec,
      b: B.spec,
      viewA: span('A'),
      viewB: span('B'),
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

  async open(slot: Slot, spec: SourceSpec, view: Span | null = null): Promise<void> {
    this.#forget(slot);
    if (spec.kind === 'none') {
      this.#set(slot, EMPTY_SLOT);
      return;
    }
    const name = spec.kind === 'file' ? spec.name : spec.id;
    this.#set(slot, { ...EMPTY_SLOT, spec, name, status: 'loading' });
    const mine = () => this.store.getState().slots[slot].spec === spec;
    try {
      const { input, title } = opened(spec, this.#catalog, this.#base);
      if (input.kind === 'model') {
        throw new SourceError('A model’s run has no timeline yet.', { advice: 'Open a capture.' });
      }
      this.#set(slot, { name: title });
      const progress = Comlink.proxy((told: SlotState['progress']) => {
        if (mine()) this.#set(slot, { progress: told });
      });
      const outcome = await this.desks.of(slot).open(input satisfies TraceInput, progress);
      if (!mine()) return;
      if (!outcome.ok) {
        this.#set(slot, outcome.cancelled ? EMPTY_SLOT : { status: 'failed', failure: outcome.failure });
        return;
      }
      this.#numbers[slot] = numbersOf(outcome.value.tracks);
      this.#set(slot, { status: 'ready', info: outcome.value, progress: null });
      this.store.setState({ focus: slot });
      this.#show(slot, view);
      const { measure, query } = this.store.getState();
      if (measure !== '') await this.measure(measure);
      if (query !== '') await this.find(query);
    } catch (error) {
      if (mine()) this.#set(slot, { status: 'failed', failure: failureOf(error) });
    }
  }

  /** Null where nothing is open. */
  async report(slot: Slot): Promise<CaptureReport | null> {
    const { status, name } = this.store.getState().slots[slot];
    return status === 'ready' ? this.desks.of(slot).report(name) : null;
  }

  /** Adds a file of /proc to what is open; why it cannot be added, or null. */
  async addSnapshot(slot: Slot, file: File): Promise<Failure | null> {
    const answer = await this.desks.of(slot).addSnapshot(file, file.name);
    return answer.ok ? null : answer.failure;
  }

  close(slot: Slot): void {
    void this.desks.of(slot).close();
    void this.open(slot, NONE);
  }

  cancel(slot: Slot): void {
    void this.desks.of(slot).cancel();
  }

  #show(slot: Slot, view: Span | null): void {
    const { linked, slots } = this.store.getState();
    if (view) this.views.set(slot, view, null);
    else if (linked && slots[other(slot)].status === 'ready')
      this.#move(other(slot), this.views.get(other(slot)));
    else this.views.set(slot, whole(this.span(slot)), null);
    this.views.settle();
  }

  #forget(slot: Slot): void {
    const { event, range, marks } = this.store.getState();
    this.#numbers[slot] = new Map();
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
    return SLOTS.find((slot) => slots[slot].status === 'empty') ?? focus;
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
    if (!linked || slots[other_].status !== 'ready') return this.span(slot);
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

  /** Moves B against A, in ns; 0 puts their first events above each other. */
  setOffset(offset: number): void {
    this.store.setState({ offset, linked: true });
    const view = this.views.get('A');
    this.views.set('A', view, offset);
  }

  shift(share: number): void {
    this.setOffset(this.store.getState().offset + share * widthOf(this.views.get('A')));
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
    const words = `${timeWords(ts)}${here ? `, ${here.name}` : ''}`;
    const next = there ? marks.filter((m) => m !== there) : [...marks, { slot, ts, words }];
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
