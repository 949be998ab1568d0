/**
 * Work in small pieces, a few of them in each frame: what is brought up to date when a movement ends shall not make
 * one frame late. Work of the same name takes the place of what is left of it. While the next movement goes on it waits:
 * what it would write is out of date by then.
 */

/** ms of such work in a frame. */
const BUDGET_MS = 0.2;

export class WorkQueue {
  readonly #left = new Map<string, Iterator<void>>();
  readonly #waits: () => boolean;
  #frame = 0;

  /** `waits`: whether something moves; `resume` says that it does no more. */
  constructor(waits: () => boolean) {
    this.#waits = waits;
  }

  /** `pieces` stops wherever it may be interrupted. */
  run(name: string, pieces: () => Iterator<void>): void {
    // Behind what waits already.
    this.#left.delete(name);
    this.#left.set(name, pieces());
    this.resume();
  }

  resume(): void {
    if (this.#frame === 0 && this.#left.size > 0 && !this.#waits())
      this.#frame = requestAnimationFrame(this.#work);
  }

  #work = (): void => {
    this.#frame = 0;
    const end = performance.now() + BUDGET_MS;
    while (!this.#waits()) {
      const [next] = this.#left;
      if (!next) break;
      const [name, pieces] = next;
      if (pieces.next().done && this.#left.get(name) === pieces) this.#left.delete(name);
      if (performance.now() >= end) break;
    }
    this.resume();
  };
}
