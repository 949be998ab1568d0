/** Where a track stands, and its bins in view. */
import type { Picture } from '../model/timeline-capture';
import { BINS, countAt, levelFor, tileSpan } from '../model/series/tiles';
import { widthOf } from '../model/time/span';
import type { CanvasState } from './state';

/** px from a mark to words on either side of it. */
export const NAME_GAP = 6;

export interface TrackPlace {
  track: number;
  top: number;
  height: number;
  node: number | null;
  scale: { min: number; max: number } | null;
  /** The greatest of this row in the other capture. */
  other: number;
}

/** Calls back for every bin that is in view and holds something, from left to right. */
export function eachBin(
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
export const share = (value: number, full: number, height: number): number =>
  value > 0 ? Math.max(2, Math.round((Math.min(value, full) / full) * height)) : 0;
