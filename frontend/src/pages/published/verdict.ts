/** A row of a published table beside what the model gives: ratio, direction, verdict. */
import type { Range } from './cells';
import { plain } from './cells';
import type { Cell } from '../../capture/sources/published-document';
import { chosenRun, NotMeasured, numberFrom, valuesFrom, type Outcome } from './measure';
import { directionOf, WITHIN, type Row } from './rows';

/** Below this a quantity counts as gone, and one ratio is as good as another. */
const GONE = 0.01;

export type Verdict =
  /** The ratio is as near as it should be; or, where there is none, what was stated holds. */
  | 'within'
  | 'outside'
  /** Published goes one way, the model the other. */
  | 'wrong direction';

export interface RowVerdict {
  baseline: number | null;
  value: number | string;
  ratio: number | null;
  verdict: Verdict;
  /** Whether the null model is right. */
  nullHolds: boolean;
  /** Places among the row's runs of those that the values are of; null where all are summed. */
  chosen: { baseline: number | null; variant: number | null };
}

export interface Outcomes {
  baseline: readonly Outcome[];
  variant: readonly Outcome[];
}

/** Whether a ratio meets what was published: in the range, or `within` of its nearer end. */
export function meets(ratio: number, [least, most]: Range, within = WITHIN): boolean {
  if (most < GONE) return ratio < GONE;
  return ratio >= least * (1 - within) && ratio <= most * (1 + within);
}

/**
 * What the null model says of a row with a ratio: that nothing has an effect. Both sides are equal; of shares,
 * each is the same.
 */
export function nullRatio({ kind, whole }: Row): number {
  return kind === 'share' ? 1 / whole.length : 1;
}

/**
 * What a policy does to a quantity: the row's ratio over that of no effect, and over 1 for a rise. Where one of a
 * range's ends is within 5 % of none, no effect was published: null.
 */
export function publishedEffect(row: Row): Range | null {
  const { ratio } = row.published;
  if (ratio === null) return null;
  const none = nullRatio(row);
  const [least, most] = [ratio[0] / none, ratio[1] / none];
  return directionOf(least) === 'keeps' || directionOf(most) !== directionOf(least) ? null : [least, most];
}

/** How much of an effect there is: half to one and a half times of it, or less (or the other way), or more. */
export type EffectSize = 'half' | 'less' | 'more';

/** By the nearer end of a published range, and by logarithms: twice is as far from 1 as half. */
export function effectSize([least, most]: Range, effect: number): EffectSize {
  const of = Math.max(effect, GONE);
  const nearest = Math.max(Math.min(of, most), least, GONE);
  const times = Math.log(of) / Math.log(nearest);
  return times < 0.5 ? 'less' : times > 1.5 ? 'more' : 'half';
}

/**
 * Whether that is near enough; it is not asked for a direction beside a ratio, which it never has. Of a direction
 * alone it says that all stays as it is.
 */
export function nullMeets(row: Row): boolean {
  const { ratio, direction } = row.published;
  if (row.kind === 'nothing') return true;
  if (row.kind === 'direction') return direction === 'keeps';
  return ratio !== null && meets(nullRatio(row), ratio, row.within);
}

/** Of lists and values it says what the runs without the policy give; where there are none, it is right. */
function nullRepeats(runs: readonly Outcome[], holds: (runs: readonly Outcome[]) => boolean): boolean {
  try {
    return runs.length === 0 || holds(runs);
  } catch (error) {
    if (error instanceof NotMeasured) return false;
    throw error;
  }
}

/** Throws NotMeasured when a run lacks a counter. */
export function judge(row: Row, { baseline, variant }: Outcomes): RowVerdict {
  const chosen = { baseline: chosenRun(row.measure, baseline), variant: chosenRun(row.measure, variant) };
  if (row.kind === 'equal') {
    const given = (runs: readonly Outcome[]) => valuesFrom(row.measure, runs).map((v) => plain(v));
    const wanted = row.published.value;
    const same = (value: readonly string[]) =>
      value.join(' | ') === asGiven(wanted, value.length).join(' | ');
    const value = given(variant);
    const verdict = same(value) ? 'within' : 'outside';
    const nullHolds = nullRepeats(baseline, (runs) => same(given(runs)));
    return { baseline: null, value: value.join(', '), ratio: null, verdict, nullHolds, chosen };
  }
  const value = numberFrom(row.measure, variant);
  if (row.kind === 'value') {
    const states = row.published.states ?? NaN;
    const holds = (of: number) => meets(of, [states, states], row.within);
    return {
      baseline: baseline.length > 0 ? numberFrom(row.measure, baseline) : null,
      value,
      ratio: null,
      verdict: holds(value) ? 'within' : 'outside',
      nullHolds: nullRepeats(baseline, (runs) => holds(numberFrom(row.measure, runs))),
      chosen,
    };
  }
  const nullHolds = nullMeets(row);
  if (row.kind === 'share') {
    const sum = row.whole.reduce((all, measure) => all + numberFrom(measure, variant), 0);
    const share = sum === 0 ? 0 : value / sum;
    const range = row.published.ratio ?? [0, 0];
    return {
      baseline: sum,
      value,
      ratio: share,
      verdict: meets(share, range, row.within) ? 'within' : 'outside',
      nullHolds,
      chosen,
    };
  }
  const before = numberFrom(row.measure, baseline);
  const ratio = before === 0 ? null : value / before;
  return { baseline: before, value, ratio, verdict: verdictOf(row, before, value), nullHolds, chosen };
}

function verdictOf(row: Row, before: number, value: number): Verdict {
  const { direction, ratio: range } = row.published;
  if (row.kind === 'nothing') {
    if (before === 0 && value === 0) return 'within';
    // A zero that is printed in steps is any size below one: it tells no direction.
    return 'step' in row.measure ? 'outside' : 'wrong direction';
  }
  const ratio = before === 0 ? null : value / before;
  if (direction === 'falls' && !(value < before)) return 'wrong direction';
  if (direction === 'rises' && !(value > before)) return 'wrong direction';
  if (direction === 'keeps' && (ratio === null || Math.abs(ratio - 1) > WITHIN)) return 'wrong direction';
  if (!range) {
    if (direction === 'keeps') return ratio !== null && directionOf(ratio) === 'keeps' ? 'within' : 'outside';
    return 'within';
  }
  return ratio !== null && meets(ratio, range, row.within) ? 'within' : 'outside';
}

/** The cells of a row of several, each as text. */
function asGiven(cell: Cell, parts: number): string[] {
  return typeof cell === 'object' && cell !== null && parts === cell.length
    ? cell.map((c) => plain(c))
    : [plain(cell)];
}
