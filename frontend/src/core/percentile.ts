/** The k-th smallest, from 0: Hoare's selection with the middle of three as pivot. */
export function kthSmallest(values: Float64Array, k: number): number {
  const v = (i: number) => values[i] ?? NaN;
  let [low, high] = [0, values.length - 1];
  while (low < high) {
    const [a, b, c] = [v(low), v((low + high) >>> 1), v(high)];
    const pivot = Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));
    let [i, j] = [low, high];
    while (i <= j) {
      while (v(i) < pivot) i++;
      while (v(j) > pivot) j--;
      if (i > j) break;
      const swap = v(i);
      values[i++] = v(j);
      values[j--] = swap;
    }
    if (k <= j) high = j;
    else if (k >= i) low = i;
    else break;
  }
  return v(k);
}
