/** A linear scale that stays within its range: d3-scale would bring colours, formats and dates with it. */

/** From `domain` to `range`, each from its beginning to its end. */
export function scale(
  [from, to]: readonly [number, number],
  [first, last]: readonly [number, number],
): (value: number) => number {
  return (value) => {
    const part = to === from ? 0 : Math.min(1, Math.max(0, (value - from) / (to - from)));
    return first + (last - first) * part;
  };
}
