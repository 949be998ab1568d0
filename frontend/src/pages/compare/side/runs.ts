/**
 * Runs of one tunable under the same demand, decision beside decision: free of any host. The demand is that of a base, a
 * capture or a model's run. A value's own run of the model has it for as long as both are asked alike (demand.ts); behind
 * that, and of a capture, the base's demand is decided again as if.
 */
import { chainOf, copyRun, linesOf, ownOf, type Driven } from '../../../core/asif/chain';
import { numbersOf, type Column } from '../../../core/asif/band';
import { NOT_YET, readColumns } from '../../../core/columns';
import { keyOf, type Cell, type Decision } from '../../../core/decision';
import { SourceError } from '../../../core/error';
import { DRIVEN } from '../../../core/gen/tables';
import { grouped } from '../../../core/number';
import type { ParamValues } from '../../../core/params';
import { Session } from '../../../core/session';
import type { StateView } from '../../../core/types';
import { variationOf } from './columns';
import { alikeOf, asksOf, isComparable } from './demand';

export type Pause = () => Promise<void>;

/** How a run has the demand of the base: it is the base; its own run is asked alike; the demand is decided again. */
export type Origin = 'base' | 'run' | 'asif';

/** What all have in common. */
export interface Demand {
  scene: string;
  /** How many decisions are asked for. */
  decisions: number;
  /** Node that asks; -1: none. */
  asker: Int16Array<ArrayBuffer>;
  /** ns since the first event. */
  ts: Float64Array;
  /** Before the first decision. */
  state: StateView;
  /** The tunable that varies. */
  varies: string;
  /** The base's value of it; null where that is not known, or changes. */
  own: number | null;
  noun: readonly [one: string, many: string];
}

/** A run of one value, by decision of the base. */
export interface SideRun {
  origin: Origin;
  /** What was decided: index into `cells`. */
  cell: Uint16Array;
  cells: Cell[];
  /** Numbers of what is drawn (columns.ts), after each decision; index 0 is before the first. */
  numbers: readonly (Column | undefined)[];
  /** The number that the decision has on the stage, in a run of its own; 0: it has none. */
  own: Uint32Array<ArrayBuffer>;
  /** As if over a model's run: from here on the model's own run with this value is asked otherwise. Null: nowhere. */
  parts: number | null;
}

/** Of the base, with all that others are made from. */
export interface Base {
  demand: Demand;
  session: Session;
  indexes: Uint32Array<ArrayBuffer>;
  reader: Decision;
  run: SideRun;
}

/** More of its own decisions that do not come back, and as if says nothing. */
const ROUGH = 0.05;
const AT_ONCE = 2048;
const DECISIONS = ['decision', 'decisions'] as const;
const WALKS = ['walk', 'walks'] as const;

async function runOn(session: Session, pause: Pause): Promise<void> {
  while (!session.runModel(AT_ONCE)) await pause();
}

export async function modelRun(
  module: WebAssembly.Module,
  params: ParamValues,
  pause: Pause,
): Promise<Session> {
  const session = await Session.create(module);
  session.beginModel(params);
  await runOn(session, pause);
  return session;
}

/** The numbers of a run, at decision `last[k - 1]` of its own for each k. */
function numbersAt(all: readonly (Column | undefined)[], last: ArrayLike<number>): (Column | undefined)[] {
  return Array.from(all, (column) => {
    if (!column) return undefined;
    const out = new Float64Array(last.length + 1);
    out[0] = column[0] ?? NaN;
    for (let i = 0; i < last.length; i++)
      out[i + 1] = (last[i] ?? 0) > 0 ? (column[last[i] ?? 0] ?? NaN) : (out[i] ?? NaN);
    return out;
  });
}

const upTo = (n: number) => Uint32Array.from({ length: n }, (_, i) => i + 1);

/** The numbers that decisions have among all of their kinds. */
function placesOf(session: Session, reader: Decision, indexes: Uint32Array): Uint32Array<ArrayBuffer> {
  const all = session.decisionsOf(reader.kinds);
  let at = 0;
  return Uint32Array.from(indexes, (index) => {
    while (at < all.length && all[at] !== index) at++;
    return at + 1;
  });
}

