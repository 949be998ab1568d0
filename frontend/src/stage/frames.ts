/** The frames of decisions, asked of the panes' workers. */
import { frameOf, nearOf } from '../scenes/frame';
import type { Frame } from '../scenes/scene';
import type { PaneWorker } from './worker-client';

const NO_PAGE: { page: string; near: Frame['near'] } = { page: '', near: [] };

export class Frames {
  /** The page of decisions each worker sent last: it is the same for many steps. */
  readonly #pages = new WeakMap<PaneWorker, typeof NO_PAGE>();

  /** The frame of decision k of the worker's source; null where it has none. */
  async of(worker: PaneWorker, k: number): Promise<Frame | null> {
    const held = this.#pages.get(worker) ?? NO_PAGE;
    const raw = await worker.step(k, held.page);
    if (!raw) return null;
    const near = raw.page === held.page ? held.near : nearOf(raw.frame);
    this.#pages.set(worker, { page: raw.page, near });
    return frameOf(raw.frame, near);
  }
}
