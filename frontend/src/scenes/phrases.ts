/** Words and numbers as every scene writes them. Texts from outside: never markup, never control characters. */
import { grouped } from '../core/number';

/** The text with everything that does not print, or that turns writing round, shown as U+FFFD. */
export function clean(text: string): string {
  return text.replace(/[\p{C}\u2028\u2029]/gu, '\ufffd').trim();
}

const ONES = [
  'no',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
];

/** Small counts as words, as running text has them. */
export function countPhrase(n: number): string {
  return ONES[n] ?? grouped(n);
}

/** "1st", "22nd", "113th". */
export function ordinal(n: number): string {
  const teen = n % 100 > 10 && n % 100 < 14;
  const end = teen ? 'th' : (['th', 'st', 'nd', 'rd'][n % 10] ?? 'th');
  return `${grouped(n)}${end}`;
}

/** "a slot", "64 slots": with thousands separated. */
export function count(n: number, noun: string): string {
  return `${grouped(n)} ${noun}${n === 1 ? '' : 's'}`;
}

/** A signed number with a real minus sign, for running text and drawings; twins keep the raw hyphen. */
export function signed(n: number, say: (n: number) => string = String): string {
  return n < 0 ? `\u2212${say(-n)}` : say(n);
}

/** The same of a count: with thousands separated. */
export const signedCount = (n: number): string => signed(n, grouped);

/** Two digits, as one reads a longer time: "120 ms", "4.0 s", "15 s", "206 s". */
export function timePhrase(seconds: number): string {
  if (seconds < 0.0995) return `${Math.round(seconds * 1000)} ms`;
  if (seconds < 0.995) return `${Math.round(seconds * 100) * 10} ms`;
  return `${seconds < 9.95 ? seconds.toFixed(1) : grouped(Math.round(seconds))} s`;
}

/** "0-2, 5": numbers as ranges, the way /sys/devices/system/node/node0/cpulist has them. */
export function ranges(numbers: readonly number[]): string {
  const out: string[] = [];
  for (let i = 0; i < numbers.length;) {
    let j = i;
    while (numbers[j + 1] === (numbers[j] ?? 0) + 1) j++;
    out.push(i === j ? String(numbers[i]) : `${numbers[i] ?? ''}-${numbers[j] ?? ''}`);
    i = j + 1;
  }
  return out.join(', ');
}

/** Numbers of the bits that are set. */
export function bits(mask: number | bigint): number[] {
  const out: number[] = [];
  let rest = BigInt(mask);
  for (let n = 0; rest > 0n; n++, rest >>= 1n) if (rest & 1n) out.push(n);
  return out;
}

/** ns as a person reads them. */
export function time(ns: number): string {
  if (ns < 1000) return `${grouped(ns)} ns`;
  return ns < 1e6 ? `${(ns / 1e3).toFixed(1)} µs` : `${(ns / 1e6).toFixed(1)} ms`;
}

/** From the least to the most: "80.2 to 84.3M", "43 to 45 %", "0B to 1M"; once where both are written alike. */
export function rangePhrase(
  [least, most]: readonly [number, number],
  words: (value: number) => string,
  to = ' to ',
): string {
  const [a, b] = [words(least), words(most)];
  if (a === b) return b;
  const [unitOfA, unitOfB] = [a, b].map((text) => /[\d.,]*(.*)$/s.exec(text)?.[1] ?? '');
  return unitOfA === unitOfB ? `${a.slice(0, a.length - (unitOfA ?? '').length)}${to}${b}` : `${a}${to}${b}`;
}
