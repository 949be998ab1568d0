/** Heights of a chart that is drawn into: a zone's free pages as its tank has them, all else from nothing to the most. Pure. */
import type { Marks } from '../scenes/zones/facts/facts';
import { isBroken, levelY, pagesAt, stripY, Y } from '../scenes/zones/marks/scale';
import type { CurveQuestion } from '../scenes/question';

export interface Scale {
  /** In px. */
  height: number;
  /** From the top down; and back. */
  y: (value: number) => number;
  value: (y: number) => number;
  /** How far a key moves what stands at `value`. */
  step: (value: number) => number;
  /** The marks of the zone whose scale it is; null: it has none of its own. */
  zone: Marks | null;
}

/** All three, each above the other; null where they are not known. */
export function marksOf(marks: CurveQuestion['marks']): Marks | null {
  const [min, low, high] = ['min', 'low', 'high'].map(
    (name) => marks.find((mark) => mark.name === name)?.value,
  );
  if (min === undefined || low === undefined || high === undefined) return null;
  return min < low && low < high ? { min, low, high } : null;
}

/**
 * The zone whose own scale it is drawn on. That is fine around the marks and counts doublings above its break: whoever
 * begins up there has another scale, on which a few thousand pages can be told apart.
 */
export function zoneOf(marks: CurveQuestion['marks'], now: number): Marks | null {
  const zone = marksOf(marks);
  return zone && !isBroken(levelY(zone, now)) ? zone : null;
}

/** Keys from one mark to the next but one. */
const KEYS = 30;
/** And at least this share of what is there: far above the marks a page more is nothing. */
const SHARE = 0.02;

/** By a hundredth of the most it can be, in whole ones: nobody has part of a page. */
export const keyStep = (max: number): number => Math.max(1, Math.round(max / 100));

type Scaled = Pick<CurveQuestion, 'marks' | 'max' | 'before'>;

/** `height`: of a chart whose scale leaves that open. */
export function scaleOf({ marks, max, before }: Scaled, height: number): Scale {
  const zone = zoneOf(marks, before.at(-1)?.value ?? Infinity);
  const within = (n: number) => Math.min(max, Math.max(0, n));
  if (!zone)
    return {
      height,
      y: (value) => height * (1 - within(value) / max),
      value: (y) => within((1 - y / height) * max),
      step: () => keyStep(max),
      zone,
    };
  return {
    height: Y.foot - Y.top,
    y: (value) => levelY(zone, within(value)) - Y.top,
    value: (y) => within(pagesAt(zone, y + Y.top)),
    step: (value) => Math.max((zone.high - zone.min) / KEYS, value * SHARE),
    zone,
  };
}

/** Of a zone's chart: where the scale breaks, and its ticks above that, as times the high mark. */
export const BREAK = { from: Y.breakTop - Y.top, to: Y.breakEnd - Y.top } as const;
export const TICKS = [10, 100].map((times) => ({ times, y: stripY(times) - Y.top }));