/** A session's run as it is. `asked`: its decision, from 1, for each of the base's. */
async function itself(
  session: Session,
  scene: string,
  reader: Decision,
  indexes: Uint32Array<ArrayBuffer>,
  origin: Origin,
  pause: Pause,
  asked: Uint32Array = upTo(indexes.length),
): Promise<{ run: SideRun; ts: Float64Array }> {
  const { cell, cells, ts } = await readColumns(session, reader, indexes, pause);
  const numbers = numbersOf(session, indexes, variationOf(scene, reader));
  const places = placesOf(session, reader, indexes);
  return {
    run: {
      origin,
      cell: Uint16Array.from(asked, (k) => cell[k - 1] ?? NOT_YET),
      cells,
      numbers,
      own: Uint32Array.from(asked, (k) => places[k - 1] ?? 0),
      parts: null,
    },
    ts,
  };
}

/** Node whose list or zone a decision begins with. */
function askerOf(session: Session, index: number): number {
  const event = session.glance(index);
  if (event.kind === 'zone_select') return event.pref === NO_ZONE ? -1 : event.pref >> ZONES_LOG;
  if (event.kind === 'swap_select' || event.kind === 'kswapd_wake') return event.nid;
  return -1;
}
const [NO_ZONE, ZONES_LOG] = [255, 3];

/** `session`: a capture that was read, or a model's run (`modelled`). */
export async function baseOf(
  session: Session,
  scene: string,
  reader: Decision,
  name: string,
  modelled: boolean,
  pause: Pause,
): Promise<Base> {
  const indexes = modelled ? asksOf(session, reader.kinds) : session.decisionsOf(reader.kinds);
  if (indexes.length === 0)
    throw new SourceError('Nothing is decided in it that this scene shows.', {
      advice: 'Choose a scenario or a capture with decisions of this tunable.',
    });
  const { run, ts } = await itself(session, scene, reader, indexes, 'base', pause);
  const driven = DRIVEN.find((one) => one.switch === name);
  return {
    session,
    indexes,
    reader,
    run,
    demand: {
      scene,
      decisions: indexes.length,
      asker: Int16Array.from(indexes, (index) => askerOf(session, index)),
      ts,
      state: session.state(indexes[0] ?? 0, reader.tables),
      varies: name,
      own: driven ? ownOf(session, driven) : null,
      noun:
        reader.stepNoun ?? (indexes.length < session.decisionsOf(reader.kinds).length ? WALKS : DECISIONS),
    },
  };
}

/** The base's log, read as a capture: what is decided again as if. */
export interface Record {
  session: Session;
  lines: Float64Array;
}

/** Of a capture `read` reads it once more. */
export async function recordOf(
  module: WebAssembly.Module,
  base: Base,
  read: ((into: Session) => Promise<void>) | null,
  pause: Pause,
): Promise<Record> {
  const session = await Session.create(module);
  if (read) await read(session);
  else await copyRun(base.session, session, pause);
  return { session, lines: linesOf(read ? base.session : session, base.indexes) };
}

/** The base's demand under another value. `ask`: machine, switch, what is assumed, seed. */
export async function asifRun(
  base: Base,
  { session, lines }: Record,
  ask: ParamValues,
  pause: Pause,
): Promise<SideRun> {
  const { demand, reader, indexes } = base;
  const run = { session: base.session, reader, indexes, columns: base.run };
  const { cell, cells } = await chainOf(run, session, lines, ask, pause);
  const made = session.decisionsOf(reader.kinds);
  // What one device had no room for goes on as a decision of its own: the cell is of the first, numbers are of the last.
  const first = new Map<string, number>();
  const last = new Map<string, number>();
  made.forEach((index, i) => {
    const key = [session.kindOf(index), session.glance(index).line].join(' ');
    if (!first.has(key)) first.set(key, i + 1);
    last.set(key, i + 1);
  });
  const keys = Array.from(indexes, (index, i) => [base.session.kindOf(index), lines[i]].join(' '));
  const numbers = numbersOf(session, made, variationOf(demand.scene, reader));
  return {
    origin: 'asif',
    cell,
    cells,
    numbers: numbersAt(
      numbers,
      keys.map((key) => last.get(key) ?? 0),
    ),
    own: Uint32Array.from(keys, (key) => first.get(key) ?? 0),
    parts: null,
  };
}

