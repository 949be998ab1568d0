/**
 * Sizes as `swapon --show` prints them: lib/strutils.c:size_to_human_string() of util-linux with
 * SIZE_SUFFIX_1LETTER, for bytes up to 2^53.
 */

import { rangePhrase } from '../../phrases';

/** Bytes of a page, on every machine this project takes captures on. */
export const PAGE = 4096;
const LETTERS = ['B', 'K', 'M', 'G', 'T', 'P'] as const;

/** e.g. 262143 pages: "1024M"; 247,347 pages: "966.2M"; 0: "0B". */
export function humanSize(pages: number): string {
  const bytes = pages * PAGE;
  let power = 0;
  while (power < LETTERS.length - 1 && bytes >= 1024 ** (power + 1)) power++;
  const unit = 1024 ** power;
  let whole = Math.floor(bytes / unit);
  // Three digits, cut off, then rounded to one: 0.949… stays 0.9, 0.95 becomes 1.0.
  const thousandths = Math.floor(((bytes % unit) * 1000) / unit);
  let tenths = Math.floor((thousandths + 50) / 100);
  if (tenths === 10) {
    whole++;
    tenths = 0;
  }
  return `${whole}${tenths > 0 ? `.${tenths}` : ''}${LETTERS[power] ?? ''}`;
}

/** From the least to the most: "80.2 to 84.3M", "0B to 1M"; one size where both are printed alike. */
export const humanSizes = (range: readonly [number, number]): string => rangePhrase(range, humanSize);
