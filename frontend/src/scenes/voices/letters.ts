/** Letters by which swap devices are known in a drawing. */
import { clean } from '../text';

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
