/**
 * Width of a line of IBM Plex Sans in px, without a browser, so that layout stays pure and the same
 * everywhere. Kerning is left out: labels come out up to 2 % narrower.
 */

/** Advance widths of U+0020 to U+007E in thousandths of an em, regular weight. */
const ADVANCE = [
  236, 284, 419, 713, 598, 927, 694, 242, 335, 335, 450, 600, 272, 399, 272, 383, 600, 600, 600, 600, 600,
  600, 600, 600, 600, 600, 292, 292, 600, 600, 600, 477, 891, 641, 653, 621, 671, 583, 559, 695, 707, 400,
  510, 634, 501, 812, 707, 708, 606, 708, 640, 581, 572, 678, 609, 891, 613, 593, 580, 317, 383, 317, 600,
  565, 600, 534, 580, 503, 580, 549, 324, 528, 568, 250, 250, 527, 272, 873, 568, 560, 580, 580, 367, 487,
  351, 568, 492, 768, 507, 499, 464, 343, 314, 343, 600,
];
/** Of anything else, such as the minus sign. */
const OTHER = 600;
/** How much wider the heavier weights run. */
const WEIGHT = { 400: 1, 500: 1.021, 600: 1.034 } as const;

export function textWidth(text: string, px: number, weight: keyof typeof WEIGHT = 400): number {
  let sum = 0;
  for (const c of text) sum += ADVANCE[(c.codePointAt(0) ?? 0) - 0x20] ?? OTHER;
  return (sum / 1000) * px * WEIGHT[weight];
}

/** The first of some wordings that is no wider than `room` px; '' where none is. */
export function fitted(
  words: readonly string[],
  room: number,
  px: number,
  weight: keyof typeof WEIGHT = 400,
): string {
  return words.find((w) => textWidth(w, px, weight) <= room) ?? '';
}
