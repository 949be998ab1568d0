/** Exact numbers: what the core writes has six decimals at most, a mean is one of those by a count. */

const MILLION = 1_000_000n;

/** `by` is more than 0. */
export interface Rational {
  n: bigint;
  by: bigint;
}

const abs = (n: bigint) => (n < 0n ? -n : n);

/** As the core writes it. */
export function rational(text: string): Rational {
  const negative = text.startsWith('-');
  const [whole = '0', behind = ''] = text.replace('-', '').split('.');
  const n = BigInt(whole + behind.padEnd(6, '0'));
  return { n: negative ? -n : n, by: MILLION };
}

export function mean(values: readonly Rational[]): Rational {
  const sum = values.reduce((a, b) => add(a, b), { n: 0n, by: 1n });
  return { n: sum.n, by: sum.by * BigInt(values.length) };
}

const add = (a: Rational, b: Rational): Rational =>
  a.by === b.by ? { n: a.n + b.n, by: a.by } : { n: a.n * b.by + b.n * a.by, by: a.by * b.by };

export const minus = (a: Rational, b: Rational): Rational => add(a, { n: -b.n, by: b.by });

export const less = (a: Rational, b: Rational): boolean => minus(a, b).n < 0n;

/** 100 a / |b|; `b` is not 0. */
export const hundredths = (a: Rational, b: Rational): Rational => ({
  n: 100n * a.n * b.by,
  by: a.by * abs(b.n),
});

/** As the core writes a number: six decimals at most, rounded away from 0. */
export function decimal({ n, by }: Rational): string {
  const whole = (2n * abs(n) * MILLION + by) / (2n * by);
  const digits = String(whole).padStart(7, '0');
  const text = `${digits.slice(0, -6)}.${digits.slice(-6)}`.replace(/\.?0+$/, '');
  return n < 0n && whole > 0n ? `-${text}` : text;
}

/** To the nearest float. */
export function float({ n, by }: Rational): number {
  const [up, down] = [Number(n), Number(by)];
  if (Math.abs(up) < Number.MAX_SAFE_INTEGER && down < Number.MAX_SAFE_INTEGER) return up / down;
  return Number(decimal({ n: n * MILLION * MILLION, by })) / 1e12;
}
