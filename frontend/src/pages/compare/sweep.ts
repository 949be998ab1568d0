/** A sweep on the page: its runs, as they finish. */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Measured } from '../../core/session';
import type { Catalogue } from '../../capture/sources/catalogue';
import { jobsOf } from './digest';
import { showing, type RunOrigin, type Pool } from './pool';
import { countOf, paramsOf, parseQuestion, runsOf, type Question } from './question';
import { chosen } from './run';
import { failuresOf } from './phrases';

export interface SweepState {
  /** What is shown: the question asked last of which anything came. */
  question: Question | null;
  machine: string;
  /** Of every run in the order of runsOf(). */
  rows: readonly (readonly Measured[] | null)[];
  /** By number of the run, why it failed. */
  failed: ReadonlyMap<number, string>;
  /** Of the question asked last: its runs, those that have ended; by number, those kept from another visit. */
  all: number;
  done: number;
  kept: ReadonlySet<number>;
  running: boolean;
  /** Why nothing came of the last question; '' where something did, or may. */
  refused: string;
}

export interface Sweep {
  store: StoreApi<SweepState>;
  /** Asks a question, as text; one of more runs than `most` only where somebody wants it. What is shown stays if it cannot be. */
  ask: (text: string, catalogue: Catalogue, base: string, most?: number) => void;
  stop: () => void;
  /** Nothing is asked any more, and nothing shown. */
  clear: () => void;
  /** How many runs are kept for another visit. */
  count: () => Promise<number>;
  forget: () => Promise<void>;
}

const NOTHING: SweepState = {
  question: null,
  machine: 'swap',
  rows: [],
  failed: new Map(),
  all: 0,
  done: 0,
  kept: new Set(),
  running: false,
  refused: '',
};

/** `contentOf`: what names a capture, or none, with the core, by their bytes; null where that is not known. */
export function sweeping(
  pool: Pool<Measured[]>,
  contentOf: (capture: string | null) => Promise<string | null>,
): Sweep {
  const store = createStore<SweepState>(() => NOTHING);
  let turn = 0;
  /** Shows what is known of the sweep under way. */
  let last: () => void = () => undefined;

  async function make(question: Question, catalogue: Catalogue, base: string): Promise<void> {
    const mine = turn;
    const { capture, params } = sourceOf(question, catalogue, base);
    const runs = runsOf(question).map((run) => paramsOf(question, run, params));
    const machine = String(runs[0]?.machine ?? 'swap');
    const rows: (readonly Measured[] | null)[] = runs.map(() => null);
    const failed = new Map<number, string>();
    const kept = new Set<number>();
    let made = 0;
    const isTime = showing();
    const show = (running: boolean) => {
      const progress = { all: runs.length, done: made + failed.size, kept: new Set(kept), running };
      const any = made > 0 ? { question, machine, rows: [...rows], failed: new Map(failed) } : {};
      store.setState({ ...progress, ...any });
    };
    show(true);
    last = () => {
      show(false);
    };
    const content = await contentOf(capture);
    if (mine !== turn) return;
    await pool.make(jobsOf(content, capture, runs), (i, found, from: RunOrigin) => {
      if (typeof found === 'string') failed.set(i, found);
      else {
        rows[i] = chosen(found, machine, question.measures);
        made++;
        if (from === 'kept') kept.add(i);
      }
      if (from === 'made' && isTime(made === 1)) show(true);
    });
    if (mine !== turn) return;
    last = () => undefined;
    show(false);
    if (made === 0) store.setState({ refused: failuresOf(question, failed).join(' ') });
  }

  const stop = () => {
    turn++;
    pool.stop();
    last();
    last = () => undefined;
  };
  return {
    store,
    ask: (text, catalogue, base, most = Infinity) => {
      stop();
      try {
        const question = parseQuestion(text);
        sourceOf(question, catalogue, base);
        const all = countOf(question);
        store.setState({ all, done: 0, kept: new Set(), refused: '' });
        if (all <= most) void make(question, catalogue, base);
      } catch (error) {
        store.setState({ refused: error instanceof Error ? error.message : String(error) });
      }
    },
    stop,
    clear: () => {
      stop();
      store.setState(NOTHING);
    },
    count: () => pool.count(),
    forget: () => pool.forget(),
  };
}

function sourceOf({ of }: Question, catalogue: Catalogue, base: string) {
  if (of.kind === 'model') {
    const scenario = catalogue.scenarios.find((s) => s.id === of.id);
    if (!scenario) throw new Error(`there is no scenario “${of.id}”`);
    return { capture: null, params: scenario.params };
  }
  const captured = catalogue.captures.find((c) => c.id === of.id);
  if (!captured) throw new Error(`there is no bundled capture “${of.id}”`);
  return { capture: new URL(captured.file, base).href, params: {} };
}
