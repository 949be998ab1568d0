/** A track of what goes on: how many at a time, and each by itself where few are in view. */
import { grouped } from '../../core/number';
import type { ClockUnit } from '../../trace/report/phrases';
import type { Wakers } from '../../trace/statistics/wakers';
import type { Known } from '../model/series/activities';
import type { StoredSpan, ActivitySpans } from '../model/series/activity-spans';
import type { Concurrency } from '../model/series/concurrency';
import type { Picture } from '../model/timeline-capture';
import { durationPhrase } from '../model/time/ruler';
import { widthOf } from '../model/time/span';
import { NAME_GAP, share, type TrackPlace } from './bins';
import type { Pen } from './pen';
import type { CanvasState } from './state';

/** So many spans in view, or fewer, are drawn each by itself. */
const SPANS_MOST = 40;

/** What goes on on a track: how many at a time, and each; of kswapd also where that is known. */
interface Going {
  level: Concurrency;
  spans: ActivitySpans;
  known: Known | null;
  wakers: Wakers | null;
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
export function drawActivity(
  pen: Pen,
  capture: Pick<Picture, 'unit'>,
  { level, spans, known, wakers }: Going,
  scene: CanvasState,
  place: TrackPlace,
): number {
  const { top, height, node, other } = place;
  const { view, width } = scene;
  const one = level.most === 1;
  const each = spans.within(view.t0, view.t1, SPANS_MOST);
  if (each) {
    single(pen, each, known, capture.unit, scene, place);
    if (wakers) woken(pen, each, wakers, scene, place);
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
  unit: ClockUnit | null,
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
    const long = durationPhrase(to - from, unit);
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

/** From the call that woke it to where a kswapd begins to be awake; a tip alone, where both are as good as one. */
function woken(
  pen: Pen,
  all: readonly StoredSpan[],
  wakers: Wakers,
  { view, width }: CanvasState,
  { top, height }: TrackPlace,
): void {
  const xOf = (t: number) => Math.round(((t - view.t0) * width) / widthOf(view));
  for (const { from } of all) {
    const waker = wakers.of(from);
    if (waker && from >= view.t0) pen.arrow('ink', Math.max(0, xOf(waker.ts)), xOf(from), top + height / 2);
  }
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
