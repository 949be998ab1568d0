/** Tracks of numbers: those of single events, a measure by bin, and how much there is in a second. */
import type { Picture } from '../model/timeline-capture';
import { levelFor } from '../model/series/tiles';
import { widthOf } from '../model/time/span';
import { eachBin, share, type TrackPlace } from './bins';
import type { Pen } from './pen';
import type { CanvasState } from './state';

/** Values that span more than two powers of ten are told apart by their logarithm only. */
export const isLog = ({ min, max }: { min: number; max: number }): boolean =>
  min >= 0 && max > 100 * Math.max(1, min);

/** Where a value of the measure stands, 0 to 1. */
function shareOf(value: number, { min, max }: { min: number; max: number }): number {
  if (max <= min) return 0.5;
  if (!isLog({ min, max })) return (value - min) / (max - min);
  const [from, to] = [Math.log1p(min), Math.log1p(max)];
  return (Math.log1p(value) - from) / (to - from);
}

/** The number of each event of a script by its logarithm; of many, least, greatest and mean. Without one: a stroke. */
export function drawNumbers(
  pen: Pen,
  capture: Picture,
  scene: CanvasState,
  place: TrackPlace & { scale: { min: number; max: number } },
  many: boolean,
): void {
  const { track, top, height, node, scale } = place;
  const colour = pen.tone(node);
  const y = (value: number) => Math.round(top + height - 4 - logShare(value, scale) * (height - 8));
  if (many) {
    eachBin(capture, scene, track, ({ n, min, max, mean }, bin, x, width) => {
      if ((n?.[bin] ?? 0) === 0) {
        pen.box('range', x, top + 2, 1, height - 4);
        return;
      }
      const [low, high] = [y(min?.[bin] ?? 0), y(max?.[bin] ?? 0)];
      pen.box('range', x, high - 1, Math.max(width, 2), low - high + 2);
      pen.box(colour, x, y(mean?.[bin] ?? 0) - 1, Math.max(width, 2), 2);
    });
    return;
  }
  const few = capture.strokes(track, scene.view, levelFor(widthOf(scene.view) / scene.width));
  const perNs = scene.width / widthOf(scene.view);
  for (let i = 0; i < few.length; i++) {
    const value = few.number?.(i) ?? NaN;
    const x = Math.round((few.ts(i) - scene.view.t0) * perNs);
    if (Number.isNaN(value)) pen.box(colour, x, top + 2, 1, height - 4);
    else pen.box(colour, x - 2, y(value) - 2, 4, 4);
  }
}

/** 0 to 1, by the logarithm; below zero there is none, then as it is. */
function logShare(value: number, { min, max }: { min: number; max: number }): number {
  const by = min < 0 ? (n: number) => n : Math.log1p;
  return max > min ? (by(value) - by(min)) / (by(max) - by(min)) : 0.5;
}

/** How much there is in a second, or in a bar where the clock knows none: dark what was got of it, where that is known. */
export function drawAmounts(pen: Pen, capture: Picture, scene: CanvasState, place: TrackPlace): number {
  const { track, top, height, node, other } = place;
  const bins: [x: number, width: number, all: number, got: number | null][] = [];
  const per = capture.unit ? 1 : 1e9 / 2 ** levelFor(widthOf(scene.view) / scene.width);
  let greatest = 0;
  eachBin(capture, scene, track, ({ sums: [all, got] }, bin, x, width) => {
    const here = (all?.[bin] ?? 0) * per;
    greatest = Math.max(greatest, here);
    bins.push([x, width, here, got ? (got[bin] ?? 0) * per : null]);
  });
  if (scene.scaleBy === 'capture') greatest = capture.mostOf(track);
  const [foot, most, full] = [top + height - 1, height - 3, Math.max(greatest, other)];
  const colour = pen.tone(node);
  for (const [x, width, all, got] of bins) {
    const [high, dark] = [share(all, full, most), share(got ?? all, full, most)];
    if (high > dark) {
      pen.box('range', x, foot - high, width, high);
      pen.box(colour, x, foot - high, width, 1);
    }
    pen.box(colour, x, foot - dark, width, dark);
  }
  return greatest;
}

/** Least, greatest and mean of each bin. */
export function drawMeasure(
  pen: Pen,
  capture: Picture,
  scene: CanvasState,
  { track, top, height, node }: TrackPlace,
  scale: { min: number; max: number },
): void {
  const foot = top + height - 2;
  const full = height - 5;
  const y = (value: number) => Math.round(foot - shareOf(value, scale) * full);
  const colour = pen.tone(node);
  const ranges: [number, number, number, number][] = [];
  const means: [number, number, number][] = [];
  eachBin(capture, scene, track, (tile, bin, x, width) => {
    if ((tile.n?.[bin] ?? 0) === 0) return;
    const [low, high] = [y(tile.min?.[bin] ?? 0), y(tile.max?.[bin] ?? 0)];
    ranges.push([x, high, Math.max(width, 2), Math.max(1, low - high)]);
    means.push([x, y(tile.mean?.[bin] ?? 0), Math.max(width, 2)]);
  });
  for (const [x, at, width, high] of ranges) pen.box('range', x, at, width, high);
  for (const [x, at, width] of means) pen.box(colour, x, at - 1, width, 2);
}
