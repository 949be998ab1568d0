/**
 * One track. Events are counted in bins of one to two pixels: the bar is as high as the logarithm of the number.
 * How many go on, and how much there is in a second, stand as they are. The greatest that is in view, of both captures,
 * fills the height; or that of the whole capture. A measure is shown by its least and greatest value in the bin, with
 * a line at the mean. Where there are few events each is a stroke, with its name if there is room.
 */
import type { Level } from '../model/level';
import type { Picture, Strokes } from '../model/picture';
import { roughly } from '../model/ruler';
import { BINS, countAt, levelFor, tileSpan } from '../model/tiles';
import { widthOf } from '../model/span';
import { drawFree } from './free';
import type { Pen } from './pen';
import type { Scene } from './scene';

/** px that a name needs at least, and from a stroke to a name on either side of it. */
const NAME_MIN = 64;
const NAME_GAP = 6;
/** px between strokes below which bars are drawn. */
const APART = 4;

export interface Place {
  track: number;
  top: number;
  height: number;
  node: number | null;
  scale: { min: number; max: number } | null;
  /** The greatest of this row in the other capture. */
  other: number;
}

/** Bars are never drawn for fewer than this: one event is not a full bar. */
export const FULL_LEAST = 8;

/** px of a bar; `full`: so many events make it as high as it can be. */
export function barHeight(count: number, full: number, height: number): number {
  if (count === 0) return 0;
  return Math.max(2, Math.round((Math.log2(1 + Math.min(count, full)) / Math.log2(1 + full)) * height));
}

/** Values that span more than two powers of ten are told apart by their logarithm only. */
export const isLog = ({ min, max }: { min: number; max: number }): boolean =>
  min >= 0 && max > 100 * Math.max(1, min);

/** Where a value of the measure stands, 0 to 1. */
export function shareOf(value: number, { min, max }: { min: number; max: number }): number {
  if (max <= min) return 0.5;
  if (!isLog({ min, max })) return (value - min) / (max - min);
  const [from, to] = [Math.log1p(min), Math.log1p(max)];
  return (Math.log1p(value) - from) / (to - from);
}

/** Tells the greatest of what is drawn by it; 0 where nothing has a height by it. */
export function drawTrack(pen: Pen, capture: Picture, scene: Scene, place: Place): number {
  const { view, width } = scene;
  const { level, flow, free } = capture.tracks[place.track] ?? {};
  if (!capture.measure) {
    if (free && place.scale) {
      drawFree(pen, free, scene, { ...place, scale: place.scale });
      return 0;
    }
    if (level) return area(pen, level, scene, place);
    if (flow) return amounts(pen, capture, scene, place);
  }
  const bins = levelFor(widthOf(view) / width);
  const events = capture.within(place.track, view, bins);
  if (events === 0) return 0;
  if (capture.measure && scene.scale) measured(pen, capture, scene, place, scene.scale);
  else if (events > width / APART) return bars(pen, capture, scene, place);
  else strokes(pen, capture, scene, place, capture.strokes(place.track, view, bins));
  return 0;
}

function strokes(pen: Pen, capture: Picture, scene: Scene, place: Place, few: Strokes): void {
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

/** Calls back for every bin that is in view and holds something, from left to right. */
function eachBin(
  capture: Picture,
  scene: Scene,
  track: number,
  call: (tile: ReturnType<Picture['tile']>, bin: number, x: number, width: number) => void,
): void {
  const { view, width } = scene;
  const scale = width / widthOf(view);
  const level = levelFor(1 / scale);
  const [span, binWidth] = [tileSpan(level), 2 ** level];
  for (let number = Math.floor(view.t0 / span); number * span < view.t1; number++) {
    const tile = capture.tile(track, level, number);
    if (tile.rows[0] === tile.rows[BINS]) continue;
    const begin = number * span;
    const from = Math.max(0, Math.floor((view.t0 - begin) / binWidth));
    const to = Math.min(BINS, Math.ceil((view.t1 - begin) / binWidth));
    for (let bin = from; bin < to; bin++) {
      if (countAt(tile, bin) === 0) continue;
      const x = Math.round((begin + bin * binWidth - view.t0) * scale);
      const end = Math.round((begin + (bin + 1) * binWidth - view.t0) * scale);
      call(tile, bin, x, Math.max(1, end - x));
    }
  }
}

/** px of a value that is not nothing: its share of what fills the height. */
const share = (value: number, full: number, height: number): number =>
  value > 0 ? Math.max(2, Math.round((Math.min(value, full) / full) * height)) : 0;

/** How many go on at a time: of one, stretches with their length where there is room. */
function area(pen: Pen, level: Level, scene: Scene, { top, height, node, other }: Place): number {
  const { view, width } = scene;
  const perPixel = widthOf(view) / width;
  const means = new Float64Array(width + 1);
  for (let x = 0; x < width; x++) {
    means[x] = level.mean(view.t0 + x * perPixel, view.t0 + (x + 1) * perPixel);
  }
  const one = level.most === 1;
  const greatest = one || scene.scaleBy === 'capture' ? level.most : Math.max(1, greatestOf(means));
  const [foot, most, full] = [top + height - 1, height - 3, Math.max(greatest, other)];
  const colour = pen.tone(node);
  let [start, high] = [0, 0];
  for (const [x, mean] of means.entries()) {
    const now = share(mean, full, most);
    if (now === high) continue;
    if (high > 0) pen.box(colour, start, foot - high, x - start, high);
    [start, high] = [x, now];
  }
  if (one && height >= 16) lengths(pen, level, scene, top + height / 2 + 1);
  return one && other <= 1 ? 0 : greatest;
}

function greatestOf(values: Float64Array): number {
  let most = 0;
  for (const value of values) most = Math.max(most, value);
  return most;
}

/** How much there is in a second: dark what was got of it, where that is told. */
function amounts(pen: Pen, capture: Picture, scene: Scene, place: Place): number {
  const { track, top, height, node, other } = place;
  const bins: [x: number, width: number, all: number, got: number | null][] = [];
  const perSecond = 1e9 / 2 ** levelFor(widthOf(scene.view) / scene.width);
  let greatest = 0;
  eachBin(capture, scene, track, ({ sums: [all, got] }, bin, x, width) => {
    const here = (all?.[bin] ?? 0) * perSecond;
    greatest = Math.max(greatest, here);
    bins.push([x, width, here, got ? (got[bin] ?? 0) * perSecond : null]);
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

function lengths(pen: Pen, level: Level, { view, width }: Scene, middle: number): void {
  const scale = width / widthOf(view);
  const [first, last] = [Math.max(0, level.rank(view.t0) - 1), level.rank(view.t1)];
  if (last - first > width / APART) return;
  for (let i = first; i < last; i++) {
    const { t, level: on } = level.change(i);
    if (on === 0) continue;
    const end = level.change(i + 1).t;
    const x = Math.max(0, (t - view.t0) * scale);
    const room = Math.min(width, (end - view.t0) * scale) - x - 2 * NAME_GAP;
    const words = roughly(end - t);
    if (room > pen.width(words)) pen.text(words, 'paper', Math.round(x) + NAME_GAP, middle);
  }
}

function bars(pen: Pen, capture: Picture, scene: Scene, { track, top, height, node, other }: Place): number {
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

function measured(
  pen: Pen,
  capture: Picture,
  scene: Scene,
  { track, top, height, node }: Place,
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
