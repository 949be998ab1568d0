/** Where the rows of a drawing are, so that answers stand in them. Pure. */

export interface Row {
  /** Of the drawing's height, from its top. */
  at: number;
}

/** Pixels between the middles of two rows below which answers would lie upon each other. */
export const ROW_MIN = 34;

/**
 * Middles of the rows, in pixels, by choice; null where some choice stands nowhere in the drawing, or two stand too
 * close: then the answers are a list.
 */
export function rowsOf(choices: number, at: ReadonlyMap<number, number>, height: number): number[] | null {
  const rows: number[] = [];
  for (let i = 0; i < choices; i++) {
    const share = at.get(i);
    if (share === undefined) return null;
    rows.push(share * height);
  }
  const sorted = [...rows].sort((a, b) => a - b);
  const close = sorted.some((y, i) => i > 0 && y - (sorted[i - 1] ?? y) < ROW_MIN);
  return close ? null : rows;
}
