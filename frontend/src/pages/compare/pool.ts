/** Runs through so many workers, each busy until nothing is left; stopped at once, and nothing made twice. */
import type { ParamValues } from '../../core/params';
import type { RunStorage } from './storage';

/** `T`: what a run comes to; a text says why it cannot be made. */
export interface Runner<T> {
  run(params: ParamValues | null, capture: string | Blob | null): Promise<T | string>;
  stop(): void;
}

export interface Job {
  /** Names the run by all that it depends on. */
  key: string;
  /** Whether the key means the same at another visit. */
  lasting?: boolean;
  /** Null: the capture as it is. */
  params: ParamValues | null;
  capture: string | Blob | null;
}

/** Where a run comes from: it was made; it was made before, on this visit; or it was kept from another one. */
export type RunOrigin = 'made' | 'known' | 'kept';

const KNOWN_MAX = 20_000;

/** What is shown changes so often at most, however fast runs finish. */
const SHOW_EVERY_MS = 250;

/** Says whether it is time to show what there is, and that it is shown: with the first run of all, then once in a while. */
export function showing(): (first: boolean) => boolean {
  let shown = performance.now();
  return (first) => {
    const now = performance.now();
    if (!first && now - shown < SHOW_EVERY_MS) return false;
    shown = now;
    return true;
  };
}

export class Pool<T extends object> {
  readonly #start: () => Runner<T>;
  readonly #size: number;
  readonly #shelf: RunStorage<T> | null;
  #runners: Runner<T>[] = [];
  #turn = 0;
  /** What runs came to on this visit, by key. */
  readonly #known = new Map<string, T>();

  constructor(start: () => Runner<T>, size: number, shelf: RunStorage<T> | null = null) {
    this.#start = start;
    this.#size = size;
    this.#shelf = shelf;
  }

  /** Makes those that are not known; `done` for each as it comes. Ends when all are made, or with stop(). */
  async make(
    jobs: readonly Job[],
    done: (job: number, found: T | string, from: RunOrigin) => void,
  ): Promise<void> {
    this.stop();
    const mine = this.#turn;
    let left = [...jobs.entries()].filter(([i, { key }]) => {
      const known = this.#known.get(key);
      if (known) done(i, known, 'known');
      return !known;
    });
    const lasting = left.flatMap(([, { key, lasting: lasts }]) => (lasts ? [key] : []));
    if (this.#shelf && lasting.length > 0) {
      const kept = await this.#shelf.find(lasting);
      if (mine !== this.#turn) return;
      left = left.filter(([i, { key }]) => {
        const found = kept.get(key);
        if (found) {
          this.#keep(key, found);
          done(i, found, 'kept');
        }
        return !found;
      });
    }
    let next = 0;
    const work = async (runner: Runner<T>) => {
      for (let job = left[next++]; job && mine === this.#turn; job = left[next++]) {
        const [i, { key, lasting: lasts, params, capture }] = job;
        const found = await runner.run(params, capture);
        if (mine !== this.#turn) return;
        if (typeof found !== 'string') {
          this.#keep(key, found);
          if (lasts) this.#shelf?.put(key, found);
        }
        done(i, found, 'made');
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

  /** How many runs are kept for other visits. */
  async count(): Promise<number> {
    return (await this.#shelf?.count()) ?? 0;
  }

  /** What was made, on this visit and before. */
  async forget(): Promise<void> {
    this.#known.clear();
    await this.#shelf?.forget();
  }

  #keep(key: string, found: T): void {
    const [oldest] = this.#known.keys();
    if (this.#known.size >= KNOWN_MAX && oldest !== undefined) this.#known.delete(oldest);
    this.#known.set(key, found);
  }
}
