/** Where an explanation stands: above its word, or below; never over the row that is being decided. */

/** From the word, and from the edges of the window, in CSS pixels. */
const GAP = 10;
const EDGE = 8;

export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

const over = (a: Box, b: Box) =>
  a.left < b.left + b.width &&
  b.left < a.left + a.width &&
  a.top < b.top + b.height &&
  b.top < a.top + a.height;

/** Pure: `size` of the explanation beside `word`, in a window, clear of `hot` where that can be. */
export function popoverPlace(
  size: Pick<Box, 'width' | 'height'>,
  word: Box,
  window: Pick<Box, 'width' | 'height'>,
  hot: readonly Box[],
): { left: number; top: number } {
  const left = Math.max(EDGE, Math.min(word.left - 80, window.width - size.width - EDGE));
  const above = { left, top: word.top - GAP - size.height };
  const below = { left, top: word.top + word.height + GAP };
  const fits = ({ top }: { top: number }) => top >= EDGE && top + size.height <= window.height - EDGE;
  const clear = (at: { left: number; top: number }) => !hot.some((box) => over({ ...at, ...size }, box));
  const fitting = [above, below].filter(fits);
  const chosen = fitting.find(clear) ?? fitting[0] ?? above;
  const most = Math.max(EDGE, window.height - size.height - EDGE);
  return { left, top: Math.max(EDGE, Math.min(chosen.top, most)) };
}

/** What is being decided, in every drawing. */
const HOT = '[data-now]';

export function movePopover(box: HTMLElement, word: HTMLElement): void {
  // A word may be broken over two lines: the first counts.
  const at = word.querySelector('button')?.getClientRects()[0] ?? word.getBoundingClientRect();
  const { width, height } = box.getBoundingClientRect();
  const hot = [...document.querySelectorAll(HOT)].map((e) => e.getBoundingClientRect());
  const { left, top } = popoverPlace({ width, height }, at, { width: innerWidth, height: innerHeight }, hot);
  // What it stands in may be zoomed, and it with that.
  const zoom = width / box.offsetWidth || 1;
  box.style.left = `${left / zoom}px`;
  box.style.top = `${top / zoom}px`;
}

/** The box around all of these, with some air, within the window; null for none. No higher than `most`, from its top. */
export function boxOf(parts: readonly Box[], air: number, most: number): Box | null {
  const there = parts.filter(({ width, height }) => width > 0 || height > 0);
  if (there.length === 0) return null;
  const left = Math.max(2, Math.min(...there.map((b) => b.left)) - air);
  const top = Math.max(2, Math.min(...there.map((b) => b.top)) - air);
  const right = Math.min(innerWidth - 2, Math.max(...there.map((b) => b.left + b.width)) + air);
  const bottom = Math.min(innerHeight - 2, Math.max(...there.map((b) => b.top + b.height)) + air);
  return { left, top, width: right - left, height: Math.min(most, bottom - top) };
}
