/**
 * Work in small pieces, a few of them in each frame: what is brought up to date when a movement ends shall not make
 * one frame late. Work of the same name takes the place of what is left of it.
 */

/** ms of such work in a frame. */
const BUDGET_MS = 0.2;

export class Paced {
  readonly #left = new Map<string, Iterator<void>>();
  #frame = 0;

  /** `pieces` stops wherever it may be interrupted. */
  run(name: string, pieces: () => Iterator<void>): void {
    // Behind what waits already.
    this.#left.delete(name);
    this.#left.set(name, pieces());
    if (this.#frame === 0) this.#frame = requestAnimationFrame(this.#work);
  }

  #work = (): void => {
    const end = performance.now() + BUDGET_MS;
    do {
      const [next] = this.#left;
      if (!next) break;
      const [name, pieces] = next;
      if (pieces.next().done && this.#left.get(name) === pieces) this.#left.delete(name);
    } while (performance.now() < end);
    this.#frame = this.#left.size > 0 ? requestAnimationFrame(this.#work) : 0;
  };
}
