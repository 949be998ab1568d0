/**
 * Where events are missing: those that were lost, from the event before on that CPU to the line that says so, and what
 * the buffer of a CPU held before it was overwritten.
 */
import type { Work } from '../../core/work/work';
import type { TraceReportStruct } from '../gen/tables';
import { LOST, NO_CPU, UNKNOWN_CPU } from '../store/lookup';
import { numberAt } from '../store/values';
import type { KindColumns, TraceStore } from '../store/store';

export interface Gap {
  /** ns since the store's base. */
  from: number;
  to: number;
  /** Null where all CPUs are meant. */
  cpu: number | null;
  /** Null where the line did not say how many. */
  n: number | null;
}

export interface Missing {
  /** In order of their ends. */
  gaps: readonly Gap[];
  /** By CPU, where buffers were overwritten: ns at which what is left of its own begins. */
  begins: ReadonlyMap<number, number>;
}

/** Rows between two pauses. */
const PAUSE = 1 << 16;

export const NOTHING_MISSING: Missing = { gaps: [], begins: new Map() };

/** What the text says of it beside its events. */
export type Overwritten = Pick<TraceReportStruct, 'buffers_started' | 'overwritten'>;

/** Looks at every event only where there is something to be found. */
export function* missingIn(store: TraceStore, buffers: Overwritten): Work<Missing> {
  const overwritten = buffers.buffers_started > 0 || buffers.overwritten > 0;
  const gaps = store.kinds.filter(({ name }) => name === LOST).flatMap(lossesOf);
  gaps.sort((a, b) => a.to - b.to);
  const begins = new Map<number, number>();
  if (gaps.length === 0 && !overwritten) return { gaps, begins };
  for (const kind of store.kinds) {
    if (kind.name === LOST) continue;
    const none = NO_CPU.has(kind.name);
    /** Of this kind, so far: by CPU, and of any. */
    const last = new Map<number, number>();
    let [any, next] = [0, 0];
    const before = (t: number) => {
      for (let gap = gaps[next]; gap && gap.to <= t; gap = gaps[++next])
        gap.from = Math.max(gap.from, gap.cpu === null ? any : (last.get(gap.cpu) ?? 0));
    };
    for (let row = 0; row < kind.rows; row++) {
      if (row % PAUSE === PAUSE - 1) yield;
      const t = kind.ts[row] ?? 0;
      before(t);
      any = t;
      const cpu = none ? UNKNOWN_CPU : (kind.cpu[row] ?? UNKNOWN_CPU);
      if (cpu === UNKNOWN_CPU) continue;
      if (overwritten && !last.has(cpu)) begins.set(cpu, Math.min(t, begins.get(cpu) ?? Infinity));
      last.set(cpu, t);
    }
    before(Infinity);
  }
  return { gaps, begins };
}

/** The lines that say events were lost; each gap reaches back to the beginning until an event is found in it. */
function lossesOf(kind: KindColumns): Gap[] {
  const field = kind.fields.find(({ name }) => name === 'n');
  return Array.from({ length: kind.rows }, (_, row) => {
    const cpu = kind.cpu[row] ?? UNKNOWN_CPU;
    return {
      ...{ from: 0, to: kind.ts[row] ?? 0, cpu: cpu === UNKNOWN_CPU ? null : cpu },
      n: field ? numberAt(field, row) : null,
    };
  });
}

/** From when on nothing is missing, in ns. */
export const wholeSince = ({ gaps, begins }: Missing): number =>
  [...begins.values(), ...gaps.map(({ to }) => to)].reduce((latest, t) => Math.max(latest, t), 0);
