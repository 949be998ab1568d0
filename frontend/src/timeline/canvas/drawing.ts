/**
 * One frame of a capture. Costs as many marks as there are pixels, however many events there are. Two captures draw on
 * canvases over each other, each in its own lanes; the rest of each canvas is clear.
 */
import { ALL } from '../model/capture';
import type { Picture } from '../model/timeline-capture';
import { rulerOf } from '../model/time/ruler';
import { widthOf } from '../model/time/span';
import { drawOverview, drawRuler } from './header';
import type { Pen } from './pen';
import type { CanvasRow, CanvasState, Tops } from './state';
import { drawTrack } from './track';

const TICKS_APART = 92;

/** px of the canvas, from the top. */
interface Area {
  top: number;
  height: number;
}

/** Tells the greatest of each row that was drawn. */
export function drawCapture(pen: Pen, capture: Picture, scene: CanvasState): Tops {
  const tops: Record<string, number> = {};
  const { width, height, view, palette, bands } = scene;
  pen.clear(width, height);
  if (width === 0 || palette['paper'] === undefined) return tops;
  const scale = width / widthOf(view);
  const xOf = (t: number) => Math.round((t - view.t0) * scale);
  pen.font(400, scene.sans);
  pen.within(0, bands.top, width, height - bands.top, () => {
    const rows = scene.rows.flatMap((row) => {
      const top = bands.top + row.y - scene.scroll;
      return top + row.height <= bands.top || top >= height ? [] : [{ ...row, top }];
    });
    const areas = areasOf(rows, scene);
    grounds(pen, rows, areas, scene, xOf);
    const { ticks } = rulerOf(view.t0, view.t1, width, TICKS_APART, capture.unit);
    for (const { top, height: high } of areas) {
      for (const { t } of ticks) pen.box('line', xOf(t), top, 1, high);
    }
    outside(pen, capture, areas, scene, xOf);
    for (const row of rows) {
      if (!row.halved) pen.box('line', 0, row.top + row.height - 1, width, 1);
      if (row.track === null) continue;
      const other = scene.others[row.key] ?? 0;
      const greatest = drawTrack(pen, capture, scene, { ...row, track: row.track, other });
      if (greatest > 0) tops[row.key] = greatest;
      lost(pen, capture, row.track, row.top, row.height, xOf);
    }
    overlays(pen, rows, areas, scene, xOf);
  });
  drawOverview(pen, capture, scene);
  drawRuler(pen, capture, scene);
  return tops;
}

type Placed = CanvasRow & Area;

/** What is this capture's own: rows that touch each other are one area. */
function areasOf(rows: readonly Placed[], { rest, height, bands }: CanvasState): Area[] {
  const areas: Area[] = [];
  for (const { top, height: high } of rows) {
    const last = areas[areas.length - 1];
    if (last && last.top + last.height === top) last.height += high;
    else areas.push({ top, height: high });
  }
  if (!rest) return areas;
  const last = rows[rows.length - 1];
  const below = last ? last.top + last.height * (last.halved ? 2 : 1) : bands.top;
  if (below < height) areas.push({ top: below, height: height - below });
  return areas;
}

/** Behind the tracks: the one under the keys, and the selected stretch. */
function grounds(
  pen: Pen,
  rows: readonly Placed[],
  areas: readonly Area[],
  scene: CanvasState,
  xOf: (t: number) => number,
): void {
  for (const { key, top, height } of rows) {
    if (key === scene.selected) pen.box('wash', 0, top, scene.width, height);
  }
  if (!scene.range) return;
  const [from, to] = [xOf(scene.range.from), xOf(scene.range.to)];
  for (const { top, height } of areas) pen.box('wash', from, top, Math.max(1, to - from), height);
}

/** Where the capture has not begun or is over, nothing is not the same as no events. */
function outside(
  pen: Pen,
  capture: Picture,
  areas: readonly Area[],
  { width }: CanvasState,
  xOf: (t: number) => number,
): void {
  const [begin, end] = [xOf(0), xOf(capture.span) + 1];
  for (const { top, height } of areas) {
    if (begin > 0) pen.hatch('line', 0, top, Math.min(begin, width), height);
    if (end < width) pen.hatch('line', Math.max(0, end), top, width, height);
  }
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
function overlays(
  pen: Pen,
  rows: readonly Placed[],
  areas: readonly Area[],
  scene: CanvasState,
  xOf: (t: number) => number,
): void {
  const { range, event, marks } = scene;
  for (const { top, height } of areas) {
    if (range) for (const t of [range.from, range.to]) pen.box('ink', xOf(t), top, 1, height);
    for (const t of marks) pen.box('control', xOf(t), top, 1, height);
    if (event) pen.box('now', xOf(event.ts), top, 1, height);
  }
  if (!event) return;
  for (const row of rows) {
    if (row.track === null || row.track !== event.track) continue;
    pen.box('now', xOf(event.ts) - 1, row.top, 3, row.height);
  }
}
