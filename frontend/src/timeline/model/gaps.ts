/** Stretches of time in which events were lost: from the event before to the line that says so. */
import type { TraceStore } from '../../trace/store';
import { numbersOf } from './columns';
import type { Order } from './order';
import { rank, type Rows, AllRows } from './rows';

export interface Gap {
  /** ns since the store's base. */
  from: number;
  to: number;
  /** Null where all CPUs are meant. */
  cpu: number | null;
  /** Null where the line did not say how many. */
  n: number | null;
}

/** From when on nothing is missing, in ns. `cpus`: events of those whose buffers were overwritten at their beginning. */
export function wholeSince(gaps: readonly Gap[], cpus: readonly Rows[]): number {
  const begins = cpus.map((rows) => (rows.length > 0 ? rows.ts(0) : 0));
  return [...begins, ...gaps.map(({ to }) => to)].reduce((latest, t) => Math.max(latest, t), 0);
}

/** `ofCpu`: the events of a CPU, where there is a track of it. */
export function gapsOf(store: TraceStore, order: Order, ofCpu: (cpu: number) => Rows | undefined): Gap[] {
  const gaps: Gap[] = [];
  for (const kind of store.kinds) {
    if (kind.name !== 'lost') continue;
    const n = numbersOf(kind, ['n']);
    for (let row = 0; row < kind.rows; row++) {
      const told = kind.cpu[row] ?? 0xffff;
      const cpu = told === 0xffff ? null : told;
      const rows = (cpu === null ? undefined : ofCpu(cpu)) ?? new AllRows(order);
      const to = kind.ts[row] ?? 0;
      const before = rank(rows, to) - 1;
      const count = n?.(row) ?? NaN;
      gaps.push({ from: before < 0 ? to : rows.ts(before), to, cpu, n: Number.isNaN(count) ? null : count });
    }
  }
  return gaps;
}
