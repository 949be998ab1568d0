/** Runs through so many workers, each busy until nothing is left; stopped at once, and nothing made twice. */
import type { ParamValues } from '../core/params';

/** `T`: what a run comes to; a text says why it cannot be made. */
export interface Runner<T> {
  run(params: ParamValues | null, capture: string | Blob | null): Promise<T | string>;
  stop(): void;
}

export interface Job {
  /** Names the run by all that it depends on. */
  key: string;
  /** Null: the capture as it is. */
  params: ParamValues | null;
  capture: string | Blob | null;
}

const KEPT_MAX = 20_000;

export class Pool<T extends object> {
  readonly #start: () => Runner<T>;
  readonly #size: number;
  #runners: Runner<T>[] = [];
  #turn = 0;
  /** What runs came to, by key. */
  readonly #kept = new Map<string, T>();

  constructor(start: () => Runner<T>, size: number) {
    this.#start = start;
    this.#size = size;
  }

  /** What is known of a run already. */
  kept(key: string): T | null {
    return this.#kept.get(key) ?? null;
  }

  /** Makes those that are not known; `done` for each as it comes. Ends when all are made, or with stop(). */
  async make(jobs: readonly Job[], done: (job: number, found: T | string) => void): Promise<void> {
    this.stop();
    const mine = this.#turn;
    const left = [...jobs.entries()].filter(([i, { key }]) => {
      const known = this.#kept.get(key);
      if (known) done(i, known);
      return !known;
    });
    let next = 0;
    const work = async (runner: Runner<T>) => {
      for (let job = left[next++]; job && mine === this.#turn; job = left[next++]) {
        const [i, { key, params, capture }] = job;
        const found = await runner.run(params, capture);
        if (mine !== this.#turn) return;
        if (typeof found !== 'string') this.#keep(key, found);
        done(i, found);
      }
    };
    while (this.#runners.length < Math.min(this.#size, left.length)) this.#runners.push(this.#start());
    await Promise.race([
      Promise.all(this.#runners.map(work)),
      new Promise<void>((resolve) => {
        this.#stopped = resolve;
      }),
    ]);
  }

  #stopped: () => void = () => undefined;

  /** Gives up what is under way: a run that has begun is not waited for. */
  stop(): void {
    this.#turn++;
    for (const runner of this.#runners) runner.stop();
    this.#runners = [];
    this.#stopped();
  }

  #keep(key: string, found: T): void {
    const [oldest] = this.#kept.keys();
    if (this.#kept.size >= KEPT_MAX && oldest !== undefined) this.#kept.delete(oldest);
    this.#kept.set(key, found);
  }
}
