/** Runs side by side on the page, as they are made; kept while the page lives, whichever look shows them. */
import * as Comlink from 'comlink';
import { createStore } from 'zustand/vanilla';
import type { Catalogue } from '../../../capture/sources/catalogue';
import { keyOf } from '../../../core/decision';
import { failureOf } from '../../../core/error';
import { parseQuestion } from '../question';
import { planOf, type Plan } from './plan';
import type { Demand, SideRun } from './runs';
import type { SideWorker } from './runs.worker';

/** More values than these wait for somebody to ask for fewer. */
export const VALUES_MAX = 64;

export interface SideState {
  /** The question that it is of, as text; '' before the first. `row`: which value of its second tunable. */
  of: string;
  row: number;
  plan: Plan | null;
  demand: Demand | null;
  /** By value of the tunable, in order; null where it is not made, or cannot be. */
  runs: readonly (SideRun | null)[];
  /** By place of the value, why there is none. */
  failed: ReadonlyMap<number, string>;
  /** At how many runs each decision comes out otherwise than in the first; from decision 1 on. */
  apart: Uint8Array<ArrayBuffer>;
  /** Numbers of the decisions, from 1, where not all come out alike. */
  partings: Uint32Array<ArrayBuffer>;
  running: boolean;
  /** Why nothing came of it; '' where something did, or may. */
  refused: string;
}

const NOTHING: SideState = {
  of: '',
  row: 0,
  plan: null,
  demand: null,
  runs: [],
  failed: new Map(),
  apart: new Uint8Array(0),
  partings: new Uint32Array(0),
  running: false,
  refused: '',
};

export const sideStore = createStore<SideState>(() => NOTHING);

let worker: Worker | null = null;
let turn = 0;

/** How many runs decide otherwise than the first that there is, decision by decision. */
export function apartOf(runs: readonly (SideRun | null)[], decisions: number): Uint8Array<ArrayBuffer> {
  const out = new Uint8Array(decisions);
  const [first, ...others] = runs.filter((run) => run !== null);
  if (!first) return out;
  const own = first.cells.map(keyOf);
  for (const other of others) {
    // By place of a cell here and there, whether they are the same.
    const keys = other.cells.map(keyOf);
    const same = own.map((key) => keys.map((one) => one === key));
    for (let i = 0; i < decisions; i++)
      if (same[first.cell[i] ?? -1]?.[other.cell[i] ?? -1] !== true) out[i] = (out[i] ?? 0) + 1;
  }
  return out;
}

export function partingsOf(apart: Uint8Array): Uint32Array<ArrayBuffer> {
  const out = new Uint32Array(apart.length);
  let n = 0;
  apart.forEach((count, i) => {
    if (count > 0) out[n++] = i + 1;
  });
  return out.slice(0, n);
}

/** Those that are compared: so many of the values as one sees at once. */
export const SHOWN = 6;

async function make(plan: Plan, mine: number): Promise<void> {
  const own = new Worker(new URL('./runs.worker.ts', import.meta.url), { type: 'module' });
  worker = own;
  const remote = Comlink.wrap<SideWorker>(own);
  const begun = await remote.begin(plan.fixed);
  if (mine !== turn) return;
  if (typeof begun === 'string') {
    sideStore.setState({ refused: begun, running: false });
    return;
  }
  const { demand, run: base } = begun;
  const value = demand.own ?? plan.own;
  const runs: (SideRun | null)[] = plan.values.map(({ number }) =>
    number !== null && number === value ? base : null,
  );
  const failed = new Map<number, string>();
  const show = (running: boolean) => {
    const apart = apartOf(runs.slice(0, SHOWN), demand.decisions);
    sideStore.setState({
      demand,
      runs: [...runs],
      failed: new Map(failed),
      apart,
      partings: partingsOf(apart),
      running,
    });
  };
  show(true);
  for (const [i, { ask }] of plan.values.entries()) {
    if (runs[i]) continue;
    const made = await remote.run(ask);
    if (mine !== turn) return;
    if (typeof made === 'string') failed.set(i, made);
    else runs[i] = made;
    show(true);
  }
  show(false);
  // It keeps what runs share, and nothing more is asked of it.
  own.terminate();
}

/** Asks for the runs of a question; those that are there, or on their way, stay. */
export function askSide(text: string, catalogue: Catalogue, base: string, row: number): void {
  const shown = sideStore.getState();
  if (shown.of === text && shown.row === row) return;
  worker?.terminate();
  const mine = ++turn;
  try {
    const plan = planOf(parseQuestion(text), catalogue, base, row);
    if (plan.values.length > VALUES_MAX)
      throw new Error(
        `${plan.values.length} values are more than the ${VALUES_MAX} that are kept at once: take fewer values`,
      );
    sideStore.setState({ ...NOTHING, of: text, row, plan, runs: plan.values.map(() => null), running: true });
    make(plan, mine).catch((error: unknown) => {
      if (mine === turn) sideStore.setState({ refused: failureOf(error).message, running: false });
    });
  } catch (error) {
    sideStore.setState({ ...NOTHING, of: text, row, refused: failureOf(error).message });
  }
}
