/** The bands above the tracks: the whole capture with the stretch in view, the ruler, what was found. */
import { ALL, FOUND } from '../model/capture';
import type { Picture } from '../model/timeline-capture';
import { rulerOf } from '../model/time/ruler';
import { whole, widthOf, type Span } from '../model/time/span';
import { BINS, countAt, levelFor, tileSpan } from '../model/series/tiles';
import type { Pen } from './pen';
import { HITS, OVERVIEW, RULER, type CanvasState } from './state';
import { barHeight } from './track';

const TICKS_APART = 92;
/** px below which a band of the view would not be seen. */
const LEAST = 3;

export function drawOverview(pen: Pen, capture: Picture, scene: CanvasState): void {
  const { width, view } = scene;
  const all = whole(capture.span);
  const scale = width / widthOf(all);
  const level = levelFor(1 / scale);
  const above = scene.bands.overview;
  const foot = above + OVERVIEW - 3;
  pen.box('line', 0, foot, width, 1);
  counted(capture, ALL, all, width, level, (x, wide, count) => {
    const high = barHeight(count, scene.full, OVERVIEW - 6);
    pen.box('control', x, foot - high, wide, high);
  });
  const xOf = (t: number) => Math.round((t - all.t0) * scale);
  for (const gap of capture.gaps) {
    const x = xOf(gap.from);
    pen.hatch('ink', x, above + 2, Math.max(2, xOf(gap.to) - x), OVERVIEW - 5);
  }
  const from = Math.max(0, Math.min(width - LEAST, xOf(view.t0)));
  const to = Math.min(width, Math.max(from + LEAST, xOf(view.t1)));
  pen.frame('ink', from, above, to - from, OVERVIEW - 1);
  for (const t of scene.marks) pen.flag('ink', xOf(t), above + OVERVIEW - 1, 3);
}

export function drawRuler(pen: Pen, capture: Picture, scene: CanvasState): void {
  const { width, view, bands } = scene;
  if (scene.searching) drawFound(pen, capture, scene);
  if (bands.ruler === null) return;
  const scale = width / widthOf(view);
  const { anchor, ticks } = rulerOf(view.t0, view.t1, width, TICKS_APART, capture.unit);
  const foot = bands.ruler + RULER;
  const middle = bands.ruler + RULER / 2;
  pen.font(600, scene.sans);
  const taken = anchor === '' ? 0 : pen.text(anchor, 'ink', 4, middle) + 16;
  pen.font(400, scene.sans);
  for (const { t, words } of ticks) {
    const x = Math.round((t - view.t0) * scale);
    pen.box('control', x, foot - 5, 1, 5);
    if (x > taken && x + 4 + pen.width(words) <= width) pen.text(words, 'ink-2', x + 4, middle);
  }
  pen.box('control', 0, foot, width, 1);
  for (const t of scene.marks) {
    const x = Math.round((t - view.t0) * scale);
    if (x >= 0 && x <= width) pen.flag('ink', x, foot, 5);
  }
}

function drawFound(pen: Pen, capture: Picture, scene: CanvasState): void {
  const level = levelFor(widthOf(scene.view) / scene.width);
  counted(capture, FOUND, scene.view, scene.width, level, (x, wide) => {
    pen.box('ink', x, scene.bands.found + 2, Math.max(2, wide), HITS - 3);
  });
}

/** Bins of a view that are not empty. */
function counted(
  capture: Picture,
  track: number,
  view: Span,
  width: number,
  level: number,
  call: (x: number, width: number, count: number) => void,
): void {
  const scale = width / widthOf(view);
  const [span, bin] = [tileSpan(level), 2 ** level];
  for (let number = Math.floor(view.t0 / span); number * span < view.t1; number++) {
    const tile = capture.tile(track, level, number, true);
    if (tile.rows[0] === tile.rows[BINS]) continue;
    for (let i = 0; i < BINS; i++) {
      const count = countAt(tile, i);
      if (count === 0) continue;
      const x = Math.round((number * span + i * bin - view.t0) * scale);
      const end = Math.round((number * span + (i + 1) * bin - view.t0) * scale);
      if (end >= 0 && x <= width) call(x, Math.max(1, end - x), count);
    }
  }
}
