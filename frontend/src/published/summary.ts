/** Rows with their answers: how many hold, and which of them changed without being listed. */
import { judge, type Judged, type Verdict } from './judge';
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
  /** Rows with a ratio that no parameter was chosen by. */
  predicted: number;
  /** Of those. */
  within25: number;
  /** Of all rows. */
  wrong_direction: number;
  /** Rows without a ratio: told in words, from nothing, or to be equal. */
  told: number;
}

const hasRatio = ({ kind }: Row) => kind === 'ratio' || kind === 'share';
const verdictOf = ({ judged }: Answer): Verdict | null =>
  typeof judged === 'string' ? null : judged.verdict;

/** A row without a value of the model counts as a prediction that failed. */
export function totalsOf(answers: readonly Answer[]): Totals {
  const count = (test: (a: Answer) => boolean) => answers.filter(test).length;
  const predicted = answers.filter(({ row }) => hasRatio(row) && !row.fitted);
  return {
    rows: answers.length,
    fitted: count(({ row }) => row.fitted !== null),
    predicted: predicted.length,
    within25: predicted.filter((a) => verdictOf(a) === 'within').length,
    wrong_direction: count((a) => verdictOf(a) === 'wrong direction'),
    told: count(({ row }) => !hasRatio(row) && !row.fitted),
  };
}

/** The last line of `make published`. */
export function lineOf(totals: Totals): string {
  const keys = ['rows', 'fitted', 'predicted', 'within25', 'wrong_direction'] as const;
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
