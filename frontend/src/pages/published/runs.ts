/** Scenarios as the tables name them, with overrides behind a question mark: `four-nodes?rule=global`. */
import type { ParamValue, ParamValues } from '../../core/params';
import { Session } from '../../core/session';
import type { Scenario } from '../../capture/sources/catalogue';
import { parseTunable } from '../../capture/sources/tunable';
import type { StateView } from '../../core/types';
import type { Measure } from '../../capture/sources/published-document';
import type { Outcome } from './measure';
import type { Row } from './rows';

export interface Run {
  id: string;
  overrides: ParamValues;
}

/** Throws a sentence for a parameter the model does not have. */
export function parseRun(text: string): Run {
  const [id = '', query = ''] = text.split('?');
  const overrides: Record<string, ParamValue> = {};
  for (const pair of query.split('&').filter(Boolean)) {
    const [name = '', value = ''] = pair.split('=');
    const [tunable, set] = parseTunable(name, value);
    overrides[tunable] = set;
  }
  return { id, overrides };
}

/** The scenarios these rows need, each once, in order. */
export function runsOf(rows: readonly Row[]): string[] {
  return [...new Set(rows.flatMap((row) => [...row.runs.baseline, ...row.runs.variant]))];
}

/** Tables of the visible state that measures read. */
export type Tables = readonly (keyof StateView)[];

/** Those these rows need. */
export function tablesOf(rows: readonly Row[]): Tables {
  const named = rows
    .flatMap((row) => [row.measure, ...row.whole])
    .flatMap((measure: Measure) =>
      'state' in measure ? [measure.state] : 'list' in measure ? ['dev', 'list'] : [],
    );
  return [...new Set(named)] as unknown as Tables;
}

/** Parameters of a run. Throws a sentence when there is no such scenario. */
export function paramsOf(text: string, scenarios: readonly Scenario[]): ParamValues {
  const { id, overrides } = parseRun(text);
  const scenario = scenarios.find((s) => s.id === id);
  if (!scenario) throw new Error(`there is no scenario ${id}`);
  return { ...scenario.params, ...overrides };
}

const DECISIONS_AT_A_TIME = 4096;

/** Runs a model to its end in a core of its own, without a pause. Throws SourceError. */
export async function compute(
  module: WebAssembly.Module,
  params: ParamValues,
  tables: Tables,
): Promise<Outcome> {
  const session = await Session.create(module);
  session.beginModel(params);
  while (!session.runModel(DECISIONS_AT_A_TIME));
  const state = session.state(session.events, tables);
  return { stats: statsOf(session), state, measured: session.measure() };
}

function statsOf(session: Session): Record<string, number> {
  const stats: Record<string, number> = {};
  for (let i = 0; i < session.events; i++) {
    if (session.kindOf(i) !== 'stat') continue;
    const event = session.event(i);
    if (event.kind === 'stat') stats[event.text] = event.value;
  }
  return stats;
}
