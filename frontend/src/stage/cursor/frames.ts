/** The frames of decisions, asked of the panes' workers. */
import type { Frame } from '../../scenes/scene';
import type { PaneWorker } from '../workers/client';

/** Frames asked for at once while steps follow each other fast: a message costs more than a frame in it. */
export const BATCH = 6;
/** A frame may be this many steps old then, and no more: less than a tenth of a second. */
export const LAG = 4;

/** What is known of a source: the page sent last, which many steps share, and frames that came ahead of time. */
interface Known {
  source: object;
  page: string;
  near: Frame['neighbours'];
  /** By decision, in order. */
  ahead: Map<number, Frame>;
  coming: Promise<void> | null;
  /** Decision asked for last. */
  last: number;
}

export class Frames {
  readonly #known = new WeakMap<PaneWorker, Known>();

  /**
   * The frame of decision k; null where the worker has none. `source`: another object for each source that the
   * worker holds, and when it is checked. `onward`: more will be asked for soon, about as far apart as this from
   * the last; then it may be the frame of a decision less than `LAG` before k.
   */
  async of(worker: PaneWorker, source: object, k: number, onward: boolean): Promise<Frame | null> {
    const known = this.#of(worker, source);
    const stride = Math.max(1, Math.min(LAG, k - known.last));
    known.last = k;
    if (!onward) {
      await known.coming;
      known.ahead.clear();
      await this.#ask(worker, known, k, 1, 1);
      return known.ahead.get(k) ?? null;
    }
    if (latest(known, k) === undefined) await known.coming;
    if (latest(known, k) === undefined) {
      known.ahead.clear();
      await this.#ask(worker, known, k, BATCH, stride);
    }
    const at = latest(known, k) ?? k;
    for (const old of known.ahead.keys()) if (old < at) known.ahead.delete(old);
    if (known.ahead.size <= BATCH / 2) {
      const next = Math.max(...known.ahead.keys()) + stride;
      known.coming ??= this.#more(worker, known, next, stride);
    }
    return known.ahead.get(at) ?? null;
  }

  #of(worker: PaneWorker, source: object): Known {
    const old = this.#known.get(worker);
    if (old?.source === source) return old;
    const known = { source, page: '', near: [], ahead: new Map<number, Frame>(), coming: null, last: 0 };
    this.#known.set(worker, known);
    return known;
  }

  async #ask(worker: PaneWorker, known: Known, k: number, n: number, stride: number): Promise<void> {
    let { page, near } = known;
    for (const [i, step] of (await worker.steps(k, n, stride, page)).entries()) {
      if (step.page !== page) near = step.frame.neighbours;
      page = step.page;
      known.ahead.set(k + i * stride, { ...step.frame, neighbours: near });
    }
    Object.assign(known, { page, near });
  }

  /** Fetched on the side: if that fails, the frame is asked for again when it is due, and fails then. */
  async #more(worker: PaneWorker, known: Known, k: number, stride: number): Promise<void> {
    try {
      await this.#ask(worker, known, k, BATCH, stride);
    } catch {
      known.ahead.clear();
    } finally {
      known.coming = null;
    }
  }
}

/** The last decision up to k that there is a frame of, unless that is too old. */
function latest({ ahead }: Known, k: number): number | undefined {
  const at = [...ahead.keys()].filter((own) => own <= k).at(-1);
  return at !== undefined && k - at < LAG ? at : undefined;
}
