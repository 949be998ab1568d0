/** The panes' workers, each started when it is first asked for something. */
import { PANES, type PaneId } from '../../core/panes';
import { startWorker, type PaneWorker } from './client';

export class WorkerPool {
  readonly #started = new Map<PaneId, PaneWorker>();
  readonly #stops = new Map<PaneId, () => void>();
  readonly #onCrash: (id: PaneId, reason: string) => void;

  /** `onCrash`: a worker died, for instance of memory; the next load starts another. */
  constructor(onCrash: (id: PaneId, reason: string) => void) {
    this.#onCrash = onCrash;
  }

  /** The worker of a pane that has been started. */
  get(id: PaneId): PaneWorker | undefined {
    return this.#started.get(id);
  }

  start(id: PaneId): PaneWorker {
    const started = this.#started.get(id);
    if (started) return started;
    const { core, stop } = startWorker((reason) => {
      stop();
      this.#started.delete(id);
      this.#onCrash(id, reason);
    });
    this.#started.set(id, core);
    this.#stops.set(id, stop);
    return core;
  }

  /** What only some files need, for those that have been started. */
  async prepareMore(): Promise<void> {
    await Promise.all([...this.#started.values()].map((core) => core.prepareMore()));
  }

  /** Starts both, so that a file can be read later even when the page's server is gone. */
  async prepare(scene: string): Promise<void> {
    await Promise.all(PANES.map((id) => this.start(id).prepare(scene)));
  }

  /** Ends all of them. */
  stop(): void {
    for (const stop of this.#stops.values()) stop();
    this.#stops.clear();
    this.#started.clear();
  }
}
