/**
 * One source in one instance of the core: a model's run or a capture. Synchronous and free of any host;
 * callers cut long work into pieces (run, feed, check) and pause between them.
 */
import type { EventRecord, StateView } from './types';
import { Decoder } from './wasm/decoder';
import type { Manifest } from './manifest';
import { SourceError } from './error';
import type {
  BalanceStruct,
  ErrorStruct,
  EventKind,
  MeasuredStruct,
  SpreadStruct,
  ModeTotalsStruct,
  AlternativeStruct,
  AlternativeTotalsStruct,
  ReportStruct,
  TotalsStruct,
  VerdictStruct,
} from './gen/tables';
import { MEASURES, SPREADS } from './gen/measures';
import { MODES, type ModeName } from './gen/modes';
import { DRIVEN, ENUMS } from './gen/tables';
import { PARAM_TEXTS, PARAMS } from './gen/params';
import { instantiate, type Core } from './wasm/module';
import {
  isParamName,
  numberOf,
  paramNamed,
  paramTextNamed,
  type ParamsInForce,
  type ParamValues,
} from './params';

/** Enum status: 0 done, 1 call again, less is an error. */
const MORE = 1;
/** Up to the last event. */
const WHOLE = 0xffffffff;
export const FEED_BYTES = 1 << 20;
/** As many modes at most decide the same thing, the event's own left out: MMS_ALTERNATIVES. */
const OTHERS_MAX = 2;
/** Events looked at for the trail of one decision. */
const TRAIL_MAX = 64;

export interface RawFrame {
  k: number;
  event: EventRecord | null;
  before: StateView;
  after: StateView;
  verdict: VerdictStruct | null;
}

/** What another mode gives at a decision, one step of it. */
export interface Alternative extends Omit<AlternativeStruct, 'mode'> {
  mode: ModeName;
}

/** The same over a run. */
export interface AlternativeTotals extends AlternativeTotalsStruct {
  mode: ModeName;
}

export type MeasureName = (typeof MEASURES)[number]['name'];

/** One measure, of the log or of a part of it. */
export interface Measured {
  measure: MeasureName;
  part: number;
  /** What it was made of. */
  of: number;
  /** Digits: the same on every host. */
  text: string;
}

type SpreadName = (typeof SPREADS)[number]['name'];

/** The values behind a measure, as percentiles; digits, as in Measured. */
export type Spread = Omit<SpreadStruct, 'spread'> & { spread: SpreadName };

/** An account of a record: two sums of what its lines say; `balance`: its place in BALANCES. */
export type Balance = Omit<BalanceStruct, 'pad'>;

/** What the checker says of one mode of deciding. */
export interface ModeTotals extends ModeTotalsStruct {
  mode: ModeName;
}

export class Session {
  readonly #core: Core;
  readonly #decode: Decoder;
  #checked = false;

  private constructor(core: Core) {
    this.#core = core;
    this.#decode = new Decoder(core.description, core.api);
  }

  /** Limits: events in the log, bytes of the module's memory; 0 means the core's default. */
  static async create(module: WebAssembly.Module, limits = { events: 0, bytes: 0 }): Promise<Session> {
    const session = new Session(await instantiate(module));
    session.#must(session.#core.api.mms_reset(limits.events, limits.bytes));
    return session;
  }

  /** Throws SourceError when a value is out of its range or the values contradict each other. */
  beginModel(values: ParamValues): void {
    this.#setParams(values);
    this.#must(this.#core.api.mms_model_begin());
  }

  /**
   * Whether runs that begin from here on keep their events; they do unless this says otherwise. One that keeps none comes
   * to the same measures sooner, and measure() of the whole is all that can be asked of it.
   */
  keepEvents(keep: boolean): void {
    this.#must(this.#core.api.mms_model_keep(Number(keep)));
  }

  /**
   * After endCapture(), or after such a run: the capture's demand under another switch, by runModel(); the log is then that
   * of the run. What it assumes is the default where `values` do not say, whatever was asked before. `own`: under its own.
   */
  beginAsif(values: ParamValues, own = false): void {
    const assumed = DRIVEN.find(({ machine }) => machine === values.machine)?.assumed ?? [];
    const defaults = assumed.map(({ param }) => [param, paramNamed(param)?.default ?? 0] as const);
    this.#setParams({ ...Object.fromEntries(defaults), ...values });
    this.#must(this.#core.api.mms_asif_begin(Number(own)));
  }

