/** Counters of the kernel as files of /proc/vmstat have them, and how much they changed from the first to the last. */
import type { TraceStore } from '../store/store';
import { procValuesOf } from './proc-values';

export interface Counters {
  /** Names of the files, in the order in which they were added. */
  files: string[];
  rows: {
    name: string;
    /** By file; null where a file does not have it. */
    values: (number | null)[];
    /** The last less the first; null where one of them is not known, or there is but one. */
    change: number | null;
  }[];
}

const FILE = 'vmstat/';

export function counters(files: readonly { name: string; store: TraceStore }[]): Counters {
  const values = files.map(({ store }) => valuesOf(store));
  const names = [...new Set(values.flatMap((of) => [...of.keys()]))];
  const rows = names.map((name) => {
    const row = values.map((of) => of.get(name) ?? null);
    const [first = null, last = null] = [row[0], row.at(-1)];
    return {
      name,
      values: row,
      change: row.length < 2 || first === null || last === null ? null : last - first,
    };
  });
  return { files: files.map(({ name }) => name), rows };
}

/** By name: one for each zone that was asked for; until 4.9 one for all. */
const DIRECT = /^allocstall(_|$)/;

/** Direct reclaims that the kernel counted from the first file to the last; null where fewer than two tell. */
export function countedDirectReclaims({ rows }: Counters): number | null {
  let sum = 0;
  const own = rows.filter(({ name }) => DIRECT.test(name));
  for (const { change } of own) {
    if (change === null) return null;
    sum += change;
  }
  // They only ever become more: the other way round, the later file was added first.
  return own.length > 0 ? Math.abs(sum) : null;
}

function valuesOf(store: TraceStore): Map<string, number> {
  const own = [...procValuesOf(store)].filter(([name]) => name.startsWith(FILE));
  return new Map(own.map(([name, value]) => [name.slice(FILE.length), value]));
}
