/** One frame of a capture. Costs as many marks as there are pixels, however many events there are. */
import { ALL } from '../model/capture';
import type { Picture } from '../model/picture';
import { rulerOf } from '../model/ruler';
import { widthOf } from '../model/span';
import { drawOverview, drawRuler } from './bands';
import type { Pen } from './pen';
import { TOP, type Scene, type Tops } from './scene';
import { drawTrack } from './track';

const TICKS_APART = 92;

/** Tells the greatest of each row that was drawn. */
export function draw(pen: Pen, capture: Picture, scene: Scene): Tops {
  const tops: Record<string, number> = {};
  const { width, height, view, palette } = scene;
  pen.box('paper', 0, 0, width, height);
  if (width === 0 || palette['paper'] === undefined) return tops;
  const scale = width / widthOf(view);
  const xOf = (t: number) => Math.round((t - view.t0) * scale);
  pen.font(400, scene.sans);
  pen.within(0, TOP, width, height - TOP, () => {
    grounds(pen, scene, xOf);
    const { ticks } = rulerOf(view.t0, view.t1, width, TICKS_APART);
    for (const { t } of ticks) pen.box('line', xOf(t), TOP, 1, height - TOP);
    outside(pen, capture, scene, xOf);
    for (const row of scene.rows) {
      const top = TOP + row.y - scene.scroll;
      if (top + row.height <= TOP || top >= height) continue;
      pen.box('line', 0, top + row.height - 1, width, 1);
      if (row.track === null) continue;
      const other = scene.others[row.key] ?? 0;
      const greatest = drawTrack(pen, capture, scene, { ...row, track: row.track, top, other });
      if (greatest > 0) tops[row.key] = greatest;
      lost(pen, capture, row.track, top, row.height, xOf);
    }
    overlays(pen, scene, xOf);
  });
  drawOverview(pen, capture, scene);
  drawRuler(pen, capture, scene);
  return tops;
}

/** Behind the tracks: the one under the keys, and the selected stretch. */
function grounds(pen: Pen, scene: Scene, xOf: (t: number) => number): void {
  for (const [i, row] of scene.rows.entries()) {
    if (i !== scene.selected) continue;
    pen.box('wash', 0, TOP + row.y - scene.scroll, scene.width, row.height);
  }
  if (!scene.range) return;
  const [from, to] = [xOf(scene.range.from), xOf(scene.range.to)];
  pen.box('wash', from, TOP, Math.max(1, to - from), scene.height);
}

/** Where the capture has not begun or is over, nothing is not the same as no events. */
function outside(pen: Pen, capture: Picture, scene: Scene, xOf: (t: number) => number): void {
  const [begin, end] = [xOf(0), xOf(capture.span) + 1];
  if (begin > 0) pen.hatch('line', 0, TOP, Math.min(begin, scene.width), scene.height);
  if (end < scene.width) pen.hatch('line', Math.max(0, end), TOP, scene.width, scene.height);
}

function lost(
  pen: Pen,
  capture: Picture,
  track: number,
  top: number,
  height: number,
  xOf: (t: number) => number,
): void {
  const name = capture.tracks[track]?.group === 'cpu' ? capture.tracks[track].name : null;
  for (const { from, to, cpu } of capture.gaps) {
    if (cpu !== null && track !== ALL && name !== `CPU ${cpu}`) continue;
    const x = xOf(from);
    pen.hatch('ink', x, top + 1, Math.max(LEAST_GAP, xOf(to) - x), height - 2);
  }
}

const LEAST_GAP = 3;

/** Before everything: ends of the selected stretch, marks, the event whose fields are shown. */
function overlays(pen: Pen, scene: Scene, xOf: (t: number) => number): void {
  const { height, range, event } = scene;
  if (range) {
    for (const t of [range.from, range.to]) pen.box('ink', xOf(t), TOP, 1, height);
  }
  for (const t of scene.marks) pen.box('control', xOf(t), TOP, 1, height);
  if (!event) return;
  const x = xOf(event.ts);
  pen.box('now', x, TOP, 1, height);
  for (const row of scene.rows) {
    if (row.track === null || row.track !== event.track) continue;
    pen.box('now', x - 1, TOP + row.y - scene.scroll, 3, row.height);
  }
}
