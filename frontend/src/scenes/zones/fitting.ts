/** The longest of some wordings that fits; '' where none does. */
import { textWidth } from '../text-width';

export function fitted(
  words: readonly string[],
  room: number,
  px: number,
  weight: 400 | 500 | 600 = 400,
): string {
  return words.find((w) => textWidth(w, px, weight) <= room) ?? '';
}

/** Size and text of a number that must fit; null where it does not even in the smallest. */
export function fittedNumber(
  text: string,
  room: number,
  sizes: readonly number[],
): { px: number; width: number } | null {
  for (const px of sizes) {
    const width = textWidth(text, px, 600);
    if (width <= room) return { px, width };
  }
  return null;
}
