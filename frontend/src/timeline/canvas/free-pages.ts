/** Free pages of a zone beside its watermarks, by their logarithm: the marks are close to each other. */
import type { FreePages } from '../model/series/free-pages';
import { widthOf } from '../model/time/span';
import type { Pen } from './pen';
import type { CanvasState } from './state';

export interface Lane {
  top: number;
  height: number;
  node: number | null;
  scale: { min: number; max: number };
}

/** px that a dash and a gap take, from min to high: the closer the line, the more pages it asks for. */
const DASHES = { min: [2, 2], low: [6, 3], high: [1, 0] } as const;

export function drawFreePages(
  pen: Pen,
  { zone, pages }: FreePages,
  { view, width }: CanvasState,
  lane: Lane,
): void {
  const { top, height, node, scale } = lane;
  const [foot, full] = [top + height - 2, height - 6];
  const [from, to] = [Math.log(scale.min), Math.log(scale.max)];
  const y = (value: number) =>
    Math.round(foot - (full * (Math.log(Math.max(value, scale.min)) - from)) / Math.max(1e-9, to - from));
  const perPixel = widthOf(view) / width;
  const unknown = Math.min(width, Math.round((pages.from - view.t0) / perPixel));
  if (unknown > 0) pen.hatch('line', 0, top, unknown, height - 1);
  const colour = pen.tone(node);
  let before: number | null = null;
  for (let x = Math.max(0, unknown); x < width; x++) {
    const t = view.t0 + x * perPixel;
    const mean = pages.mean(t, t + perPixel);
    if (mean === null) break;
    const [at, low] = [y(mean), y(pages.leastIn(t, t + perPixel) ?? mean)];
    pen.box('range', x, at, 1, foot - at);
    // The line is whole where it rises or falls, and reaches down to the least.
    const [high, deep] = [Math.min(at, before ?? at), Math.max(low, before ?? low, at)];
    pen.box(colour, x, high - 1, 1, Math.max(2, deep - high + 1));
    before = at;
  }
  for (const [mark, [dash, gap]] of Object.entries(DASHES)) {
    const at = y(zone[mark as keyof typeof DASHES]);
    if (gap === 0) pen.box('ink-2', 0, at, width, 1);
    else for (let x = 0; x < width; x += dash + gap) pen.box('ink-2', x, at, dash, 1);
  }
}
