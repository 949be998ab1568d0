/**
 * What a pane's worker does: load a source, answer frames, check. A new source is read into an instance
 * of its own and takes the old one's place only when it is good, so a bad file changes nothing.
 */
import { grouped } from '../../core/number';
import { BandBuilder, type BandVariants, type Band, type Ranges } from '../../core/asif/band';
import { readPlain } from './compression';
import {
  chainOf,
  copyRun,
  linesOf,
  ownOf,
  type Chain,
  type Chains,
  type Driven,
} from '../../core/asif/chain';
import { readColumns, type Columns } from '../../core/columns';
import type { Decision } from '../../core/decision';
import { SourceError, failureOf } from '../../core/error';
import { DRIVEN } from '../../core/gen/tables';
import type { EventKind, ReportStruct, TotalsStruct, VerdictStruct } from '../../core/gen/tables';
import type { EventRecord, StateView } from '../../core/types';
import type { Identity } from '../../core/asif/identity';
import type { ParamsInForce, ParamValues } from '../../core/params';
import { blobStream, urlStream } from './streams';
import type { Manifest } from '../../core/manifest';
import type { Outcome } from '../../core/work/outcome';
import {
  type Balance,
  Session,
  type ModeTotals,
  type Alternative,
  type AlternativeTotals,
  type RawFrame,
} from '../../core/session';
import { deduplicate } from './deduplication';
import { pause } from '../../core/work/pause';
import type { ZstdModule } from './zstd';

/** `asif`: machine, switch and seed by which the capture's demand is decided anew. */
export type SourceInput =
  | { kind: 'model'; params: ParamValues }
  | { kind: 'url'; url: string; asif?: ParamValues }
  | { kind: 'blob'; blob: Blob; asif?: ParamValues };

/** A capture's text that is at hand, unpacked. */
export interface PlainInput {
  kind: 'plain';
  text: Uint8Array;
  asif?: ParamValues;
}

type Loadable = SourceInput | PlainInput;

export interface Progress {
  step: 'run' | 'read' | 'index';
  /** Share done, 0 to 1; null where the end is not known. */
  done: number | null;
  /** In words, e.g. "4,096 decisions". */
  words: string;
}

/** A source as one scene sees it. */
export interface SceneSource {
  /** Decisions of the kinds the scene is for; `columns` has one entry for each. */
  decisions: number;
  columns: Columns;
  /** What the steps are, where they are not called decisions: one, many. */
  noun?: readonly [string, string];
}

type Counts = Partial<Record<EventKind, number>>;

export interface LoadedSource extends SceneSource {
  events: number;
  /** Decisions of the whole source, by kind. */
  kinds: Counts;
  /** All other events, by kind. */
  observed: Counts;
  /** Captures only. */
  report: ReportStruct | null;
  manifest: Manifest | null;
  /** Models only. */
  params: ParamsInForce | null;
}

/** A decision on the page around the cursor. */
interface Neighbour {
  k: number;
  event: EventRecord;
  verdict: VerdictStruct | null;
  trail: readonly EventRecord[];
}

/** One decision as its scene sees it. */
export interface PaneFrame extends RawFrame {
  /** The page of decisions around it, in order; empty unless the scene's `Decision` has a `page`. */
  neighbours: readonly Neighbour[];
  /** What was observed after it and before the next: events of the kinds in `Decision.trail`. */
  trail: readonly EventRecord[];
  /** On the events of `trail`; `unchecked` for those that decide nothing. */
  trailVerdicts: readonly (VerdictStruct | null)[];
  /** What other modes decide here, from what it saw; and those of `trail`, which tell more of the same decision. */
  others: readonly Alternative[];
  trailOthers: readonly (readonly Alternative[])[];
  /** As if: the scene's numbers (`Decision.vary`), from the least to the most that what is assumed comes to; once known. */
  ranges?: Ranges;
}

/** What other modes decide at every decision, one step each. */
export interface Divergence {
  modes: readonly AlternativeTotals[];
  /** Numbers, from 1, of the scene's decisions at which some other mode decides otherwise. */
  decisions: Uint32Array<ArrayBuffer>;
}

