/** How many elements stand at the beginning for which `before` holds, where it holds for none behind them. */
export function countWhile<T>(ordered: ArrayLike<T>, before: (one: T) => boolean): number {
  let [low, high] = [0, ordered.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (before(ordered[middle] as T)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** How many of the numbers, which ascend, are less than x. */
export const countBelow = (ascending: ArrayLike<number>, x: number): number =>
  countWhile(ascending, (one) => one < x);

/** How many of them are at most x. */
export const countUpTo = (ascending: ArrayLike<number>, x: number): number =>
  countWhile(ascending, (one) => one <= x);

export const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);
