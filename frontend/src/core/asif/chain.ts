/**
 * A run's whole demand under another value of the switch: what that value, with its own history, decides where the
 * run decided. Whose turn it is, what is full, which batch is used up, come from that chain alone.
 */
import { readColumns, type Columns } from '../columns';
import { keyOf, type Cell, type Decision } from '../decision';
import type { DRIVEN } from '../gen/tables';
import { enumValues, paramNamed, type ParamValues } from '../params';
import type { Outcome } from '../work/outcome';
import type { Session } from '../session';

export interface Chain {
  /** By decision of the run: index into `cells`; `NOT_ASKED` where this chain has no such decision. */
  cell: Uint16Array<ArrayBuffer>;
  cells: Cell[];
  /** Decisions that both have. */
  asked: number;
  /** Numbers, from 1, of those that come out otherwise. */
  otherwise: Uint32Array<ArrayBuffer>;
}

/** Chains by the value of the switch that each was decided under. */
export interface Chains {
  /** The value in force all along; null where it was turned on the way, or is none of those. */
  own: number | null;
  by: readonly (readonly [value: number, Outcome<Chain>])[];
}

export type Driven = (typeof DRIVEN)[number];

export const NOT_ASKED = 0xffff;

export interface Run {
  session: Session;
  reader: Decision;
  /** Of its decisions in the log, and what was decided. */
  indexes: Uint32Array;
  columns: Pick<Columns, 'cell' | 'cells'>;
}

/** The value of the switch under which all was decided, as the decisions tell it. */
export function ownOf(session: Session, { kind, switch: name, recorded_by: field }: Driven): number | null {
  const values = new Set<unknown>();
  for (const index of session.decisionsOf([kind])) {
    values.add((session.glance(index) as unknown as Record<string, unknown>)[field]);
    if (values.size > 1) return null;
  }
  const [value] = values;
  if (typeof value === 'number') return value;
  const list = paramNamed(name)?.enum;
  return list ? (enumValues(list).find(([, word]) => word === value)?.[0] ?? null) : null;
}

/** The run's log, read into an empty session. */
export async function copyRun(run: Session, to: Session, pause: () => Promise<void>): Promise<void> {
  to.beginCapture();
  for (const piece of run.text()) {
    to.feed(piece);
    await pause();
  }
  to.endCapture();
}

/** Lines of the record, by decision of the run. */
export const linesOf = (record: Session, indexes: Uint32Array): Float64Array =>
  Float64Array.from(indexes, (index) => record.glance(index).line);

/**
 * `record`: a capture that was read, and nothing else. `lines`: as linesOf(). `ask`: machine, switch, seed.
 * Throws SourceError when the capture tells no demand for it.
 */
export async function chainOf(
  run: Run,
  record: Session,
  lines: Float64Array,
  ask: ParamValues,
  pause: () => Promise<void>,
): Promise<Chain> {
  record.beginAsif(ask);
  while (!record.runModel(2048)) await pause();
  const { session, reader, indexes, columns } = run;
  const made = record.decisionsOf(reader.kinds);
  const { cell, cells } = await readColumns(record, reader, made, pause);
  const at = new Map<string, number>();
  made.forEach((index, i) => {
    const key = [record.kindOf(index), record.glance(index).line].join(' ');
    if (!at.has(key)) at.set(key, i); // what one device had no room for goes on as a decision of its own
  });
  const out = new Uint16Array(indexes.length).fill(NOT_ASKED);
  const otherwise: number[] = [];
  let asked = 0;
  indexes.forEach((index, i) => {
    const found = at.get([session.kindOf(index), lines[i]].join(' '));
    const other = found === undefined ? undefined : cells[cell[found] ?? NOT_ASKED];
    const own = columns.cells[columns.cell[i] ?? NOT_ASKED];
    if (found === undefined || !other || !own) return;
    out[i] = cell[found] ?? NOT_ASKED;
    asked++;
    if (keyOf(other) !== keyOf(own)) otherwise.push(i + 1);
  });
  return { cell: out, cells, asked, otherwise: Uint32Array.from(otherwise) };
}
