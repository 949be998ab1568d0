/** Numbers as English writes them. `toLocaleString` looks its locale up at every call, a hundred times slower. */

const THREE = 3;
const english = new Intl.NumberFormat('en');
const oneDecimal = new Intl.NumberFormat('en', { minimumFractionDigits: 1, maximumFractionDigits: 1 });

/** "12,345", as `toLocaleString('en')` has it: up to three places behind the point. */
export function grouped(n: number): string {
  if (!Number.isSafeInteger(n) || n < 0 || Object.is(n, -0)) return english.format(n);
  const digits = String(n);
  let end = digits.length;
  let out = '';
  for (; end > THREE; end -= THREE) out = `,${digits.slice(end - THREE, end)}${out}`;
  return digits.slice(0, end) + out;
}

/** "1,234.0": one place behind the point, always. */
export const tenths = (n: number): string => oneDecimal.format(n);

/** "1.3×": so many times as much. */
export const times = (ratio: number): string => `${ratio.toFixed(1)}×`;

/** A document's own "2x", set as the rest is: "2×". */
export const typeset = (printed: string): string => printed.replace(/(?<=\d)x\b/g, '×');

/** A unit of the core's as one reads it. */
export const unitWord = (unit: string): string => (unit === 'us' ? 'µs' : unit);

const ALPHABET = 26;

/**
 * Of a swap device: A to Z, then AA, in the order of swapon, whatever disks are called, so that two machines alike have
 * the same letters. A digit would read as a node.
 */
export function letterOf(type: number): string {
  const last = String.fromCharCode(65 + (type % ALPHABET));
  return type < ALPHABET ? last : letterOf(Math.floor(type / ALPHABET) - 1) + last;
}
