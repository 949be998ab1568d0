/** Names of devices and tasks. They come from outside: text, never markup, never control characters. */

/** The text with everything that does not print, or that turns writing round, shown as U+FFFD. */
export function clean(text: string): string {
  return text.replace(/[\p{C}\u2028\u2029]/gu, '\ufffd').trim();
}

/** What tells a device from its fellows: swapA: A, sdb: B, nvme1n1: 1, zram12: 12, large: L. */
function short(name: string): string {
  const number = /^nvme(\d{1,2})n\d+$/.exec(name) ?? /(\d{1,2})$/.exec(name);
  if (number?.[1]) return number[1];
  const letter = /^(?:sd|vd|hd|xvd|nbd)([a-z])$/.exec(name) ?? /[a-z]([A-Z])$/.exec(name);
  return (letter?.[1] ?? clean(name).slice(0, 1)).toUpperCase();
}

/** A letter per swap type. Where two names would share one, or give none, the swap type tells them apart. */
export function letters(devices: readonly { type: number; name: string }[]): ReadonlyMap<number, string> {
  const count = new Map<string, number>();
  for (const { name } of devices) count.set(short(name), (count.get(short(name)) ?? 0) + 1);
  const unique = !count.has('') && [...count.values()].every((n) => n === 1);
  return new Map(devices.map(({ type, name }) => [type, unique ? short(name) : String(type)]));
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
export function countWord(n: number): string {
  return ONES[n] ?? n.toLocaleString('en');
}

/** "a slot", "64 slots": with thousands separated. */
export function count(n: number, noun: string): string {
  return `${n.toLocaleString('en')} ${noun}${n === 1 ? '' : 's'}`;
}

/** A signed number with a real minus sign, for running text and drawings; twins keep the raw hyphen. */
export function signed(n: number): string {
  return n < 0 ? `\u2212${-n}` : String(n);
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
