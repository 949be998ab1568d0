/**
 * Whether two sides differ by more than their captures differ among themselves: an exact permutation test. Were the sides
 * the same, any way to deal the captures out to them would have been as likely; p is the share of all ways that set the
 * means at least as far apart as they are. Nothing is assumed about the values.
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
  const ways =
    total <= BigInt(Number.MAX_SAFE_INTEGER)
      ? farWays(NUMBERS, values, n, low, high)
      : farWays(BIGS, values, n, low, high);
  return new Fraction(BigInt(ways), by);
}

/** Sums of numbers are exact up to 2^53, and fast; of bigints always. */
interface Arithmetic<T> {
  of: (n: bigint) => T;
  plus: (a: T, b: T) => T;
  ascending: (values: readonly T[]) => ArrayLike<T>;
}

const NUMBERS: Arithmetic<number> = {
  of: Number,
  plus: (a, b) => a + b,
  ascending: (values) => Float64Array.from(values).sort(),
};

const BIGS: Arithmetic<bigint> = {
  of: (n) => n,
  plus: (a, b) => a + b,
  ascending: (values) => values.toSorted((a, b) => (a < b ? -1 : Number(a > b))),
};

/** Ways to choose `n` of the values whose sum is at most `low` or at least `high`: each half's sums, put together. */
function farWays<T extends number | bigint>(
  arithmetic: Arithmetic<T>,
  values: readonly bigint[],
  n: number,
  low: bigint,
  high: bigint,
): number {
  const half = values.length >> 1;
  const [left, right] = [sums(arithmetic, values.slice(0, half)), sums(arithmetic, values.slice(half))];
  const [most, below] = [arithmetic.of(low), arithmetic.of(high - 1n)];
  let ways = 0;
  left.forEach((ofLeft, k) => {
    const others = right[n - k];
    if (!others) return;
    const [mine, theirs] = [arithmetic.ascending(ofLeft), arithmetic.ascending(others)];
    const upTo = (limit: T) => pairsUpTo(mine, theirs, (a, b) => arithmetic.plus(a, b) <= limit);
    ways += upTo(most) + mine.length * theirs.length - upTo(below);
  });
  return ways;
}

/** How many pairs of two ascending rows fit: the larger one of a pair is, the smaller the other has to be. */
function pairsUpTo<T>(mine: ArrayLike<T>, theirs: ArrayLike<T>, fits: (a: T, b: T) => boolean): number {
  let [pairs, to] = [0, theirs.length];
  for (let i = 0; i < mine.length && to > 0; i++) {
    while (to > 0 && !fits(mine[i] as T, theirs[to - 1] as T)) to--;
    pairs += to;
  }
  return pairs;
}

const abs = (n: bigint) => (n < 0n ? -n : n);

const floorDiv = (n: bigint, by: bigint) => (n < 0n && n % by !== 0n ? n / by - 1n : n / by);

/** The same, moved and scaled so that they are whole and begin at 0, as small as they can be. */
function whole(values: readonly Fraction[]): bigint[] {
  const by = values.reduce((all, value) => (all * value.d) / gcd(all, value.d), 1n);
  const scaled = values.map(({ s, n, d }) => (s * n * by) / d);
  const least = scaled.reduce((a, b) => (b < a ? b : a));
  const moved = scaled.map((n) => n - least);
  const common = moved.reduce(gcd, 0n) || 1n;
  return moved.map((n) => n / common);
}

function gcd(a: bigint, b: bigint): bigint {
  while (b !== 0n) [a, b] = [b, a % b];
  return abs(a);
}

/** Of every choice among the values, by how many are chosen. */
function sums<T>({ of, plus }: Arithmetic<T>, values: readonly bigint[]): T[][] {
  const found: T[][] = [[of(0n)], ...values.map(() => [])];
  values.forEach((value, i) => {
    for (let n = i + 1; n > 0; n--) {
      const own = found[n] ?? [];
      for (const sum of found[n - 1] ?? []) own.push(plus(sum, of(value)));
    }
  });
  return found;
}