/** What a source tells before and apart from its decisions. */
export interface Beginning {
  /** Before the first decision, every table. */
  state: StateView;
  /** After the last event. */
  end: StateView;
  /** The first event of each kind. */
  first: EventRecord[];
  /** ns from the first of them to the last event. */
  span: number;
  manifest: Manifest;
}

export interface CheckResult {
  totals: TotalsStruct;
  modes: ModeTotals[];
  balances: Balance[];
}

const DECISIONS_PER_RUN = 2048;
const EVENTS_PER_CHECK = 4096;
const PAUSE_EVERY_MS = 12;

class Cancelled extends Error {}

/** A frame, and the name of its page. */
export interface FrameStep {
  frame: PaneFrame;
  page: string;
}

export class LocalSource {
  readonly #module: () => Promise<WebAssembly.Module>;
  readonly #readerFor: (scene: string) => Promise<Decision>;
  readonly #zstd: ZstdModule;
  #session: Session | null = null;
  /** What it was made of. */
  #input: Loadable | null = null;
  #reader: Decision | null = null;
  /** Of the decisions that the scene is for. */
  #indexes = new Uint32Array(0);
  /** Those whose other modes have been, or are being, asked over the whole run. */
  readonly #asked = new WeakSet<Session>();
  /** Of an as if, what it comes to with each variant of what is assumed. */
  #band: BandBuilder | null = null;
  /** Of the capture behind an as if, whatever its switch; `of`: its address, or the file. */
  #identity: { of: string | Blob | Uint8Array; found: Identity } | null = null;
  /** Counts what changes every page: another source or scene, verdicts. */
  #shown = 0;
  /** Counts loads and cancels; work that finds another number than its own gives up. */
  #turn = 0;

  constructor(
    module: () => Promise<WebAssembly.Module>,
    readerFor: (scene: string) => Promise<Decision>,
    zstd: ZstdModule,
  ) {
    this.#module = module;
    this.#readerFor = readerFor;
    this.#zstd = zstd;
  }

