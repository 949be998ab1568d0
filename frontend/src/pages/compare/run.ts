/** One run of a sweep, and the rows of all: pure, for the page's workers and for Node alike. */
import { csvFormatRows } from 'd3-dsv';
import { sentence } from '../../core/error';
import { DRIVEN } from '../../core/gen/tables';
import { grouped } from '../../core/number';
import type { ParamValues } from '../../core/params';
import { Session, type Measured, type MeasureName, type Spread } from '../../core/session';
import { MEASURES } from '../../core/gen/measures';
import { labelOf, runsOf, type Question } from './question';

/** What is measured of a part of a log, or of all of it. `ns`: from its first decision to its last. */
export interface Stretch {
  measures: Measured[];
  spreads: Spread[];
  decisions: number;
  ns: number;
}

/** All that is measured of a run. */
export interface Whole extends Stretch {
  phases: Phase[];
  /** Why the numbers are not of everything that was decided; null where they are. */
  incomplete: string | null;
}

/** From a mark to the next, or to the end. `number`: from 1, of marks with this text. */
export interface Phase extends Stretch {
  text: string;
  number: number;
}

const STEP = 4096;

/**
 * A model with these parameters; or, with `record`, a capture that was read, that capture as if, or without any as it is.
 * What a record was asked before is given up.
 */
export async function runOnce(
  module: WebAssembly.Module,
  params: ParamValues | null,
  record: Session | null = null,
): Promise<Measured[]> {
  return (await made(module, params, record, false)).measure();
}

/** The same, and the values behind it. */
export async function measuredOnce(
  module: WebAssembly.Module,
  params: ParamValues | null,
  record: Session | null,
): Promise<Whole> {
  const session = await made(module, params, record, true);
  const all = session.decisionsOf(null);
  const stretch = (first: number, stop: number): Stretch => {
    const within = all.filter((index) => index >= first && index < stop);
    const [from, to] = [within[0], within.at(-1)];
    return {
      measures: session.measure(first, stop),
      spreads: session.spreads(first, stop),
      decisions: within.length,
      ns: from === undefined || to === undefined ? 0 : session.event(to).ts - session.event(from).ts,
    };
  };
  const marks = marksOf(session);
  const seen = new Map<string, number>();
  const phases = marks.map(({ text, at }, i) => {
    const number = (seen.get(text) ?? 0) + 1;
    seen.set(text, number);
    return { text, number, ...stretch(at, marks[i + 1]?.at ?? session.events) };
  });
  return {
    ...stretch(0, session.events),
    phases,
    incomplete: record ? incompleteOf(session) : null,
  };
}

function marksOf(session: Session): { text: string; at: number }[] {
  const marks: { text: string; at: number }[] = [];
  for (let at = 0; at < session.events; at++) {
    if (session.kindOf(at) !== 'mark') continue;
    const event = session.event(at);
    if (event.kind === 'mark') marks.push({ text: event.text, at });
  }
  return marks;
}

function incompleteOf(session: Session): string | null {
  const { closed, lines, lost, missing } = session.report();
  if (!closed) return `it is cut off behind line ${lines}: it has no end line`;
  const gone = Math.max(lost, missing);
  return gone > 0 ? `${grouped(gone)} of its events are lost` : null;
}

async function made(
  module: WebAssembly.Module,
  params: ParamValues | null,
  record: Session | null,
  keep: boolean,
): Promise<Session> {
  if (record && !params) return record;
  const session = record ?? (await Session.create(module));
  session.keepEvents(keep);
  if (record) record.beginAsif(params ?? {});
  else session.beginModel(params ?? {});
  while (!session.runModel(STEP));
  return session;
}

/** Switches that a capture can be asked about as if: those whose decisions it tells. */
export const switchesOf = (record: Session): string[] =>
  DRIVEN.filter(({ kind }) => record.decisionsOf([kind]).length > 0).map((driven) => driven.switch);

/** Why a capture cannot be asked, and what would do. `switches`: that it can be asked about. */
export function withAdvice(why: string, params: ParamValues, switches: readonly string[]): string {
  const driven = DRIVEN.find(({ machine }) => machine === params.machine);
  if (!driven || switches.includes(driven.switch)) return why;
  const other = switches.length > 0 ? `vary ${switches.join(' or ')} of this one, or ` : '';
  return `${sentence(why)} It takes the event ${driven.kind}: ${other}choose a capture that has it.`;
}

/** Those that were asked for; where none was, all of the machine. */
export function chosen(
  rows: readonly Measured[],
  machine: string,
  measures: readonly MeasureName[],
): Measured[] {
  return rows.filter(({ measure }) =>
    measures.length > 0
      ? measures.includes(measure)
      : MEASURES.find((m) => m.name === measure)?.machine === machine,
  );
}

/** `rows`: of every run, in the order of runsOf(); null where a run failed or was not made. */
export function csvOf(question: Question, rows: readonly (readonly Measured[] | null)[]): string {
  const { x, y } = question;
  const head = [labelOf(x), ...(y ? [labelOf(y)] : []), 'seed', 'measure', 'part', 'unit', 'value', 'of'];
  const lines = runsOf(question).flatMap((run, i) =>
    (rows[i] ?? []).map(({ measure, part, text, of }) => {
      const { unit, part: parts } = MEASURES.find((m) => m.name === measure) ?? { unit: '', part: 'all' };
      const who = parts === 'all' ? '' : part;
      return [run.x, ...(y ? [run.y ?? ''] : []), run.seed, measure, who, unit, text, of].map(String);
    }),
  );
  return `${csvFormatRows([head, ...lines])}\n`;
}
