/** Counters of the kernel as files of /proc/vmstat have them, and how much they changed from the first to the last. */
import { columnOf, fieldNamed, kindNamed } from '../find';
import type { TraceStore } from '../store';
import { textAt } from '../values';

export interface Counters {
  /** Names of the files, in the order in which they were added. */
  files: string[];
  rows: {
    name: string;
    /** By file; null where a file does not have it. */
    values: (number | null)[];
    /** The last less the first; null where one of them is not told, or there is but one. */
    change: number | null;
  }[];
}

/** As the reader names them: vmstat/pgscan_kswapd. */
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

function valuesOf(store: TraceStore): Map<string, number> {
  const found = new Map<string, number>();
  const kind = kindNamed(store, 'stat');
  const text = kind && fieldNamed(kind, 'text');
  if (!kind || !text) return found;
  const value = columnOf(kind, 'value');
  for (let row = 0; row < kind.rows; row++) {
    const name = textAt(store, text, row);
    if (name.startsWith(FILE)) found.set(name.slice(FILE.length), value(row) ?? 0);
  }
  return found;
}
