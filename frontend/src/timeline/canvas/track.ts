/**
 * One track. Events are counted in bins of one to two pixels: the bar is as high as the logarithm of the number.
 * How many go on, and how much there is in a second, stand as they are. The greatest that is in view, of both captures,
 * fills the height; or that of the whole capture. A measure is shown by its least and greatest value in the bin, with
 * a line at the mean. Where there are few events each is a stroke, with its name if there is room.
 */
import type { Picture, Strokes } from '../model/timeline-capture';
import { countAt, levelFor } from '../model/series/tiles';
import { widthOf } from '../model/time/span';
import { drawActivity } from './activity-track';
import { eachBin, NAME_GAP, type TrackPlace } from './bins';
import { drawFreePages, drawSlotUsage } from './gauge-track';
import { drawAmounts, drawMeasure, drawNumbers } from './number-track';
import type { Pen } from './pen';
import type { CanvasState } from './state';

/** px that a name needs at least. */
const NAME_MIN = 64;
/** px between strokes below which bars are drawn. */
const APART = 4;

/** Bars are never drawn for fewer than this: one event is not a full bar. */
export const FULL_LEAST = 8;

/** px of a bar; `full`: so many events make it as high as it can be. */
export function barHeight(count: number, full: number, height: number): number {
  if (count === 0) return 0;
  return Math.max(2, Math.round((Math.log2(1 + Math.min(count, full)) / Math.log2(1 + full)) * height));
}

/** Tells the greatest of what is drawn by it; 0 where nothing has a height by it. */
export function drawTrack(pen: Pen, capture: Picture, scene: CanvasState, place: TrackPlace): number {
  const { view, width } = scene;
  const { level, spans, known, wakers, flow, free, usage, number } = capture.tracks[place.track] ?? {};
  if (!capture.measure) {
    if (free && place.scale) {
      drawFreePages(pen, free, scene, { ...place, scale: place.scale });
      return 0;
    }
    if (usage && place.scale) {
      drawSlotUsage(pen, usage, scene, { ...place, scale: place.scale });
      return 0;
    }
    if (level && spans)
      return drawActivity(
        pen,
        capture,
        { level, spans, known: known ?? null, wakers: wakers ?? null },
        scene,
        place,
      );
    if (flow) return drawAmounts(pen, capture, scene, place);
  }
  const bins = levelFor(widthOf(view) / width);
  const events = capture.within(place.track, view, bins);
  if (events === 0) return 0;
  if (capture.measure && scene.scale) drawMeasure(pen, capture, scene, place, scene.scale);
  else if (number && place.scale)
    drawNumbers(pen, capture, scene, { ...place, scale: place.scale }, events > width / APART);
  else if (events > width / APART) return bars(pen, capture, scene, place);
  else strokes(pen, capture, scene, place, capture.strokes(place.track, view, bins));
  return 0;
}

function strokes(pen: Pen, capture: Picture, scene: CanvasState, place: TrackPlace, few: Strokes): void {
  const scale = scene.width / widthOf(scene.view);
  const xOf = (i: number) => Math.round((few.ts(i) - scene.view.t0) * scale);
  const colour = pen.tone(place.node);
  const [top, height] = [place.top + 3, place.height - 6];
  // All of one kind have its name already.
  const { group } = capture.tracks[place.track] ?? {};
  const named = group === 'kind' || group === 'own';
  for (let i = 0; i < few.length; i++) {
    const x = xOf(i);
    pen.box(colour, x, top, 2, height);
    const room = (i + 1 < few.length ? xOf(i + 1) : scene.width) - x - 2 * NAME_GAP;
    if (named || room < NAME_MIN || place.height < 16) continue;
    pen.text(pen.cut(few.name(i), room), 'ink-2', x + NAME_GAP, top + height / 2 + 1);
  }
}

function bars(
  pen: Pen,
  capture: Picture,
  scene: CanvasState,
  { track, top, height, node, other }: TrackPlace,
): number {
  const colour = pen.tone(node);
  const most = height - 3;
  const foot = top + height - 1;
  const bins: [x: number, width: number, count: number][] = [];
  let greatest = FULL_LEAST;
  eachBin(capture, scene, track, (tile, bin, x, width) => {
    const count = countAt(tile, bin);
    greatest = Math.max(greatest, count);
    bins.push([x, width, count]);
  });
  if (scene.scaleBy === 'capture') greatest = scene.full;
  const full = Math.max(greatest, other);
  // Neighbours of the same height are one box.
  let [start, end, high] = [0, 0, 0];
  const flush = () => {
    if (high > 0) pen.box(colour, start, foot - high, end - start, high);
  };
  for (const [x, width, count] of bins) {
    const now = barHeight(count, full, most);
    if (now !== high || x !== end) {
      flush();
      [start, high] = [x, now];
    }
    end = x + width;
  }
  flush();
  return greatest;
}
