/** Numbers of this scene as words write them. */

/** Sectors of an average: one decimal, as many digits as iostat's avgrq-sz deserves. */
export function sectors(mean: number): string {
  return mean.toLocaleString('en', { minimumFractionDigits: 1, maximumFractionDigits: 1 });
}

/** "1.0", "8.3": pages of a segment on average. */
export function perSegment(pages: number): string {
  return pages.toFixed(1);
}

/** A lead: whole where it is, else one decimal; a real minus sign. */
export function lead(n: number): string {
  const text = Number.isInteger(n) ? Math.abs(n).toLocaleString('en') : Math.abs(n).toFixed(1);
  return n < 0 && Number(text) !== 0 ? `\u2212${text}` : text;
}

/** As iostat prints it, for twins. */
export function avgrq(mean: number | null): string {
  return mean === null ? '-' : mean.toFixed(2);
}
