/**
 * Whether two sides differ by more than their captures differ among themselves: an exact permutation test, as
 * `mmscope compare` makes it. Were the sides the same, any way to deal the captures out to them would have been as
 * likely; p is the share of all ways that set the means at least as far apart as they are.
 */
import Fraction from 'fraction.js';

/** What counts as more than chance: one in twenty. */
export const LEVEL = new Fraction(1, 20);
/** Captures in all. */
export const MOST = 40;

export function comb(all: number, n: number): bigint {
  let ways = 1n;
  for (let i = 1; i <= n; i++) ways = (ways * BigInt(all - n + i)) / BigInt(i);
  return ways;
}

/** The smallest p that so many captures a side can give. */
export const leastP = (a: number, b: number): Fraction => new Fraction(a === b ? 2n : 1n, comb(a + b, a));

/** Captures a side that it takes to reach LEVEL. */
export function leastASide(): number {
  let n = 1;
  while (leastP(n, n).gt(LEVEL)) n++;
  return n;
}

/** More than the spread, or not; null where so few cannot say. */
export function beyond(p: Fraction | null, a: number, b: number): boolean | null {
  return p === null || leastP(a, b).gt(LEVEL) ? null : p.lte(LEVEL);
}

/** Exact, two-sided, of the difference of means. */
export function pValue(a: readonly Fraction[], b: readonly Fraction[]): Fraction {
  const values = whole([...a, ...b]);
  const [n, all] = [a.length, values.length];
  const total = values.reduce((x, y) => x + y, 0n);
  const mine = values.slice(0, n).reduce((x, y) => x + y, 0n);
  const apart = abs(BigInt(n) * total - BigInt(all) * mine);
  // A way is as far apart where its sum is at most `low`, or at least `high`.
  const low = floorDiv(BigInt(n) * total - apart, BigInt(all));
  const high = -floorDiv(-(BigInt(n) * total + apart), BigInt(all));
  const by = comb(all, n);
  if (apart === 0n) return new Fraction(1);
  const half = all >> 1;
  const [left, right] = [sums(values.slice(0, half)), sums(values.slice(half))];
  let ways = 0n;
  left.forEach((ofLeft, k) => {
    const others = right[n - k];
    if (!others) return;
    const sorted = Float64Array.from(others).sort();
    for (const sum of ofLeft)
      ways += BigInt(
        atMost(sorted, Number(low) - sum) + sorted.length - atMost(sorted, Number(high) - sum - 1),
      );
  });
  return new Fraction(ways, by);
}

const abs = (n: bigint) => (n < 0n ? -n : n);

const floorDiv = (n: bigint, by: bigint) => (n < 0n && n % by !== 0n ? n / by - 1n : n / by);

/** The same, moved and scaled so that they are whole and begin at 0; small enough for exact sums. */
function whole(values: readonly Fraction[]): bigint[] {
  const by = values.reduce((all, value) => (all * value.d) / gcd(all, value.d), 1n);
  const scaled = values.map(({ s, n, d }) => (s * n * by) / d);
  const least = scaled.reduce((a, b) => (b < a ? b : a));
  const moved = scaled.map((n) => n - least);
  const common = moved.reduce(gcd, 0n) || 1n;
  const small = moved.map((n) => n / common);
  const sum = small.reduce((a, b) => a + b, 0n);
  if (sum > BigInt(Number.MAX_SAFE_INTEGER)) throw new Error('values are too far apart to be tested here');
  return small;
}

function gcd(a: bigint, b: bigint): bigint {
  while (b !== 0n) [a, b] = [b, a % b];
  return abs(a);
}

/** How many of these, in ascending order, are `most` or less. */
function atMost(sorted: Float64Array, most: number): number {
  let [from, to] = [0, sorted.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((sorted[middle] ?? 0) <= most) from = middle + 1;
    else to = middle;
  }
  return from;
}

/** Of every choice among the values, by how many are chosen. */
function sums(values: readonly bigint[]): number[][] {
  const found: number[][] = [[0], ...values.map(() => [])];
  values.forEach((value, i) => {
    for (let n = i + 1; n > 0; n--) {
      const own = found[n] ?? [];
      for (const sum of found[n - 1] ?? []) own.push(sum + Number(value));
    }
  });
  return found;
}
