/** What a finished run gives: counters by their text, and the visible state at the end. */
import type { StateView } from '../../core/types';
import type { Measured, MeasureName } from '../../core/session';
import type { Measure, Scalar } from '../../capture/sources/published-document';

export interface Outcome {
  /** The last value of each counter the run reports. */
  stats: Readonly<Record<string, number>>;
  state: StateView;
  /** The core's own measures of the run. */
  measured: readonly Measured[];
}

/** A run does not give what is asked of it. */
export class NotMeasured extends Error {}

const listed = (names: string | readonly string[]) => (typeof names === 'string' ? [names] : names);

/** The sum of the counters over all runs. Throws NotMeasured for a counter that a run does not have. */
function total(outcomes: readonly Outcome[], names: string | readonly string[]): number {
  let sum = 0;
  for (const { stats } of outcomes) {
    for (const name of listed(names)) {
      const value = stats[name];
      if (value === undefined) throw new NotMeasured(`the run has no counter ${name}`);
      sum += value;
    }
  }
  return sum;
}

/** Throws NotMeasured where the events do not give it. */
function measuredBy(
  outcomes: readonly Outcome[],
  { core, part = 0 }: { core: MeasureName; part?: number },
): number {
  const found = outcomes.at(-1)?.measured.find((m) => m.measure === core && m.part === part);
  if (!found) throw new NotMeasured(`the run has no ${core} of ${part}`);
  return Number(found.text);
}

/**
 * The one run of several that a value is of: with the fewest of a counter (the first of equals), or whose end is
 * looked at, which is the last. Null where the counters of all are summed.
 */
export function chosenRun(measure: Measure, outcomes: readonly Outcome[]): number | null {
  if (!('stat' in measure)) return outcomes.length - 1;
  if (measure.run === undefined) return outcomes.length === 1 ? 0 : null;
  const { fewest } = measure.run;
  const counts = outcomes.map((outcome) => total([outcome], fewest));
  return counts.indexOf(Math.min(...counts));
}

/** How a value was made of so many runs, in words; '' of one. */
export function madeOf(measure: Measure, runs: number): string {
  if (runs <= 1) return '';
  if (!('stat' in measure)) return `at the end of the last of ${runs} runs`;
  if (measure.run) return `of ${runs} runs the one with the fewest ${measure.run.fewest}`;
  return measure.per === undefined ? `sum of ${runs} runs` : `quotient of the sums of ${runs} runs`;
}

/** A number: sums over the runs; of a quotient, sums over sums. */
export function numberFrom(measure: Measure, outcomes: readonly Outcome[]): number {
  if ('list' in measure) throw new NotMeasured('a list is not a number');
  if ('core' in measure) {
    const value = measuredBy(outcomes, measure);
    const by = measure.per ? measuredBy(outcomes, measure.per) : 1;
    return by === 0 ? 0 : value / by;
  }
  if ('state' in measure) {
    return valuesFrom(measure, outcomes).reduce<number>((sum, value) => sum + Number(value), 0);
  }
  const chosen = chosenRun(measure, outcomes);
  const of = chosen === null ? outcomes : outcomes.slice(chosen, chosen + 1);
  const sum = total(of, measure.stat) * (measure.scale ?? 1);
  const by = measure.per === undefined ? 1 : total(of, measure.per);
  const value = by === 0 ? 0 : sum / by;
  return measure.step === undefined ? value : Math.round(value / measure.step) * measure.step;
}

/** What is compared as it stands: a column's values, or a list's devices and keys. */
export function valuesFrom(measure: Measure, outcomes: readonly Outcome[]): (Scalar | readonly Scalar[])[] {
  const state = outcomes.at(-1)?.state;
  if (!state) throw new NotMeasured('there is no run');
  if ('list' in measure) {
    const list = state.list[measure.list];
    if (!list?.known) throw new NotMeasured(`list ${measure.list} is not known`);
    return [list.type.map((type) => state.dev[type]?.name ?? String(type)), [...list.prio]];
  }
  if ('stat' in measure || 'core' in measure) return [numberFrom(measure, outcomes)];
  const table = (state as unknown as Partial<Record<string, readonly Readonly<Record<string, unknown>>[]>>)[
    measure.state
  ];
  return measure.rows.map((row) => {
    const cell = (column: string) => {
      const value = table?.[row]?.[column];
      if (typeof value === 'number' || typeof value === 'string') return value;
      throw new NotMeasured(`the run ends without ${measure.state}[${row}].${column}`);
    };
    const value = cell(measure.column);
    return measure.per === undefined ? value : Number(value) / Number(cell(measure.per));
  });
}
