/**
 * One track. Events are counted in bins of one to two pixels: the bar is as high as the logarithm of the number.
 * How many go on, and how much there is in a second, stand as they are. The greatest that is in view, of both captures,
 * fills the height; or that of the whole capture. A measure is shown by its least and greatest value in the bin, with
 * a line at the mean. Where there are few events each is a stroke, with its name if there is room.
 */
import type { Known } from '../model/series/activities';
import type { Concurrency } from '../model/series/concurrency';
import type { Picture, Strokes } from '../model/timeline-capture';
import { durationPhrase } from '../model/time/ruler';
import type { StoredSpan, ActivitySpans } from '../model/series/activity-spans';
import { BINS, countAt, levelFor, tileSpan } from '../model/series/tiles';
import { widthOf } from '../model/time/span';
import { drawFreePages } from './free-pages';
import { grouped } from '../../core/number';
import type { Pen } from './pen';
import type { CanvasState } from './state';

/** px that a name needs at least, and from a stroke to a name on either side of it. */
const NAME_MIN = 64;
const NAME_GAP = 6;
/** px between strokes below which bars are drawn. */
const APART = 4;

export interface TrackPlace {
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
export function drawTrack(pen: Pen, capture: Picture, scene: CanvasState, place: TrackPlace): number {
  const { view, width } = scene;
  const { level, spans, known, flow, free, number } = capture.tracks[place.track] ?? {};
  if (!capture.measure) {
    if (free && place.scale) {
      drawFreePages(pen, free, scene, { ...place, scale: place.scale });
      return 0;
    }
    if (level && spans) return area(pen, { level, spans, known: known ?? null }, scene, place);
    if (flow) return amounts(pen, capture, scene, place);
  }
  const bins = levelFor(widthOf(view) / width);
  const events = capture.within(place.track, view, bins);
  if (events === 0) return 0;
  if (capture.measure && scene.scale) measured(pen, capture, scene, place, scene.scale);
  else if (number && place.scale)
    numbers(pen, capture, scene, { ...place, scale: place.scale }, events > width / APART);
  else if (events > width / APART) return bars(pen, capture, scene, place);
  else strokes(pen, capture, scene, place, capture.strokes(place.track, view, bins));
  return 0;
}

/** The number of each event of a script by its logarithm; of many, least, greatest and mean. Without one: a stroke. */
function numbers(
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

/** Calls back for every bin that is in view and holds something, from left to right. */
function eachBin(
  capture: Picture,
  scene: CanvasState,
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

/** So many spans in view, or fewer, are drawn each by itself. */
const SPANS_MOST = 40;

/** What goes on on a track: how many at a time, and each; of kswapd also where that is known. */
interface Going {
  level: Concurrency;
  spans: ActivitySpans;
  known: Known | null;
}

/** Hatched, where more of a pixel is not known than is. */
function notKnown(pen: Pen, known: Known, { view, width }: CanvasState, { top, height }: TrackPlace): void {
  const perPixel = widthOf(view) / width;
  let start: number | null = null;
  for (let x = 0; x <= width; x++) {
    const from = view.t0 + x * perPixel;
    const is = x < width && known.time(from, from + perPixel).unknown > perPixel / 2;
    if (is) start ??= x;
    else if (start !== null) {
      pen.hatch('line', start, top, x - start, height - 1);
      start = null;
    }
  }
}

/** How many go on at a time; where few are in view, each of them. Of one at a time, always that. */
function area(pen: Pen, { level, spans, known }: Going, scene: CanvasState, place: TrackPlace): number {
  const { top, height, node, other } = place;
  const { view, width } = scene;
  const one = level.most === 1;
  const each = spans.within(view.t0, view.t1, SPANS_MOST);
  if (each) {
    single(pen, each, known, scene, place);
    // Their height stands for nothing: what could be compared with the other capture is how many there are.
    return 0;
  }
  const perPixel = widthOf(view) / width;
  const means = new Float64Array(width + 1);
  for (let x = 0; x < width; x++) {
    means[x] = level.mean(view.t0 + x * perPixel, view.t0 + (x + 1) * perPixel);
  }
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
  if (known) notKnown(pen, known, scene, place);
  chosen(pen, scene, place);
  return one && other <= 1 ? 0 : greatest;
}

/** Each span by itself, those at the same time below each other, with length and what it got where there is room. */
function single(
  pen: Pen,
  all: readonly StoredSpan[],
  known: Known | null,
  scene: CanvasState,
  place: TrackPlace,
): void {
  const { track, top, height, node } = place;
  const scale = scene.width / widthOf(scene.view);
  const xOf = (t: number) => Math.round((t - scene.view.t0) * scale);
  const lines = linesOf(all);
  const count = Math.max(1, ...lines.map((line) => line + 1));
  const high = Math.max(2, Math.floor((height - 3) / count));
  const fit = Math.max(1, Math.floor((height - 3) / high));
  const { span: pick } = scene;
  const said: (() => void)[] = [];
  for (const [i, { from, to, got }] of all.entries()) {
    const x = Math.max(0, xOf(from));
    const end = Math.min(scene.width, Math.max(xOf(to), x + 1));
    const is = pick?.track === track && pick.from === from && pick.to === to;
    const y = top + 2 + ((lines[i] ?? 0) % fit) * high;
    pen.box(is ? 'now' : pen.tone(node), x, y, Math.max(1, end - x), high > 3 ? high - 1 : high);
    if (high < 14) continue;
    const long = durationPhrase(to - from);
    const full = got === null ? long : `${long}, got ${grouped(got)}`;
    const [inside, next] = [
      end - x - 2 * NAME_GAP,
      after(all, lines, i, xOf, scene.width) - end - 2 * NAME_GAP,
    ];
    const words = [full, long].find((text) => inside >= pen.width(text));
    if (words !== undefined) {
      // Nobody could read them on what is hatched.
      if (known && known.time(from, to).unknown > 0) continue;
      said.push(() => pen.text(words, 'paper', x + NAME_GAP, y + high / 2));
    } else if (next >= pen.width(long))
      said.push(() => pen.text(long, 'ink-2', end + NAME_GAP, y + high / 2));
  }
  if (known) notKnown(pen, known, scene, place);
  for (const say of said) say();
}

/** The first line, from the top, in which nothing else goes on at the time. */
function linesOf(all: readonly StoredSpan[]): number[] {
  const lines = new Array<number>(all.length).fill(0);
  const free: number[] = [];
  for (const i of [...all.keys()].sort((a, b) => (all[a]?.from ?? 0) - (all[b]?.from ?? 0))) {
    const { from = 0, to = 0 } = all[i] ?? {};
    const line = free.findIndex((until) => until <= from);
    const at = line < 0 ? free.length : line;
    free[at] = to;
    lines[i] = at;
  }
  return lines;
}

/** px at which the next of its line begins. */
function after(
  all: readonly StoredSpan[],
  lines: readonly number[],
  i: number,
  xOf: (t: number) => number,
  width: number,
): number {
  let least = width;
  for (const [k, { from }] of all.entries()) {
    if (lines[k] === lines[i] && from >= (all[i]?.to ?? 0) && k !== i) least = Math.min(least, xOf(from));
  }
  return least;
}

/** Over the area, where the one that is chosen goes on. */
function chosen(pen: Pen, { span, view, width }: CanvasState, { track, top, height }: TrackPlace): void {
  if (span?.track !== track) return;
  const scale = width / widthOf(view);
  const x = Math.max(0, Math.round((span.from - view.t0) * scale));
  const end = Math.min(width, Math.round((span.to - view.t0) * scale));
  pen.box('now', x, top + height - 3, Math.max(2, end - x), 2);
}

function greatestOf(values: Float64Array): number {
  let most = 0;
  for (const value of values) most = Math.max(most, value);
  return most;
}

/** How much there is in a second: dark what was got of it, where that is told. */
function amounts(pen: Pen, capture: Picture, scene: CanvasState, place: TrackPlace): number {
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

function measured(
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
