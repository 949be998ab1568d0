/**
 * The model's side of the page: every scenario is run once while the page lives, one after the other, in a
 * worker. Stopping ends the worker; what was computed stays.
 */
import * as Comlink from 'comlink';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { ParamValues } from '../../core/params';
import type { Outcome } from './measure';
import type { PublishedWorker } from './published.worker';
import type { Tables } from './runs';

export interface Computed {
  /** By run; a text says why there is none. */
  outcomes: ReadonlyMap<string, Outcome | string>;
  /** The run under way. */
  current: string | null;
  wanted: readonly string[];
}

export interface Job {
  run: string;
  params: () => ParamValues;
}

export interface Runner {
  run(params: ParamValues, tables: Tables): Promise<Outcome>;
  stop(): void;
}

export class Computation {
  readonly store: StoreApi<Computed> = createStore(() => ({
    outcomes: new Map<string, Outcome | string>(),
    current: null,
    wanted: [],
  }));
  readonly #start: () => Runner;
  #runner: Runner | null = null;
  #turn = 0;

  constructor(start: () => Runner = startWorker) {
    this.#start = start;
  }

  /** Computes what is missing, in this order; what was asked for before and is not named is left. */
  async compute(jobs: readonly Job[], tables: Tables): Promise<void> {
    const mine = ++this.#turn;
    const { store } = this;
    store.setState({ wanted: jobs.map((job) => job.run) });
    for (const { run, params } of jobs) {
      if (mine !== this.#turn) return;
      if (store.getState().outcomes.has(run)) continue;
      store.setState({ current: run });
      const outcome = await this.#run(params, tables);
      if (outcome === null || mine !== this.#turn) return;
      store.setState(({ outcomes }) => ({ outcomes: new Map(outcomes).set(run, outcome) }));
    }
    if (mine === this.#turn) store.setState({ current: null });
  }

  /** Ends the run under way. */
  stop(): void {
    this.#turn++;
    this.#runner?.stop();
    this.#runner = null;
    this.store.setState({ current: null });
  }

  /** Null when it was stopped. */
  async #run(params: () => ParamValues, tables: Tables): Promise<Outcome | string | null> {
    const runner = (this.#runner ??= this.#start());
    try {
      return await runner.run(params(), tables);
    } catch (error) {
      return runner === this.#runner ? (error instanceof Error ? error.message : String(error)) : null;
    }
  }
}

function startWorker(): Runner {
  const worker = new Worker(new URL('./published.worker.ts', import.meta.url), { type: 'module' });
  const remote = Comlink.wrap<PublishedWorker>(worker);
  let fail: (error: Error) => void = () => undefined;
  const dead = new Promise<never>((_, reject) => {
    fail = reject;
  });
  dead.catch(() => undefined);
  worker.addEventListener('error', (event) => {
    fail(new Error(event.message || 'The model stopped.'));
  });
  return {
    run: (params, tables) => Promise.race([remote.run(params, tables), dead]),
    stop: () => {
      worker.terminate();
      fail(new Error('stopped'));
    },
  };
}
