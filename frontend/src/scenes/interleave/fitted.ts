import { textWidth } from '../text-width';

/** The first of some wordings that is no wider than `room` px; '' where none is. */
export function fitted(
  words: readonly string[],
  room: number,
  px: number,
  weight: 400 | 500 | 600 = 400,
): string {
  return words.find((w) => textWidth(w, px, weight) <= room) ?? '';
}
