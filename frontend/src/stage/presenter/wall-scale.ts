/**
 * The stage of a wall: 768 units high, at least 1024 wide, scaled by min(W/1024, H/768); what remains goes to the
 * drawing. Then drawing and text are as large as fits: nothing is cut. Pure.
 */

/** Units; the browser's CSS pixels times the scale. */
export const WIDTH = 1024;
export const HEIGHT = 768;

interface WallScale {
  scale: number;
  /** In units. */
  width: number;
  height: number;
}

export function wallScaleOf(width: number, height: number): WallScale {
  const scale = Math.min(width / WIDTH, height / HEIGHT);
  return { scale, width: width / scale, height: height / scale };
}

/** Sizes of type in units, largest first: those of the caption are readable from the last row, all of them. */
export const CAPTION_SIZES = [31, 29.5, 28] as const;
export const WHY_SIZES = [19, 18, 17, 16, 15, 14, 13, 12] as const;
/** How much larger a question, or the words of a lesson, are than on a page; smaller where they are many. */
export const WORD_ZOOMS = [1.6, 1.5, 1.4, 1.3, 1.2, 1.1, 1, 0.95, 0.9, 0.85, 0.8, 0.75, 0.7] as const;

/** The largest of `sizes` at which what is set fits; the smallest where none does. */
export function largest(sizes: readonly number[], fits: (size: number) => boolean): number {
  return sizes.find(fits) ?? sizes.at(-1) ?? 1;
}

/** The largest of `sizes` below one; the smallest of them where none is. */
export function nextSmaller(sizes: readonly number[], than: number): number {
  return sizes.find((size) => size < than) ?? sizes.at(-1) ?? 1;
}

/** Drawings are laid out for fewer pixels and enlarged, or for more and made smaller, within these. */
export const DRAW_MIN = 0.5;
export const DRAW_MAX = 1.3;
/** Of a lesson's step, which has all of the wall's width. */
export const DRAW_MAX_STEP = 1.7;
/** So near is good enough: a drawing does not change for less. */
const NEAR = 0.04;
/** What was too high is not tried again at more than this of it: from the largest to the smallest in 15 such steps. */
const LESS = 0.94;

/**
 * The next size of the drawing to try, from the one it has now; the same where it is good. `room`: its height at most,
 * `height`: as it is drawn at `now`. A drawing that was once too high at a size is not tried there again (`cap`).
 */
export function nextDraw(
  now: number,
  height: number,
  room: number,
  cap: number,
): { draw: number; cap: number } {
  if (height <= 0 || room <= 0) return { draw: now, cap };
  if (height > room + 0.5) {
    const draw = Math.max(DRAW_MIN, now * Math.min(0.98, room / height));
    return { draw, cap: Math.min(cap, Math.max(draw, now * LESS)) };
  }
  const more = Math.min(cap, now * (room / height));
  return { draw: more > now * (1 + NEAR) ? more : now, cap };
}
