/** In which decisions two runs differ: same number, another key. Pure columns, no events. */
import type { Columns } from '../../core/columns';
import { keyOf } from '../../core/decision';
import { grouped } from '../../core/number';
import { countBelow, countUpTo } from '../../core/search';
import type { Noun } from './phrases';

export type ComparedRun = Pick<Columns, 'cell' | 'cells'>;

/** Numbers, from 1, of the decisions that differ, as far as both runs go. */
export function differences(a: ComparedRun, b: ComparedRun): Uint32Array {
  const number = new Map<string, number>();
  const keys = (run: ComparedRun) =>
    run.cells.map((cell) => {
      const key = keyOf(cell);
      const known = number.get(key) ?? number.size;
      number.set(key, known);
      return known;
    });
  const [inA, inB] = [keys(a), keys(b)];
  const n = Math.min(a.cell.length, b.cell.length);
  const found = new Uint32Array(n);
  let count = 0;
  for (let i = 0; i < n; i++) {
    if (inA[a.cell[i] ?? -1] !== inB[b.cell[i] ?? -1]) found[count++] = i + 1;
  }
  return found.slice(0, count);
}

/** The next difference after decision k; null when there is none. */
export function nextDifference(found: Uint32Array, k: number): number | null {
  return found[countUpTo(found, k)] ?? null;
}

export function previousDifference(found: Uint32Array, k: number): number | null {
  return found[countBelow(found, k) - 1] ?? null;
}

/** “The panes differ in 75 of 100 decisions”, or that they do not. `both`: decisions compared. */
export function differencePhrase(found: Uint32Array, both: number, [one, many]: Noun): string {
  if (both === 0) return '';
  if (found.length === 0) return `Both panes decide the same in all ${grouped(both)} ${many}.`;
  const share = Math.round((100 * found.length) / both);
  if (found.length === both) return `The panes differ in every ${one}.`;
  if (share === 0) return `The panes differ in ${grouped(found.length)} of ${grouped(both)} ${many}.`;
  return `The panes differ in ${share === 100 ? 'more than 99' : share} of 100 ${many}.`;
}
