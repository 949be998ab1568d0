/**
 * A capture that stays on its server, as a pane's worker has it: times and places of all steps, and nothing of what
 * happened in them until somebody looks. It answers what PaneCore answers of a capture in the page.
 */
import { CaptureClient } from './client';
import { CHANGES, MARKS_MAX, numbering, type Columns } from '../../core/columns';
import type { StateView } from '../../core/types';
import { Decoder } from '../../core/wasm/decoder';
import type { Cell, Decision } from '../../core/decision';
import { failureOf } from '../../core/error';
import { paramsOf, readSteps, type Steps } from './steps';
import { RowReader, type RemoteRecord, type RemoteRow } from './rows';
import type { ModeName } from '../../core/gen/modes';
import type { AlternativeTotalsStruct, ReportStruct } from '../../core/gen/tables';
import type { Core, Description } from '../../core/wasm/module';
import { countBelow } from '../../core/search';
import {
  EVENT_NOUNS,
  type Beginning,
  type CheckResult,
  type LoadedSource,
  type Divergence,
  type SceneSource,
  type FrameStep,
} from '../local/source';

/** What became known since: why the server is silent (null: it answers), cells from step `first` on, marks. */
export interface RemoteNews {
  trouble: string | null;
  cells?: { first: number; cell: Uint16Array; more: Cell[] };
  marks?: Pick<Columns, 'ticks' | 'gaps' | 'unmarked'>;
}

const BYTES = 'application/octet-stream';
/** Rows of one question, and so steps whose cells come together. */
const PAGE = 128;
/** Steps to either side of the cursor whose cells are on screen. */
const SIDE = 44;
/** Pages and frames kept. */
const KEPT = 64;

type StepRow = Pick<RemoteRow, 'event' | 'verdict' | 'trail'>;

export class RemoteSource {
  readonly #client: CaptureClient;
  readonly #description: Description;
  readonly #decode: Decoder;
  readonly #news: (news: RemoteNews) => void;
  readonly #ended = new AbortController();
  #reader: Decision | null = null;
  #steps: Steps | null = null;
  #rows: RowReader | null = null;
  #cells: Cell[] = [];
  #number: (cell: Cell) => number = () => 0;
  /** Counts scenes: their pages have other names. */
  #shown = 0;
  readonly #pages = new Map<number, Promise<StepRow[]>>();
  readonly #frames = new Map<number, Promise<RemoteRow>>();

  /** `url`: of the capture in the server's API. */
  constructor(url: string, core: Core, news: (news: RemoteNews) => void) {
    this.#description = core.description;
    this.#decode = new Decoder(core.description, core.api);
    this.#news = news;
    this.#client = new CaptureClient(url, () => {
      news({ trouble: this.#client.trouble });
    });
  }

  /** Nobody looks at it any more. */
  stop(): void {
    this.#ended.abort();
  }

  /** Asks at once again. */
  again(): void {
    this.#client.again();
  }

  async load(reader: Decision): Promise<LoadedSource> {
    const shown = await this.show(reader);
    const { head } = this.#steps ?? {};
    if (!head) throw new Error('there are no steps');
    return {
      ...shown,
      events: head.events,
      kinds: head.kinds,
      observed: head.observed,
      report: numbersOf(head.report) as unknown as ReportStruct,
      manifest: { start: head.manifest, end: head.end },
      params: null,
    };
  }

