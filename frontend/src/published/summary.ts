/** Rows with their answers: how many hold, and which of them changed without being listed. */
import { judge, nullMeets, type Judged, type Verdict } from './judge';
import { NotMeasured, type Outcome } from './measure';
import type { Row } from './rows';

export interface Answer {
  row: Row;
  /** A text says why the model gives nothing. */
  judged: Judged | string;
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

export interface Totals {
  rows: number;
  fitted: number;
  /** Rows that say again what another one says. */
  doubles: number;
  /** Rows with a ratio that no parameter was chosen by and no other row says. */
  independent: number;
  /** Of those. */
  within25: number;
  /** Of the same, if both sides of each were equal. */
  null_within25: number;
  /** Of all rows. */
  wrong_direction: number;
  /** Rows without a ratio: told in words, from nothing, or to be equal. */
  told: number;
}

/** What a row counts as; the four are apart. */
export type Counts = 'fitted' | 'double' | 'told' | 'independent';

export function countsAs({ fitted, double, kind }: Row): Counts {
  if (fitted) return 'fitted';
  if (double) return 'double';
  return kind === 'ratio' || kind === 'share' ? 'independent' : 'told';
}

const verdictOf = ({ judged }: Answer): Verdict | null =>
  typeof judged === 'string' ? null : judged.verdict;

/** A row without a value of the model counts as one that is not within. */
export function totalsOf(answers: readonly Answer[]): Totals {
  const counting = (as: Counts) => answers.filter(({ row }) => countsAs(row) === as);
  const independent = counting('independent');
  return {
    rows: answers.length,
    fitted: counting('fitted').length,
    doubles: counting('double').length,
    independent: independent.length,
    within25: independent.filter((a) => verdictOf(a) === 'within').length,
    null_within25: independent.filter(({ row }) => nullMeets(row)).length,
    wrong_direction: answers.filter((a) => verdictOf(a) === 'wrong direction').length,
    told: counting('told').length,
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
