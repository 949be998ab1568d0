/** Times as this scene writes them. */
import { grouped } from '../../../core/number';

export interface Unit {
  ns: number;
  words: string;
}

/** The unit to write a time in, and all that is compared with it. */
export function unitFor(ns: number): Unit {
  if (ns >= 1e6) return { ns: 1e6, words: 'ms' };
  return ns >= 1e3 ? { ns: 1e3, words: 'µs' } : { ns: 1, words: 'ns' };
}

/** "12.0": one digit behind the point, none from a thousand on. */
export function inUnit(ns: number, unit: Unit): string {
  const value = ns / unit.ns;
  return unit.ns === 1 || value >= 1000 ? grouped(Math.round(value)) : value.toFixed(1);
}

/** "12.0 µs" */
export function withUnit(ns: number, unit: Unit = unitFor(ns)): string {
  return `${inUnit(ns, unit)} ${unit.words}`;
}
