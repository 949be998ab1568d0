/** A sweep on the page: its runs, as they finish. */
import { createStore } from 'zustand/vanilla';
import type { Measured } from '../core/session';
import type { Catalog } from '../sources/catalog';
import { formatQuestion, paramsOf, parseQuestion, runsOf, type Question } from './question';
import { chosen } from './run';
import { pool } from './workers';

export interface SweepState {
  question: Question | null;
  machine: string;
  /** Of every run in the order of runsOf(). */
  rows: readonly (readonly Measured[] | null)[];
  /** By number of the run, why it failed. */
  failed: ReadonlyMap<number, string>;
  running: boolean;
  /** Why the last question was not asked; '' where it was. */
  refused: string;
}

/** Charts change so often at most, however fast runs finish. */
const SHOW_EVERY_MS = 250;

export const sweep = createStore<SweepState>(() => ({
  question: null,
  machine: 'swap',
  rows: [],
  failed: new Map(),
  running: false,
  refused: '',
}));

/** Asks a question, as text; one of more runs than `most` only where somebody wants it. What is shown stays if it cannot be. */
export function ask(text: string, catalog: Catalog, base: string, most = Infinity): void {
  try {
    const question = parseQuestion(text);
    sweep.setState({ refused: '' });
    if (runsOf(question).length <= most) make(question, catalog, base);
  } catch (error) {
    sweep.setState({ refused: error instanceof Error ? error.message : String(error) });
  }
}

function make(question: Question, catalog: Catalog, base: string): void {
  const { of } = question;
  const scenario = of.kind === 'model' ? catalog.scenarios.find((s) => s.id === of.id) : null;
  const captured = of.kind === 'capture' ? catalog.captures.find((c) => c.id === of.id) : null;
  if (of.kind === 'model' && !scenario) throw new Error(`there is no scenario “${of.id}”`);
  if (of.kind === 'capture' && !captured) throw new Error(`there is no bundled capture “${of.id}”`);
  const capture = captured ? new URL(captured.file, base).href : null;
  const jobs = runsOf(question).map((run) => {
    const params = paramsOf(question, run, scenario?.params ?? {});
    return { key: JSON.stringify([capture, params]), params, capture };
  });
  const machine = String(jobs[0]?.params.machine ?? 'swap');
  const rows: (readonly Measured[] | null)[] = jobs.map(({ key }) => {
    const kept = pool.kept(key);
    return kept && chosen(kept, machine, question.measures);
  });
  const failed = new Map<number, string>();
  let shown = performance.now();
  const show = (running: boolean) => {
    shown = performance.now();
    sweep.setState({ question, machine, rows: [...rows], failed: new Map(failed), running });
  };
  show(true);
  const made = pool.make(jobs, (i, found) => {
    if (typeof found === 'string') failed.set(i, found);
    else rows[i] = chosen(found, machine, question.measures);
    if (performance.now() - shown > SHOW_EVERY_MS) show(true);
  });
  void made.then(() => {
    const now = sweep.getState().question;
    if (now && formatQuestion(now) === formatQuestion(question)) show(false);
  });
}

export function stop(): void {
  pool.stop();
  sweep.setState({ running: false });
}
