/** Exact numbers: what the core writes has six decimals at most, a mean is one of those by a count. */
import Fraction from 'fraction.js';

const MILLION = 1_000_000n;

export const mean = (values: readonly Fraction[]): Fraction =>
  values.reduce((a, b) => a.add(b), new Fraction(0)).div(values.length);

/** As the core writes a number: six decimals at most, rounded away from 0. */
export function decimal({ s, n, d }: Fraction): string {
  const whole = (2n * n * MILLION + d) / (2n * d);
  const digits = String(whole).padStart(7, '0');
  const text = `${digits.slice(0, -6)}.${digits.slice(-6)}`.replace(/\.?0+$/, '');
  return s < 0n && whole > 0n ? `-${text}` : text;
}
