import { textWidth } from '../../text-width';

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
