/** Rows with their answers: how many hold, and which of them changed without being listed. */
import { judge, nullMeets, type RowVerdict, type Verdict } from './verdict';
import { NotMeasured, type Outcome } from './measure';
import { isStated, type Row } from './rows';

export interface Answer {
  row: Row;
  /** A text says why the model gives nothing. */
  judged: RowVerdict | string;
}

/** Outcomes by run; a text says why a run gave none. Null while one of the row's runs is still to come. */
export function answerOf(row: Row, outcomes: ReadonlyMap<string, Outcome | string>): Answer | null {
  const found = { baseline: [] as Outcome[], variant: [] as Outcome[] };
  for (const side of ['baseline', 'variant'] as const) {
    for (const run of row.runs[side]) {
      const outcome = outcomes.get(run);
      if (outcome === undefined) return null;
      if (typeof outcome === 'string') return { row, judged: outcome };
      found[side].push(outcome);
    }
  }
  try {
    return { row, judged: judge(row, found) };
  } catch (error) {
    if (error instanceof NotMeasured) return { row, judged: error.message };
    throw error;
  }
}

/** How independent rows hold, and how they would if no policy had an effect. */
export interface Score {
  independent: number;
  /** Within 25 %, or as told. */
  within25: number;
  null_within25: number;
}

export interface Totals extends Score {
  rows: number;
  fitted: number;
  /** Rows that say again what another one says. */
  doubles: number;
  /** Of all rows. */
  wrong_direction: number;
  /** Rows without a ratio that are no evidence. */
  told: number;
  /** The score of rows with a ratio. */
  ratios: Score;
  /** And of those with a list, a value or a direction, which are right or wrong. */
  stated: Score;
}

/** What a row counts as; the four are apart. */
export type Counts = 'fitted' | 'double' | 'told' | 'independent';

export function countsAs({ fitted, double, told, untouched }: Row): Counts {
  if (fitted && untouched === null) return 'fitted';
  if (double) return 'double';
  return told === null ? 'independent' : 'told';
}

const verdictOf = ({ judged }: Answer): Verdict | null =>
  typeof judged === 'string' ? null : judged.verdict;

/** A row that the model does not answer counts for the null model where that needs no run. */
const nullHolds = ({ row, judged }: Answer) =>
  typeof judged === 'string' ? nullMeets(row) : judged.nullHolds;

/** Of those among them that are independent. A row without a value of the model is not within. */
export function scoreOf(answers: readonly Answer[]): Score {
  const independent = answers.filter(({ row }) => countsAs(row) === 'independent');
  return {
    independent: independent.length,
    within25: independent.filter((a) => verdictOf(a) === 'within').length,
    null_within25: independent.filter(nullHolds).length,
  };
}

export function totalsOf(answers: readonly Answer[]): Totals {
  const counting = (as: Counts) => answers.filter(({ row }) => countsAs(row) === as).length;
  return {
    ...scoreOf(answers),
    rows: answers.length,
    fitted: counting('fitted'),
    doubles: counting('double'),
    wrong_direction: answers.filter((a) => verdictOf(a) === 'wrong direction').length,
    told: counting('told'),
    ratios: scoreOf(answers.filter(({ row }) => !isStated(row))),
    stated: scoreOf(answers.filter(({ row }) => isStated(row))),
  };
}

/** The last line of `make published`. */
export function lineOf(totals: Totals): string {
  const keys = ['rows', 'fitted', 'independent', 'within25', 'null_within25', 'wrong_direction'] as const;
  return `published ${keys.map((key) => `${key}=${totals[key]}`).join(' ')}`;
}

/** Why a row is not as the tables expect it, or null; `file` is where that would be accepted. */
export function surprise({ row, judged }: Answer, file: string): string | null {
  if (typeof judged === 'string') return `the model gives nothing: ${judged}`;
  const listed = row.miss !== null;
  if (judged.verdict === 'wrong direction')
    return `wrong direction, which is never accepted${listed ? `: ${row.miss}` : ''}`;
  if (judged.verdict === 'outside' && !listed) {
    return `outside, and not listed; to accept it, add it with the reason to \`misses\` of ${row.table} in ${file}`;
  }
  if (judged.verdict === 'within' && listed) {
    return `listed as outside, but it is not any more; take it out of \`misses\` of ${row.table} in ${file}`;
  }
  return null;
}