  async show(reader: Decision): Promise<SceneSource> {
    const bytes = await this.#client.bytes('/steps', paramsOf(reader), BYTES, this.#ended.signal);
    const steps = readSteps(bytes, this.#description);
    this.#reader = reader;
    this.#steps = steps;
    this.#rows = new RowReader(this.#decode, this.#description, steps.head.state_size);
    this.#pages.clear();
    this.#frames.clear();
    this.#cells = [];
    this.#number = numbering(this.#cells);
    this.#shown++;
    void this.#marks(steps).catch(() => undefined);
    const noun = steps.head.instead ? (reader.substituteNoun ?? EVENT_NOUNS) : reader.stepNoun;
    return { decisions: steps.head.steps, columns: steps.columns, ...(noun ? { noun } : {}) };
  }

  /** As PaneCore.steps. Nothing where the server refuses for good: the news say so. */
  async steps(k: number, n: number, stride: number, held: string): Promise<FrameStep[]> {
    const [steps, reader] = [this.#steps, this.#reader];
    if (!steps || !reader) return [];
    const wanted: number[] = [];
    for (let i = k; i === k || (wanted.length < n && i <= steps.head.steps); i += stride)
      wanted.push(Math.min(i, steps.head.steps));
    this.#look(wanted[0] ?? 0);
    this.#look(wanted.at(-1) ?? 0);
    try {
      this.#ask(wanted.filter((at) => !this.#frames.has(at)));
      const out: FrameStep[] = [];
      for (const at of wanted) out.push(await this.#step(at, out.at(-1)?.page ?? held));
      return out;
    } catch (error) {
      if (!this.#ended.signal.aborted) this.#news({ trouble: failureOf(error).message });
      return [];
    }
  }

  /** What the server found when it read the capture. */
  checked(): CheckResult | null {
    const head = this.#steps?.head;
    if (!head) return null;
    const modes = Object.entries(head.modes).map(([mode, of]) => ({ mode: mode as ModeName, ...of }));
    return { totals: head.totals, modes, balances: head.balances };
  }

  async others(): Promise<Divergence | null> {
    const [steps, reader] = [this.#steps, this.#reader];
    if (!steps || !reader) return null;
    const kinds = reader.kinds && [...reader.kinds, ...(reader.companions ?? [])].join(',');
    const bytes = await this.#client.bytes('/parted', kinds ? { kinds } : {}, BYTES, this.#ended.signal);
    const length = new DataView(bytes).getUint32(0, true);
    const { modes } = JSON.parse(new TextDecoder().decode(new Uint8Array(bytes, 4, length))) as {
      modes: Record<string, AlternativeTotalsStruct>;
    };
    const decisions = new Set<number>();
    for (const place of new Uint32Array(bytes, 4 + length)) {
      const k = countBelow(steps.places, place + 1);
      if (k > 0 && (steps.places[k - 1] === place || reader.companions)) decisions.add(k);
    }
    return {
      modes: Object.entries(modes).map(([mode, of]) => ({ mode: mode as ModeName, ...of })),
      decisions: Uint32Array.from(decisions),
    };
  }

  async beginning(): Promise<Beginning | null> {
    const steps = this.#steps;
    if (!steps || steps.head.events === 0) return null;
    const { head } = steps;
    const tables = this.#description.state.tables.map((t) => t.name as keyof StateView);
    const last = head.events - 1;
    const at = [...Object.values(head.first), steps.places[0] ?? last, last];
    const rows = await this.#fetch(at, tables, {});
    const [begin, end] = rows.slice(-2);
    const first = rows.slice(0, -2).map(({ event }) => event);
    const times = first.map((event) => event.ts).filter((ts) => ts > 0);
    const ts = end?.event.ts ?? 0;
    const [state, after] = [begin?.states[0], end?.states[1]];
    if (!state || !after) return null;
    return {
      state,
      end: after,
      first,
      span: Math.max(0, ts - Math.min(ts, ...times)),
      manifest: { start: head.manifest, end: head.end },
    };
  }

  async #step(k: number, held: string): Promise<FrameStep> {
    const steps = this.#steps;
    const { first, count } = this.#reader?.page?.(k) ?? { first: 1, count: 0 };
    const page = [this.#shown, first, count].join(' ');
    const row = await this.#frames.get(k);
    const [before, after] = row?.states ?? [];
    if (!steps || !row || !before || !after) throw new Error(`there is no step ${k}`);
    const near = page === held ? [] : await this.#near(first, count);
    const all = { neighbours: near, trail: [], trailVerdicts: [], trailOthers: [], others: [] };
    if (k === 0) {
      const state = steps.head.steps > 0 ? before : after;
      return { page, frame: { ...all, k, event: null, before: state, after: state, verdict: null } };
    }
    const { event, verdict, others } = row;
    const trail = this.#own(k, row.trail);
    return {
      page,
      frame: {
        ...all,
        k,
        event,
        before,
        after,
        verdict,
        trail: trail.map((t) => t.event),
        trailVerdicts: trail.map((t) => t.verdict),
        others,
        trailOthers: trail.map((t) => t.others),
      },
    };
  }

  /** Of what follows step k, what comes before the next. */
  #own(k: number, trail: readonly RemoteRecord[]): RemoteRecord[] {
    const next = this.#steps?.places[k] ?? Infinity;
    return trail.filter(({ event }) => event.index < next);
  }

  async #near(first: number, count: number): Promise<FrameStep['frame']['neighbours']> {
    const last = Math.min(first + count - 1, this.#steps?.head.steps ?? 0);
    const pages = [];
    for (let page = pageOf(first); page <= pageOf(last); page++) pages.push(this.#page(page));
    const all = (await Promise.all(pages)).flat();
    const begin = pageOf(first) * PAGE + 1;
    return all.slice(first - begin, last - begin + 1).map(({ event, verdict, trail }, i) => ({
      k: first + i,
      event,
      verdict,
      trail: this.#own(first + i, trail).map((t) => t.event),
    }));
  }

  /** Of steps whose frames are not known, one question. */
  #ask(wanted: readonly number[]): void {
    const steps = this.#steps;
    if (!steps || wanted.length === 0) return;
    const last = Math.max(0, steps.head.events - 1);
    const coming = this.#fetch(
      wanted.map((k) => steps.places[Math.max(0, k - 1)] ?? last),
      this.#reader?.tables ?? [],
      {},
    );
    for (const [i, k] of wanted.entries()) {
      const frame = coming.then((rows) => {
        const row = rows[i];
        if (!row) throw new Error(`there is no step ${k}`);
        return row;
      });
      keep(this.#frames, k, frame);
    }
  }

  /** Sees to the cells around step k. */
  #look(k: number): void {
    const steps = this.#steps?.head.steps ?? 0;
    if (steps === 0) return;
    const [from, to] = [Math.max(1, k - SIDE), Math.min(steps, k + SIDE)];
    for (let page = pageOf(from); page <= pageOf(to); page++) void this.#page(page).catch(() => undefined);
  }

  /** Steps of a page; their cells are passed on meanwhile. */
  #page(page: number): Promise<StepRow[]> {
    const known = this.#pages.get(page);
    if (known) return known;
    const coming = this.#readPage(page);
    keep(this.#pages, page, coming);
    return coming;
  }

  async #readPage(page: number): Promise<StepRow[]> {
    const [steps, reader, shown] = [this.#steps, this.#reader, this.#shown];
    if (!steps || !reader) return [];
    const places = steps.places.subarray(page * PAGE, (page + 1) * PAGE);
    const rows = await this.#fetch([...places], reader.tables, { names: [...CHANGES].join(',') });
    if (shown !== this.#shown) return [];
    const before = this.#cells.length;
    const cell = new Uint16Array(rows.length);
    let state: StateView | undefined;
    for (const [i, { event, trail, states }] of rows.entries()) {
      state = states[0] ?? state;
      if (state)
        cell[i] = this.#number(
          reader.cell(
            event,
            state,
            trail.map((t) => t.event),
          ),
        );
    }
    const more = this.#cells.slice(before);
    this.#news({ trouble: this.#client.trouble, cells: { first: page * PAGE + 1, cell, more } });
    return rows;
  }

  /** What happened between steps and deserves a mark, as far as there is room for marks. */
  async #marks({ marks, places, columns, head }: Steps): Promise<void> {
    const [reader, shown] = [this.#reader, this.#shown];
    const ticks: Columns['ticks'] = [];
    const gaps = [...columns.gaps];
    let { unmarked } = columns;
    let state: StateView | undefined;
    for (let at = 0; at < marks.length && reader; at += PAGE) {
      const names = { names: [...CHANGES].join(',') };
      const rows = await this.#fetch([...marks.subarray(at, at + PAGE)], reader.tables, names);
      if (shown !== this.#shown) return;
      for (const { event, states } of rows) {
        state = states[0] ?? state;
        const k = countBelow(places, event.index);
        if (event.kind === 'lost') gaps.push({ k, n: event.n });
        const tick = state && reader.tick(event, state);
        const ts = Math.max(0, event.ts - head.start);
        if (tick && ticks.length < MARKS_MAX) ticks.push({ k, ts, words: tick.words });
        else if (tick) unmarked++;
      }
    }
    gaps.sort((a, b) => a.k - b.k);
    unmarked += Math.max(0, gaps.length - MARKS_MAX);
    this.#news({ trouble: this.#client.trouble, marks: { ticks, gaps: gaps.slice(0, MARKS_MAX), unmarked } });
  }

  async #fetch(
    at: readonly number[],
    tables: readonly (keyof StateView)[],
    more: Record<string, string>,
  ): Promise<RemoteRow[]> {
    const rows = this.#rows;
    if (!rows || at.length === 0) return [];
    const trail = this.#reader?.trail ?? [];
    const params = { at: at.join(','), trail: trail.join(','), tables: tables.join(','), ...more };
    return rows.read(await this.#client.bytes('/rows', params, BYTES, this.#ended.signal), tables);
  }
}

const pageOf = (k: number): number => Math.floor((k - 1) / PAGE);

/** The newest stay; what failed is asked again. */
function keep<T>(kept: Map<number, Promise<T>>, key: number, coming: Promise<T>): void {
  kept.set(key, coming);
  coming.catch(() => {
    if (kept.get(key) === coming) kept.delete(key);
  });
  for (const old of kept.keys()) {
    if (kept.size <= KEPT) return;
    kept.delete(old);
  }
}

/** Times arrive as digits. */
const numbersOf = (report: object): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(report).map(([name, value]: [string, unknown]) => [
      name,
      typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value,
    ]),
  );