  /** Fetches what loading will need. */
  async prepare(scene: string): Promise<void> {
    await Promise.all([this.#module(), this.#readerFor(scene)]);
  }

  /** Fetches what only some files need. */
  async prepareMore(): Promise<void> {
    await this.#zstd();
  }

  async load(
    input: Loadable,
    scene: string,
    onProgress: (p: Progress) => void,
  ): Promise<Outcome<LoadedSource>> {
    return this.#work(onProgress, async (step) => {
      const [module, reader] = await Promise.all([this.#module(), this.#readerFor(scene)]);
      const session = await Session.create(module);
      if (input.kind === 'model') await runModel(session, input.params, step);
      else await readCapture(session, input, this.#zstd, step);
      if (input.kind !== 'model' && input.asif) {
        session.beginAsif(input.asif);
        await runOn(session, 0, step);
      }
      const take = await shownBy(session, reader, step);
      return () => {
        this.#session = session;
        this.#input = input;
        const model = input.kind === 'model';
        return {
          ...this.#show(reader, take),
          events: session.events,
          ...countsOf(session),
          report: model ? null : session.report(),
          manifest: model ? null : session.manifest(),
          params: model ? session.paramsInForce(input.params) : null,
        };
      };
    });
  }

  /** The source in place as another scene sees it. */
  async show(scene: string, onProgress: (p: Progress) => void): Promise<Outcome<SceneSource>> {
    return this.#work(onProgress, async (step) => {
      const session = this.#session;
      if (!session) throw new SourceError('There is nothing to show.');
      const reader = await this.#readerFor(scene);
      const take = await shownBy(session, reader, step);
      return () => this.#show(reader, take);
    });
  }

  /** Gives up a load or a check that is under way. The source in place stays. */
  cancel(): void {
    this.#turn++;
  }

  /** Lets go of the source in place. */
  forget(): void {
    this.cancel();
    this.#session = this.#input = this.#band = null;
    this.#indexes = new Uint32Array(0);
  }

  frame(k: number): PaneFrame | null {
    return this.steps(k, 1, 1, '')[0]?.frame ?? null;
  }

  /**
   * The frames of decisions k, k + stride and so on, n of them, as far as there are any; for one who holds a page
   * already: `neighbours` is left empty where it is the same. States hardly differ: what does not is sent once.
   */
  steps(k: number, n: number, stride: number, held: string): FrameStep[] {
    const session = this.#session;
    if (!session) return [];
    const steps: FrameStep[] = [];
    for (let i = k; i === k || (steps.length < n && i <= this.#indexes.length); i += stride) {
      const last = steps.at(-1);
      const step = this.#step(session, i, last?.page ?? held);
      const { frame } = step;
      frame.before = deduplicate(frame.before, last?.frame.after);
      frame.after = deduplicate(frame.after, frame.before);
      steps.push(step);
    }
    return steps;
  }

  #step(session: Session, k: number, held: string): FrameStep {
    const at = Math.min(k, this.#indexes.length);
    const { first, count } = this.#reader?.page?.(at) ?? { first: 1, count: 0 };
    const page = [this.#shown, first, count].join(' ');
    const indexes = page === held ? [] : this.#indexes.subarray(first - 1, first - 1 + count);
    const near = Array.from(indexes, (index, i) => ({
      k: first + i,
      ...session.decided(index),
      trail: this.#trail(session, first + i),
    }));
    const frame = session.frame(at, this.#indexes, this.#reader?.tables);
    const trail = this.#trail(session, at);
    const ranges = this.#band?.at(at);
    return {
      page,
      frame: {
        ...frame,
        neighbours: near,
        trail,
        trailVerdicts: trail.map((e) => session.verdict(e.index)),
        others: frame.event ? session.others(frame.event.index) : [],
        trailOthers: trail.map((e) => session.others(e.index)),
        ...(ranges ? { ranges } : {}),
      },
    };
  }

  /** Of the capture in place, whatever scene shows it. */
  beginning(): Beginning | null {
    const session = this.#session;
    if (!session) return null;
    const seen = new Map<string, number>();
    for (let i = 0; i < session.events; i++) {
      const kind = session.kindOf(i) ?? '';
      if (!seen.has(kind)) seen.set(kind, i);
    }
    const first = [...seen.values()].map((index) => session.event(index));
    const times = first.map((event) => event.ts).filter((ts) => ts > 0);
    const last = session.events > 0 ? session.event(session.events - 1).ts : 0;
    return {
      state: session.state(session.decisionsOf(null)[0] ?? session.events),
      end: session.state(session.events),
      first,
      span: Math.max(0, last - Math.min(last, ...times)),
      manifest: session.manifest(),
    };
  }

  /** What was observed between decision k and the next. */
  #trail(session: Session, k: number): EventRecord[] {
    const kinds = this.#reader?.trail;
    const index = this.#indexes[k - 1];
    if (!kinds || index === undefined) return [];
    return session.trail(index, this.#indexes[k] ?? session.events, kinds);
  }

  /** Checks every decision of the source in place; null when another source came meanwhile. */
  async check(): Promise<CheckResult | null> {
    const session = this.#session;
    if (!session) return null;
    session.beginCheck();
    while (!session.check(EVENTS_PER_CHECK)) {
      await pause();
      if (session !== this.#session) return null;
    }
    this.#shown++;
    return { totals: session.totals(), modes: session.modeTotals(), balances: session.balances() };
  }

  /** Asks every other mode at every decision of the source in place; null when another source came meanwhile. */
  async others(): Promise<Divergence | null> {
    const session = this.#session;
    if (!session) return null;
    if (!this.#asked.has(session)) session.beginOthers();
    this.#asked.add(session);
    while (!session.runOthers(EVENTS_PER_CHECK)) {
      await pause();
      if (session !== this.#session) return null;
    }
    const along = this.#reader?.companions ?? [];
    const next = (i: number) => this.#indexes[i + 1] ?? session.events;
    const decisions = session.parted(this.#indexes, (at, i) =>
      session.trail(at, next(i), along).map((e) => e.index),
    );
    return { modes: session.othersTotals(), decisions: decisions.map((i) => i + 1) };
  }

  /**
   * What other values of the switch, each with its own history, decide at the decisions of the source in place; and
   * that in force, which shows how far such a chain can be trusted. Null when another source came meanwhile.
   */
  async chains(
    driven: Driven,
    values: readonly number[],
    onProgress: (done: number) => void,
  ): Promise<Chains | null> {
    const [session, reader, input, indexes] = [this.#session, this.#reader, this.#input, this.#indexes];
    if (!session || !reader || !input) return null;
    const pause = paced(() => indexes === this.#indexes);
    const asif = input.kind !== 'model' && input.asif ? input : null;
    const given = input.kind === 'model' ? input.params : {};
    const own = ownOf(session, driven);
    const all = [...new Set([...values, ...(own === null ? [] : [own])])].sort((a, b) => a - b);
    const by: (readonly [number, Outcome<Chain>])[] = [];
    try {
      const run = { session, reader, indexes, columns: await readColumns(session, reader, indexes, pause) };
      for (const [i, value] of all.entries()) {
        onProgress(i / all.length);
        const record = await Session.create(await this.#module());
        if (asif) await readCapture(record, asif, this.#zstd, pause);
        else await copyRun(session, record, pause);
        const lines = linesOf(asif ? session : record, indexes);
        const ask = { ...given, seed: 1, machine: driven.machine, [driven.switch]: value };
        by.push([value, await chained(chainOf(run, record, lines, ask, pause))]);
      }
    } catch (error) {
      if (error instanceof Cancelled) return null;
      throw error;
    }
    return { own, by };
  }

  /**
   * The as if in place once more for each of `asks`. Null when another source came meanwhile, or it is none. Frames tell
   * of it from then on.
   */
  async band(asks: BandVariants, onProgress: (done: number) => void): Promise<Outcome<Band> | null> {
    const [session, reader, input, indexes] = [this.#session, this.#reader, this.#input, this.#indexes];
    if (!session || !reader || !input || input.kind === 'model' || !input.asif) return null;
    const pause = paced(() => indexes === this.#indexes);
    try {
      const record = await Session.create(await this.#module());
      await readCapture(record, input, this.#zstd, pause);
      const maker = new BandBuilder(session, indexes, reader);
      for (const [i, ask] of asks.entries()) {
        onProgress(i / asks.length);
        record.beginAsif(ask);
        await runOn(record, 0, pause);
        maker.add(record);
        await pause();
      }
      this.#band = maker;
      this.#shown++;
      return { ok: true, value: maker.band() };
    } catch (error) {
      if (error instanceof Cancelled) return null;
      return { ok: false, failure: failureOf(error), cancelled: false };
    }
  }

  /**
   * The capture behind the as if in place, as if under its own switch. Null when another source came meanwhile, or it is
   * none, or cannot be read again.
   */
  async identity(): Promise<Identity | null> {
    const [session, input] = [this.#session, this.#input];
    if (!session || !input || input.kind === 'model' || !input.asif) return null;
    const of = input.kind === 'url' ? input.url : input.kind === 'blob' ? input.blob : input.text;
    if (this.#identity?.of === of) return this.#identity.found;
    const driven = DRIVEN.find(({ machine }) => machine === input.asif?.machine);
    if (!driven) return null;
    const pause = paced(() => session === this.#session);
    try {
      const { identityOf } = await import('../../core/asif/identity');
      const [record, run] = [
        await Session.create(await this.#module()),
        await Session.create(await this.#module()),
      ];
      await readCapture(record, input, this.#zstd, pause);
      await readCapture(run, input, this.#zstd, pause);
      run.beginAsif({ machine: driven.machine }, true);
      await runOn(run, 0, pause);
      const found = await identityOf(record, run, driven, pause);
      this.#identity = { of, found };
      return found;
    } catch {
      return null;
    }
  }

  #show(reader: Decision, { indexes, columns, noun }: Taken): SceneSource {
    this.#reader = reader;
    this.#indexes = indexes;
    this.#band = null;
    this.#shown++;
    return { decisions: indexes.length, columns, ...(noun ? { noun } : {}) };
  }

  /** Runs `work` unless another comes meanwhile; what it returns puts the result in place. */
  async #work<T>(
    onProgress: (p: Progress) => void,
    work: (step: Pause) => Promise<() => T>,
  ): Promise<Outcome<T>> {
    const mine = ++this.#turn;
    const step = paced(() => mine === this.#turn, onProgress);
    try {
      const take = await work(step);
      if (mine !== this.#turn) throw new Cancelled();
      return { ok: true, value: take() };
    } catch (error) {
      return { ok: false, failure: failureOf(error), cancelled: error instanceof Cancelled };
    }
  }
}

/** A chain, or why a capture cannot be asked for it. */
async function chained(chain: Promise<Chain>): Promise<Outcome<Chain>> {
  try {
    return { ok: true, value: await chain };
  } catch (error) {
    if (error instanceof Cancelled) throw error;
    return { ok: false, failure: failureOf(error), cancelled: false };
  }
}

interface Taken {
  indexes: Uint32Array<ArrayBuffer>;
  columns: Columns;
  noun: readonly [string, string] | null;
}

/** What observations are called that are stepped through instead of decisions. */
export const EVENT_NOUNS = ['event', 'events'] as const;

async function shownBy(session: Session, reader: Decision, step: Pause): Promise<Taken> {
  const indexes = session.decisionsOf(reader.kinds, reader.substitutes);
  const columns = await readColumns(session, reader, indexes, (done) =>
    step({ step: 'index', done, words: 'comparing' }),
  );
  const observes =
    indexes[0] !== undefined && (reader.substitutes ?? []).some((k) => k === session.kindOf(indexes[0] ?? 0));
  return {
    indexes,
    columns,
    noun: observes ? (reader.substituteNoun ?? EVENT_NOUNS) : (reader.stepNoun ?? null),
  };
}

/** Events by kind: those that decide, and the others. */
function countsOf(session: Session): { kinds: Counts; observed: Counts } {
  const kinds: Partial<Record<string, number>> = {};
  const observed: Partial<Record<string, number>> = {};
  const decisions = session.decisionsOf(null);
  for (let i = 0, next = 0; i < session.events; i++) {
    const decides = i === decisions[next];
    if (decides) next++;
    const kind = session.kindOf(i) ?? '';
    const counts = decides ? kinds : observed;
    counts[kind] = (counts[kind] ?? 0) + 1;
  }
  return { kinds, observed };
}

type Pause = (progress: Progress) => Promise<void>;

/** Lets messages in now and then during long work, tells of its progress, and ends it where nobody waits any more. */
function paced<A extends unknown[] = []>(
  wanted: () => boolean,
  onProgress?: (...progress: A) => void,
): (...progress: A) => Promise<void> {
  let last = 0;
  return async (...progress) => {
    const now = performance.now();
    if (now - last < PAUSE_EVERY_MS) return;
    last = now;
    onProgress?.(...progress);
    await pause();
    if (!wanted()) throw new Cancelled();
  };
}

async function runModel(session: Session, params: ParamValues, step: Pause): Promise<void> {
  session.beginModel(params);
  await runOn(session, typeof params.stop_decisions === 'number' ? params.stop_decisions : 0, step);
}

/** `goal`: decisions at the end; 0: not known. */
async function runOn(session: Session, goal: number, step: Pause): Promise<void> {
  for (let done = 0; !session.runModel(DECISIONS_PER_RUN);) {
    done += DECISIONS_PER_RUN;
    const words = `${grouped(done)} decisions`;
    await step({ step: 'run', done: goal > 0 ? Math.min(1, done / goal) : null, words });
  }
}

async function readCapture(
  session: Session,
  input: Exclude<Loadable, { kind: 'model' }>,
  zstd: ZstdModule,
  step: Pause,
): Promise<void> {
  if (input.kind === 'plain') {
    session.beginCapture();
    session.feed(input.text);
    session.endCapture();
    return;
  }
  const { stream, bytes } = input.kind === 'blob' ? blobStream(input.blob) : await urlStream(input.url);
  let bytesIn = 0;
  session.beginCapture();
  await readPlain(
    stream,
    zstd,
    async (plain) => {
      session.feed(plain);
      const words = `${(bytesIn / 2 ** 20).toFixed(1)} MiB`;
      await step({ step: 'read', done: bytes ? Math.min(1, bytesIn / bytes) : null, words });
    },
    (n) => {
      bytesIn = n;
    },
  );
  session.endCapture();
}
