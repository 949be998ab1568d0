/** One run of a sweep, and the rows of all: pure, for the page's workers and for Node alike. */
import type { ParamValues } from '../core/params';
import { Session, type Measured, type MeasureName, type Spread } from '../core/session';
import { MEASURES } from '../core/gen/tables';
import { labelOf, runsOf, type Question, type Run } from './question';

/** What a run came to. */
export interface Row extends Run, Measured {}

/** All that is measured of a run. */
export interface Whole {
  measures: Measured[];
  spreads: Spread[];
}

const STEP = 4096;

/** A model with these parameters; or, with `capture`, its plain text, that capture as if, or without any as it is. */
export async function runOnce(
  module: WebAssembly.Module,
  params: ParamValues | null,
  capture: Uint8Array | null = null,
): Promise<Measured[]> {
  return (await made(module, params, capture)).measure();
}

/** The same, and the values behind it. */
export async function measuredOnce(
  module: WebAssembly.Module,
  params: ParamValues | null,
  capture: Uint8Array | null,
): Promise<Whole> {
  const session = await made(module, params, capture);
  return { measures: session.measure(), spreads: session.spreads() };
}

async function made(
  module: WebAssembly.Module,
  params: ParamValues | null,
  capture: Uint8Array | null,
): Promise<Session> {
  const session = await Session.create(module);
  if (capture) {
    session.beginCapture();
    session.feed(capture);
    session.endCapture();
    if (!params) return session;
    session.beginAsif(params);
  } else session.beginModel(params ?? {});
  while (!session.runModel(STEP));
  return session;
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

const cell = (value: string | number) => {
  const text = String(value);
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

/** `rows`: of every run, in the order of runsOf(); null where a run failed or was not made. */
export function csvOf(question: Question, rows: readonly (readonly Measured[] | null)[]): string {
  const { x, y } = question;
  const head = [labelOf(x), ...(y ? [labelOf(y)] : []), 'seed', 'measure', 'part', 'unit', 'value', 'of'];
  const lines = runsOf(question).flatMap((run, i) =>
    (rows[i] ?? []).map(({ measure, part, text, of }) => {
      const { unit, part: parts } = MEASURES.find((m) => m.name === measure) ?? { unit: '', part: 'all' };
      const who = parts === 'all' ? '' : part;
      return [run.x, ...(y ? [run.y ?? ''] : []), run.seed, measure, who, unit, text, of];
    }),
  );
  return [head, ...lines].map((line) => `${line.map(cell).join(',')}\n`).join('');
}
