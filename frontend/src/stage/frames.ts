/** The frames of decisions, asked of the panes' workers. */
import { frameOf, nearOf } from '../scenes/frame';
import type { Frame } from '../scenes/scene';
import type { PaneWorker } from './worker-client';

/** Frames asked for at once while steps follow each other fast: a message costs more than a frame in it. */
export const BATCH = 8;

/** What is known of a source: the page sent last, which many steps share, and frames that came ahead of time. */
interface Known {
  source: object;
  page: string;
  near: Frame['near'];
  ahead: Map<number, Frame>;
  coming: Promise<void> | null;
}

export class Frames {
  readonly #known = new WeakMap<PaneWorker, Known>();

  /**
   * The frame of decision k; null where the worker has none. `source`: another object for each source that the
   * worker holds, and when it is checked. `onward`: the frames after it are likely to be asked for next.
   */
  async of(worker: PaneWorker, source: object, k: number, onward: boolean): Promise<Frame | null> {
    const known = this.#of(worker, source);
    if (!onward) {
      await known.coming;
      known.ahead.clear();
      await this.#ask(worker, known, k, 1);
      return known.ahead.get(k) ?? null;
    }
    if (!known.ahead.has(k)) await known.coming;
    if (!known.ahead.has(k)) await this.#ask(worker, known, k, BATCH);
    const frame = known.ahead.get(k) ?? null;
    for (const old of known.ahead.keys()) if (old < k) known.ahead.delete(old);
    if (known.ahead.size <= BATCH / 2) known.coming ??= this.#more(worker, known, k + known.ahead.size);
    return frame;
  }

  #of(worker: PaneWorker, source: object): Known {
    const old = this.#known.get(worker);
    if (old?.source === source) return old;
    const known = { source, page: '', near: [], ahead: new Map<number, Frame>(), coming: null };
    this.#known.set(worker, known);
    return known;
  }

  async #ask(worker: PaneWorker, known: Known, k: number, n: number): Promise<void> {
    let { page, near } = known;
    for (const [i, step] of (await worker.steps(k, n, page)).entries()) {
      if (step.page !== page) near = nearOf(step.frame);
      page = step.page;
      known.ahead.set(k + i, frameOf(step.frame, near));
    }
    Object.assign(known, { page, near });
  }

  /** Fetched on the side: if that fails, the frame is asked for again when it is due, and fails then. */
  async #more(worker: PaneWorker, known: Known, k: number): Promise<void> {
    try {
      await this.#ask(worker, known, k, BATCH);
    } catch {
      known.ahead.clear();
    } finally {
      known.coming = null;
    }
  }
}
