/**
 * What changes by steps: free pages of a zone beside its watermarks, by their logarithm, as the marks are close to each
 * other; slots of a swap device that are in use, from none to all of them.
 */
import type { FreePages } from '../model/series/free-pages';
import type { Gauge } from '../model/series/gauge';
import type { SlotUsage } from '../model/series/slot-usage';
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

export function drawFreePages(pen: Pen, { zone, pages }: FreePages, scene: CanvasState, lane: Lane): void {
  const { top, height, scale } = lane;
  const [foot, full] = [top + height - 2, height - 6];
  const [from, to] = [Math.log(scale.min), Math.log(scale.max)];
  const y = (value: number) =>
    Math.round(foot - (full * (Math.log(Math.max(value, scale.min)) - from)) / Math.max(1e-9, to - from));
  drawGauge(pen, pages, scene, lane, y);
  for (const [mark, dashes] of Object.entries(DASHES)) {
    dashed(pen, scene, y(zone[mark as keyof typeof DASHES]), dashes);
  }
}

/** Full where the line of all its slots is. */
export function drawSlotUsage(pen: Pen, { size, slots }: SlotUsage, scene: CanvasState, lane: Lane): void {
  const { top, height, scale } = lane;
  const [foot, full] = [top + height - 2, height - 5];
  const y = (value: number) => Math.round(foot - (full * value) / Math.max(1, scale.max));
  drawGauge(pen, slots, scene, lane, y);
  if (size !== null) dashed(pen, scene, y(size), DASHES.high);
}

function dashed(pen: Pen, { width }: CanvasState, at: number, [dash, gap]: readonly [number, number]): void {
  if (gap === 0) pen.box('ink-2', 0, at, width, 1);
  else for (let x = 0; x < width; x += dash + gap) pen.box('ink-2', x, at, dash, 1);
}

/** Its mean as an area; its line reaches to the least or the most. Hatched until it is known. */
function drawGauge(
  pen: Pen,
  gauge: Gauge,
  { view, width }: CanvasState,
  { top, height, node }: Lane,
  y: (value: number) => number,
): void {
  const foot = top + height - 2;
  const perPixel = widthOf(view) / width;
  const unknown = Math.min(width, Math.round((gauge.from - view.t0) / perPixel));
  if (unknown > 0) pen.hatch('line', 0, top, unknown, height - 1);
  const colour = pen.tone(node);
  let before: number | null = null;
  for (let x = Math.max(0, unknown); x < width; x++) {
    const t = view.t0 + x * perPixel;
    const mean = gauge.mean(t, t + perPixel);
    if (mean === null) break;
    const [at, end] = [y(mean), y(gauge.extremeIn(t, t + perPixel) ?? mean)];
    pen.box('range', x, at, 1, foot - at);
    // The line is whole where it rises or falls.
    const [high, deep] = [Math.min(at, end, before ?? at), Math.max(at, end, before ?? at)];
    pen.box(colour, x, high - 1, 1, Math.max(2, deep - high + 1));
    before = at;
  }
}
