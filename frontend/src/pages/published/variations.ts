/**
 * Whether a row moves with constants that somebody chose. A row that is said not to be touched by those fitted to
 * printed numbers (`untouched`) is computed again with each of them halved and doubled, one at a time, on both of its
 * sides. So is an answer without a size, a list, a value or a direction in words, which is easier to come by: no
 * constant may decide it, neither one that was fitted nor a free one.
 */
import { paramNamed, type ParamValue } from '../../core/params';
import type { Scenario } from '../../capture/sources/catalogue';
import type { RowVerdict } from './verdict';
import type { Outcome } from './measure';
import { hasSize, isStated, type Row } from './rows';
import { parseRun } from './runs';
import { answerOf, isClaim } from './summary';

const FACTORS = [0.5, 2];
/** A ratio that moves by more has moved. */
const MOVES = 0.01;

export interface Variation {
  /** Of the constant, and by what it was multiplied. */
  name: string;
  factor: number;
  /** The row with the runs of this variation. */
  row: Row;
}

/** Constants by name, of a run: those it overrides itself are not in force. */
type Choice = (scenario: Scenario, name: string) => boolean;

const isFitted: Choice = ({ fitted = {} }, name) => name in fitted;

function constantsIn(
  run: string,
  scenarios: readonly Scenario[],
  is: Choice,
): [name: string, value: ParamValue][] {
  const { id, overrides } = parseRun(run);
  const scenario = scenarios.find((s) => s.id === id);
  if (!scenario) return [];
  return Object.entries(scenario.params).filter(([name]) => is(scenario, name) && !(name in overrides));
}

function namesOf({ runs }: Row, scenarios: readonly Scenario[], is: Choice): string[] {
  const every = [...runs.baseline, ...runs.variant].flatMap((run) => constantsIn(run, scenarios, is));
  return [...new Set(every.map(([name]) => name))].sort();
}

/** Names of all that were fitted to anything and are in force in its runs. */
export function fittedIn(row: Row, scenarios: readonly Scenario[]): string[] {
  return namesOf(row, scenarios, isFitted);
}

/** An answer that is right or wrong. */
const hasNoSize = (row: Row) => isStated(row) && !hasSize(row);

/** Whether it counts as independent, or by construction, only if constants do not move it. */
export function isVaried(row: Row): boolean {
  return isClaim(row) && (row.untouched !== null || hasNoSize(row));
}

/** As many times as large, within what the core takes. */
function multiplied(name: string, value: ParamValue, factor: number): string {
  const param = paramNamed(name);
  if (!param) throw new Error(`${name} is not a number, and cannot be varied`);
  return [value]
    .flat()
    .map((n) => Math.min(Math.max(Math.round(Number(n) * factor), param.min), param.max))
    .join(',');
}

/** All that is to be tried with such a row; `free`: names of constants that are neither fitted nor given. */
export function variationsOf(row: Row, scenarios: readonly Scenario[], free: readonly string[]): Variation[] {
  const is: Choice = (scenario, name) =>
    isFitted(scenario, name) || (hasNoSize(row) && free.includes(name) && paramNamed(name)?.enum === null);
  return namesOf(row, scenarios, is).flatMap((name) =>
    FACTORS.map((factor) => {
      const vary = (run: string) => {
        const own = constantsIn(run, scenarios, is).find(([of]) => of === name);
        if (!own) return run;
        return `${run}${run.includes('?') ? '&' : '?'}${name}=${multiplied(name, own[1], factor)}`;
      };
      const runs = { baseline: row.runs.baseline.map(vary), variant: row.runs.variant.map(vary) };
      return { name, factor, row: { ...row, runs } };
    }),
  );
}

/** Why the row is touched by that constant, or null; `judged` is its answer as it stands. */
function touchedBy(
  { name, factor, row }: Variation,
  judged: RowVerdict | string,
  varied: RowVerdict | string,
): string | null {
  const times = `${row.id}: moved by ${name}: with ${factor} times as much`;
  if (typeof judged === 'string') return `${row.id}: the model gives nothing: ${judged}`;
  if (typeof varied === 'string') return `${times} the model gives nothing: ${varied}`;
  if (varied.verdict !== judged.verdict) return `${times} it is ${varied.verdict}`;
  if (isStated(row) || judged.ratio === varied.ratio) return null;
  const by = Math.abs((varied.ratio ?? NaN) / (judged.ratio ?? NaN) - 1);
  return by <= MOVES ? null : `${times} its ratio is ${String(varied.ratio)}`;
}

interface VariationResult {
  /** How often the row was computed again, and how often the core refused a machine. */
  times: number;
  refused: number;
  /** Constants that it does not stand, one sentence each. */
  touched: readonly string[];
}

/** The result of a row's variations; `outcomes`, by run, holds a text where there is none. */
export function variationResult(
  row: Row,
  variations: readonly Variation[],
  outcomes: ReadonlyMap<string, Outcome | string>,
): VariationResult {
  const answer = (of: Row) => answerOf(of, outcomes)?.judged ?? 'it was not computed';
  const isRefused = ({ row: { runs } }: Variation) =>
    [...runs.baseline, ...runs.variant].some((run) => typeof outcomes.get(run) === 'string');
  const computed = variations.filter((variation) => !isRefused(variation));
  const names = new Set(computed.map(({ name }) => name));
  const never = [...new Set(variations.map(({ name }) => name))].filter((name) => !names.has(name));
  return {
    times: computed.length,
    refused: variations.length - computed.length,
    touched: [
      ...computed.flatMap((variation) => touchedBy(variation, answer(row), answer(variation.row)) ?? []),
      ...never.map(
        (name) => `${row.id}: the core takes no other ${name}, so that nothing shows that it does not matter`,
      ),
    ],
  };
}