  #setParams(values: ParamValues): void {
    const { api } = this.#core;
    for (const [name, value] of Object.entries(values)) {
      const elements = typeof value === 'object' ? value : [value];
      const param = paramNamed(name);
      const text = paramTextNamed(name);
      if (!isParamName(name)) throw new SourceError(`The model has no parameter ${name}.`);
      elements.forEach((element, index) => {
        if (param) this.#must(api.mms_param_set(param.id, index, BigInt(numberOf(param, element))));
        if (text) this.#must(api.mms_param_text(text.id, index, this.#stage(String(element))));
      });
    }
  }

  /** True when the run is over. */
  runModel(maxDecisions: number): boolean {
    return this.#must(this.#core.api.mms_model_run(maxDecisions)) !== MORE;
  }

  /** Every parameter as the run has it; vectors cut to their last value that is not the default. */
  paramsInForce(given: ParamValues): ParamsInForce {
    const get = (id: number, index: number) => Number(this.#core.api.mms_param_get(id, index));
    const numbers = PARAMS.map((p) => {
      if (p.count === 1) return [p.name, get(p.id, 0)] as const;
      const lanes = Array.from({ length: p.count }, (_, i) => get(p.id, i));
      return [p.name, lanes] as const;
    });
    const texts = PARAM_TEXTS.map((p) => {
      const value = given[p.name];
      return [p.name, typeof value === 'object' ? value.map(String) : []] as const;
    });
    return Object.fromEntries<number | readonly number[] | readonly string[]>([...numbers, ...texts]);
  }

  beginCapture(): void {
    this.#must(this.#core.api.mms_reader_begin());
  }

  /** Plain text of a capture, cut anywhere. Throws SourceError at the line that cannot be read. */
  feed(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length; at += FEED_BYTES) {
      const piece = bytes.subarray(at, at + FEED_BYTES);
      this.#copy(piece);
      this.#must(this.#core.api.mms_reader_feed(piece.length));
    }
  }

  endCapture(): void {
    this.#must(this.#core.api.mms_reader_end());
  }

  /** A capture that grows: after endCapture(), where no end line was read. The events stay; feed whole lines, and end it again. */
  moreCapture(): void {
    this.#must(this.#core.api.mms_reader_more());
    this.#checked = false;
  }

  report(): ReportStruct {
    return this.#struct('report', this.#core.api.mms_report()) as unknown as ReportStruct;
  }

  /** The manifest's JSON at the capture's start and at its end; null where it is missing or no object. */
  manifest(): Manifest {
    const { manifest_at, manifest_len, end_at, end_len } = this.report();
    return { start: this.#json(manifest_at, manifest_len), end: this.#json(end_at, end_len) };
  }

  /** The log as the text of a capture, which reads back to the same events; piece by piece. */
  *text(): Generator<Uint8Array<ArrayBuffer>, void> {
    const { api } = this.#core;
    this.#must(api.mms_write_begin());
    for (let bytes; (bytes = this.#must(api.mms_write_next(FEED_BYTES))) > 0;)
      yield new Uint8Array(api.memory.buffer, api.mms_staging(bytes), bytes).slice();
  }

  get events(): number {
    return this.#core.api.mms_event_count();
  }

  get decisions(): number {
    return this.#core.api.mms_decision_count();
  }

  /**
   * Indexes in the log of the decisions that are of one of `kinds`; of all where it is null. Where there is
   * none: of the observations of the first kind in `instead` that there is.
   */
  decisionsOf(
    kinds: readonly EventKind[] | null,
    instead: readonly EventKind[] = [],
  ): Uint32Array<ArrayBuffer> {
    const at = this.#core.api.mms_decisions();
    const all = new Uint32Array(this.#core.api.memory.buffer, at, this.decisions);
    if (kinds === null) return all.slice();
    const wanted = new Set<string>(kinds);
    const found = all.slice().filter((index) => wanted.has(this.kindOf(index) ?? ''));
    if (found.length > 0) return found;
    const observed = instead.map((kind) => this.#observationsOf(kind));
    return observed.find((indexes) => indexes.length > 0) ?? found;
  }

  #observationsOf(kind: EventKind): Uint32Array<ArrayBuffer> {
    return Uint32Array.from({ length: this.events }, (_, i) => i).filter((i) => this.kindOf(i) === kind);
  }

  kindOf(index: number): string | undefined {
    const at = this.#core.api.mms_event_at(index);
    return this.#decode.kindAt(this.#view(), at);
  }

  event(index: number): EventRecord {
    const at = this.#core.api.mms_event_at(index);
    if (at === 0) throw new Error(`there is no event ${index}`);
    return this.#decode.event(this.#view(), at, index);
  }

  /** The same, each field read when it is asked for; not to be kept (`Decoder.glance`). */
  glance(index: number): EventRecord {
    const at = this.#core.api.mms_event_at(index);
    if (at === 0) throw new Error(`there is no event ${index}`);
    return this.#decode.glance(() => this.#view(), at, index);
  }

  /** The visible state after the first n events: the tables named, all of them where none is. */
  state(n: number, tables?: readonly (keyof StateView)[]): StateView {
    const at = this.#core.api.mms_seek(n);
    if (at === 0) throw new Error(`there is no state after ${n} events`);
    return this.#decode.state(this.#view(), at, tables);
  }

  /** Decision k of those at `indexes`, with the state on both sides; k = 0 is the moment before the first. */
  frame(
    k: number,
    indexes: Uint32Array = this.decisionsOf(null),
    tables?: readonly (keyof StateView)[],
  ): RawFrame {
    const index = indexes[k - 1];
    if (index === undefined) {
      const state = this.state(indexes[0] ?? this.events, tables);
      return { k: 0, event: null, before: state, after: state, verdict: null };
    }
    const before = this.state(index, tables);
    const { event, verdict } = this.decided(index);
    return { k, event, before, after: this.state(index + 1, tables), verdict };
  }

  /** The decision at an index of the log, and the verdict on it once it has been checked. */
  decided(index: number): { event: EventRecord; verdict: VerdictStruct | null } {
    return { event: this.event(index), verdict: this.verdict(index) };
  }

  /** Events of these kinds behind the one at `index` and before `end`, among the first that follow it. */
  trail(index: number, end: number, kinds: readonly EventKind[]): EventRecord[] {
    return [...this.behind(index, kinds, end)];
  }

  /** The same, each read from the log when it is asked for. */
  *behind(index: number, kinds: readonly EventKind[] = [], end = Infinity): Generator<EventRecord, void> {
    const last = Math.min(end, index + 1 + TRAIL_MAX, this.events);
    for (let i = index + 1; i < last; i++)
      if (kinds.some((kind) => kind === this.kindOf(i))) yield this.event(i);
  }

  beginCheck(): void {
    this.#must(this.#core.api.mms_check_begin());
  }

  /** True when every event has been looked at. */
  check(maxEvents: number): boolean {
    this.#checked = this.#must(this.#core.api.mms_check_run(maxEvents)) !== MORE;
    return this.#checked;
  }

  totals(): TotalsStruct {
    return this.#struct('totals', this.#core.api.mms_totals()) as unknown as TotalsStruct;
  }

  /** Of every mode in which something was decided. */
  modeTotals(): ModeTotals[] {
    return MODES.flatMap(({ name, id }) => {
      const at = this.#core.api.mms_mode_totals(id);
      const totals = this.#struct('mode_totals', at) as unknown as ModeTotalsStruct;
      return totals.decisions + totals.not_modelled > 0 ? [{ mode: name, ...totals }] : [];
    });
  }

  /** The record against itself; nothing of a model's run, nor of what another tool recorded. */
  balances(): Balance[] {
    const rows = this.#must(this.#core.api.mms_balance());
    const at = this.#core.api.mms_balances();
    return Array.from({ length: rows }, (_, i) => {
      const row = this.#decode.struct('balance', this.#view(), at, i) as unknown as BalanceStruct;
      const { balance, part, state, left, right, slack } = row;
      return { balance, part, state, left, right, slack };
    });
  }

  /** The verdict on what is at an index of the log, once everything has been checked. */
  verdict(index: number): VerdictStruct | null {
    if (!this.#checked) return null;
    const at = this.#core.api.mms_verdicts();
    return this.#decode.struct('verdict', this.#view(), at, index) as unknown as VerdictStruct;
  }

  /** Here: what each other mode gives at the decision at an index of the log, from the same inputs. */
  others(index: number): Alternative[] {
    const at = this.#core.api.mms_alternatives_at(index);
    return Array.from(
      { length: OTHERS_MAX },
      (_, i) => this.#decode.struct('alternative', this.#view(), at, i) as unknown as AlternativeStruct,
    ).flatMap((other) => {
      const mode = MODES.find(({ id }) => id === other.mode)?.name;
      return other.answer === 'none' || !mode ? [] : [{ ...other, mode }];
    });
  }

  /** The same over the run, by runOthers(). Once. */
  beginOthers(): void {
    this.#must(this.#core.api.mms_alternatives_begin());
  }

  /** True when every event has been looked at. */
  runOthers(maxEvents: number): boolean {
    return this.#must(this.#core.api.mms_alternatives_run(maxEvents)) !== MORE;
  }

  /** Of every mode that was asked. */
  othersTotals(): AlternativeTotals[] {
    return MODES.flatMap(({ name, id }) => {
      const at = this.#core.api.mms_alternatives_totals(id);
      const totals = this.#struct('alternative_totals', at) as unknown as AlternativeTotalsStruct;
      return totals.decisions > 0 ? [{ mode: name, ...totals }] : [];
    });
  }

  /**
   * Those of these events, by place in the list, at which some other mode decides otherwise; or at one of the events
   * that belong to it (`along`).
   */
  parted(
    indexes: Uint32Array,
    along: (index: number, i: number) => readonly number[] = () => [],
  ): Uint32Array<ArrayBuffer> {
    const at = this.#core.api.mms_alternatives_differing();
    const parted = new Uint8Array(this.#core.api.memory.buffer, at, this.events).slice();
    return Uint32Array.from(indexes.keys()).filter((i) => {
      const index = indexes[i] ?? 0;
      return parted[index] === 1 || along(index, i).some((own) => parted[own] === 1);
    });
  }

  /** Of the events from `first` to before `stop`: the log in numbers: measures of its machine and of any other that it tells, parts by number. */
  measure(first = 0, stop = WHOLE): Measured[] {
    const rows = this.#must(this.#core.api.mms_measure_part(first, stop));
    const at = this.#core.api.mms_measured();
    return Array.from({ length: rows }, (_, i) => {
      const row = this.#decode.struct('measured', this.#view(), at, i) as unknown as MeasuredStruct;
      const measure = MEASURES.find(({ id }) => id === row.measure);
      if (!measure) throw new Error(`there is no measure ${row.measure}`);
      return { measure: measure.name, part: row.part, of: row.of, text: row.text };
    });
  }

  /** What one number hides: values that the log tells one by one. */
  spreads(first = 0, stop = WHOLE): Spread[] {
    const rows = this.#must(this.#core.api.mms_spread_part(first, stop));
    const at = this.#core.api.mms_spreads();
    return Array.from({ length: rows }, (_, i) => {
      const row = this.#decode.struct('spread', this.#view(), at, i) as unknown as SpreadStruct;
      const spread = SPREADS.find(({ id }) => id === row.spread);
      if (!spread) throw new Error(`there is no spread ${row.spread}`);
      return { ...row, spread: spread.name };
    });
  }

  #struct(name: string, at: number) {
    return this.#decode.struct(name, this.#view(), at);
  }

  /** Taken anew for each use: any call may have grown the memory. */
  #view(): DataView {
    return new DataView(this.#core.api.memory.buffer);
  }

  #copy(bytes: Uint8Array): void {
    const at = this.#core.api.mms_staging(bytes.length);
    if (at === 0) throw new SourceError('There is not enough memory to read this.');
    new Uint8Array(this.#core.api.memory.buffer).set(bytes, at);
  }

  #stage(text: string): number {
    const bytes = new TextEncoder().encode(text);
    if (bytes.length > 0) this.#copy(bytes);
    return bytes.length;
  }

  #json(at: number, length: number): Record<string, unknown> | null {
    if (length === 0) return null;
    try {
      const text = new TextDecoder().decode(new Uint8Array(this.#core.api.memory.buffer, at, length));
      const value: unknown = JSON.parse(text);
      return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null;
    } catch {
      return null;
    }
  }

  #must(status: number): number {
    if (status >= 0) return status;
    const error = this.#struct('error', this.#core.api.mms_error()) as unknown as ErrorStruct;
    const why = ENUMS.status[status];
    if (error.line > 0 && (why === 'no_memory' || why === 'too_many'))
      throw new SourceError('The capture is longer than a pane can hold.', {
        ...{ line: error.line, advice: 'The timeline shows all of it: open the file there.' },
      });
    // The place is shown apart from the sentence.
    const sentence = error.text.replace(/^line \d+: /, '') || `The core answered ${status}.`;
    throw new SourceError(sentence, { line: error.line > 0 ? error.line : null });
  }
}
