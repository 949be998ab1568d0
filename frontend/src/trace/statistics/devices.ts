/** Disks and partitions: their numbers as the kernel writes them, and their names from files of /proc/partitions. */
import type { TraceStore } from '../store/store';
import { procValuesOf } from './proc-values';

const MINOR_BITS = 20;
const MINOR = 2 ** MINOR_BITS - 1;

/** trace.def: dev is major << 20 | minor. */
export const deviceNumber = (dev: number): string => `${dev >>> MINOR_BITS}:${dev & MINOR}`;

/** Names by number. */
export type DeviceNames = ReadonlyMap<number, string>;

/** As a file tells, or as lsblk writes it where none does: 259:0. */
export const deviceName = (dev: number, names?: DeviceNames): string => names?.get(dev) ?? deviceNumber(dev);

/** As the reader names the lines of such a file. */
const STAT = /^partitions\/(\d+):(\d+)\/(.+)$/;

/** Later stores override earlier ones. */
export function deviceNames(stores: readonly TraceStore[]): DeviceNames {
  const names = new Map<number, string>();
  for (const store of stores) {
    for (const [text] of procValuesOf(store)) {
      const [, major, minor, name] = STAT.exec(text) ?? [];
      if (name !== undefined) names.set(Number(major) * 2 ** MINOR_BITS + Number(minor), name);
    }
  }
  return names;
}
