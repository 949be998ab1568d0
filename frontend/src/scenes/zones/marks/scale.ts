/**
 * Free pages as a height. Each zone has a scale of its own, made so that the three marks run straight
 * across all zones. Around the marks it is linear; above the break it counts doublings of the high mark,
 * so that a zone with plenty is seen to change too; below the torn feet it says nothing. In px; pure.
 */
import type { Marks } from '../facts/facts';

/** Heights of the drawing, from the top down. */
export const Y = {
  plate: 4,
  bracket: 32,
  name: 54,
  walk: 74,
  /** Top of the columns, and of the strip that counts doublings. */
  top: 88,
  /** The break between strip and linear part. */
  breakTop: 124,
  breakEnd: 129,
  high: 144,
  low: 191,
  min: 238,
  foot: 252,
  batch: 264,
  batchEnd: 279,
  hair: 289,
  rows: 294,
} as const;

/** Bottom of the strip: a level there stays clear of the break. */
const STRIP = Y.breakTop - 6;
/** Doublings of the high mark that the strip has room for. */
const DOUBLINGS = 8;

/** Height at which the strip shows `times` the high mark. */
export function stripY(times: number): number {
  const part = Math.log2(Math.max(1, times)) / DOUBLINGS;
  return STRIP - Math.min(1, part) * (STRIP - Y.top);
}

/** Between two marks, and beyond them at the same pace. */
function linear(pages: number, from: number, to: number, yFrom: number, yTo: number): number {
  return yFrom + ((pages - from) / Math.max(1, to - from)) * (yTo - yFrom);
}

export function levelY({ min, low, high }: Marks, pages: number): number {
  if (pages <= low) return Math.min(Y.foot, linear(pages, min, low, Y.min, Y.low));
  const y = linear(pages, low, high, Y.low, Y.high);
  if (y >= Y.breakEnd) return y;
  return high > 0 ? stripY(pages / high) : Y.top;
}

/** The other way round: how many pages stand at a height. At the foot, where all that is less stands, too, the most. */
export function pagesAt({ min, low, high }: Marks, y: number): number {
  if (y >= Y.low) return linear(Math.min(y, Y.foot), Y.low, Y.min, low, min);
  const pages = linear(Math.max(y, Y.breakEnd), Y.high, Y.low, high, low);
  if (y >= Y.breakEnd) return pages;
  // Within the break nothing stands.
  const part = (STRIP - Math.min(STRIP, Math.max(Y.top, y))) / (STRIP - Y.top);
  return Math.max(pages, high * 2 ** (part * DOUBLINGS));
}

/** Is this height beyond the break? */
export const isBroken = (y: number) => y <= Y.breakTop;