/** Decisions of the base that do not come back under its own value: what as if is worth there. */
export function roughness(base: Base, control: SideRun): number {
  const [a, b] = [base.run.cells.map(keyOf), control.cells.map(keyOf)];
  let [asked, otherwise] = [0, 0];
  base.run.cell.forEach((cell, i) => {
    const other = b[control.cell[i] ?? -1];
    if (other === undefined) return;
    asked++;
    if (other !== a[cell]) otherwise++;
  });
  return asked === 0 ? 1 : otherwise / asked;
}

export interface Ask {
  /** Of the base, without the tunable that varies. */
  name: string;
  /** What the core is given for this value: as if where it can be asked so, else of the model. */
  asif: ParamValues | null;
  model: ParamValues | null;
  driven: Driven | null;
}

/** What runs of one base share, made when the first of them needs it. */
export class Side {
  readonly #module: WebAssembly.Module;
  readonly #base: Base;
  readonly #read: ((into: Session) => Promise<void>) | null;
  readonly #pause: Pause;
  #record: Promise<Record> | null = null;
  #rough: Promise<number> | null = null;

  constructor(
    module: WebAssembly.Module,
    base: Base,
    read: ((into: Session) => Promise<void>) | null,
    pause: Pause,
  ) {
    this.#module = module;
    this.#base = base;
    this.#read = read;
    this.#pause = pause;
  }

  /** The run of one value. Throws SourceError, in words, where none with this demand can be made. */
  async run({ name, asif, model, driven }: Ask): Promise<SideRun> {
    const base = this.#base;
    const { scene, decisions } = base.demand;
    let parts: number | null = null;
    if (model) {
      const session = await modelRun(this.#module, model, this.#pause);
      const indexes = asksOf(session, base.reader.kinds);
      if (isComparable(session, indexes)) {
        const alike = alikeOf([base.session, base.indexes], [session, indexes]);
        ({ parts } = alike);
        if (parts === null)
          return (await itself(session, scene, base.reader, indexes, 'run', this.#pause, alike.own)).run;
        if (!driven) throw new SourceError(partingWords(name, parts, decisions, base.demand.noun[0]));
      } else if (!driven)
        throw new SourceError(indexes.length === 0 ? 'Nothing is decided in its run.' : noAsifWords(name));
    }
    if (!asif || !driven) throw new SourceError(noAsifWords(name));
    const record = await (this.#record ??= recordOf(this.#module, base, this.#read, this.#pause));
    const rough = await (this.#rough ??= this.#roughness(record, asif, driven));
    if (rough > ROUGH)
      throw new SourceError(
        `Too few of its requests are recorded to decide them again: even its own ${name} would differ in ${Math.round(100 * rough)} of 100.`,
        { advice: 'Choose a capture, which records them all, or look at the sweep.' },
      );
    return { ...(await asifRun(base, record, asif, this.#pause)), parts };
  }

  async #roughness(record: Record, asif: ParamValues, driven: Driven): Promise<number> {
    const { own } = this.#base.demand;
    if (own === null || this.#read) return 0;
    return roughness(
      this.#base,
      await asifRun(this.#base, record, { ...asif, [driven.switch]: own }, this.#pause),
    );
  }
}

const partingWords = (name: string, parts: number, all: number, noun: string) =>
  `Its run is asked otherwise from ${noun} ${grouped(parts)} of ${grouped(all)} on, and as if does not know ${name}: there is no same demand to set side by side.`;

const noAsifWords = (name: string) =>
  `As if does not know ${name}: what is reclaimed, and so what is asked for, would be another. There is no same demand to set side by side; the sweep compares whole runs.`;
