/** Numbers of this scene as words write them. */
import { grouped, tenths } from '../../../core/number';

/** Sectors of an average: one decimal, as many digits as iostat's avgrq-sz deserves. */
export const sectors = tenths;

/** "1.0", "8.3": pages of a segment on average. */
export function perSegment(pages: number): string {
  return pages.toFixed(1);
}

/** A lead: whole where it is, else one decimal; a real minus sign. */
export function balancePhrase(n: number): string {
  const text = Number.isInteger(n) ? grouped(Math.abs(n)) : Math.abs(n).toFixed(1);
  return n < 0 && Number(text) !== 0 ? `\u2212${text}` : text;
}
