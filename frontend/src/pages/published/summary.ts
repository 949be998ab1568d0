/** Rows with their answers: how many hold, and which of them changed without being listed. */
import type { Range } from './cells';
import {
  effectSize,
  judge,
  nullMeets,
  nullRatio,
  publishedEffect,
  type EffectSize,
  type RowVerdict,
  type Verdict,
} from './verdict';
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
  /** Within 25 %, or as stated. */
  within25: number;
  null_within25: number;
  /** Rows with an effect, published as more than 5 %, and those of them in which the model has half of it or more. */
  effects: number;
  within_half: number;
}

export interface Totals extends Score {
  rows: number;
  fitted: number;
  /** Rows that say again what another one says. */
  doubles: number;
  /** Rows that no such model could have wrong. */
  constructed: number;
  /** Of all rows. */
  wrong_direction: number;
  /** Rows without a ratio that are no evidence. */
  noEvidence: number;
  /** The score of rows with a ratio. */
  ratios: Score;
  /** And of those with a list, a value or a direction, which are right or wrong. */
  stated: Score;
}

/** What a row counts as; the five are apart. */
export type Counts = 'fitted' | 'double' | 'no evidence' | 'by construction' | 'independent';

export function countsAs({ fitted, double, noEvidence, untouched, constructed }: Row): Counts {
  if (fitted && untouched === null) return 'fitted';
  if (double) return 'double';
  if (noEvidence !== null) return 'no evidence';
  return constructed === null ? 'independent' : 'by construction';
}

const verdictOf = ({ judged }: Answer): Verdict | null =>
  typeof judged === 'string' ? null : judged.verdict;

/** Whether the row claims something that no constant may decide: independent, or by construction. */
export function isClaim(row: Row): boolean {
  const as = countsAs(row);
  return as === 'independent' || as === 'by construction';
}

/** What a policy does to a quantity, as factors: published, and in the model. */
interface Effect {
  published: Range;
  /** Null where the model gives none. */
  model: number | null;
  size: EffectSize;
}

/** Null where a row has no ratio, or no effect was published. */
export function effectOf({ row, judged }: Answer): Effect | null {
  const published = publishedEffect(row);
  if (published === null) return null;
  const ratio = typeof judged === 'string' ? null : judged.ratio;
  const model = ratio === null ? null : ratio / nullRatio(row);
  return { published, model, size: model === null ? 'less' : effectSize(published, model) };
}

/** "+12 %", and of less "\u22121.5 %": what a factor does. */
function percent(factor: number): string {
  const by = Number((100 * (factor - 1)).toPrecision(2));
  return `${by < 0 ? '\u2212' : '+'}${Math.abs(by)} %`;
}

const SIZES: Readonly<Record<EffectSize, string>> = {
  half: '',
  less: ': less than half',
  more: ': over one and a half times',
};

/** What was published, and what the model has of it. */
export function effectWords({ published, model, size }: Effect): [published: string, model: string] {
  return [
    [...new Set(published.map(percent))].join(' to '),
    `${model === null ? 'none' : percent(model)}${SIZES[size]}`,
  ];
}

/** A row that the model does not answer counts for the null model where that needs no run. */
const nullHolds = ({ row, judged }: Answer) =>
  typeof judged === 'string' ? nullMeets(row) : judged.nullHolds;

/** Of those among them that are independent. A row without a value of the model is not within. */
export function scoreOf(answers: readonly Answer[]): Score {
  const independent = answers.filter(({ row }) => countsAs(row) === 'independent');
  const effects = independent.flatMap((answer) => effectOf(answer) ?? []);
  return {
    independent: independent.length,
    within25: independent.filter((a) => verdictOf(a) === 'within').length,
    null_within25: independent.filter(nullHolds).length,
    effects: effects.length,
    within_half: effects.filter(({ size }) => size === 'half').length,
  };
}

export function totalsOf(answers: readonly Answer[]): Totals {
  const counting = (as: Counts) => answers.filter(({ row }) => countsAs(row) === as).length;
  return {
    ...scoreOf(answers),
    rows: answers.length,
    fitted: counting('fitted'),
    doubles: counting('double'),
    constructed: counting('by construction'),
    wrong_direction: answers.filter((a) => verdictOf(a) === 'wrong direction').length,
    noEvidence: counting('no evidence'),
    ratios: scoreOf(answers.filter(({ row }) => !isStated(row))),
    stated: scoreOf(answers.filter(({ row }) => isStated(row))),
  };
}

/** The last line of `make published`. */
export function lineOf(totals: Totals): string {
  const keys = [
    'rows',
    'fitted',
    'constructed',
    'independent',
    'within25',
    'null_within25',
    'wrong_direction',
    'effects',
    'within_half',
  ] as const;
  return `published ${keys.map((key) => `${key}=${totals[key]}`).join(' ')}`;
}

/** How a row misses, so that it needs a reason: its ratio, or, of an independent one, the size of the effect. */
function missOf(answer: Answer): string | null {
  if (verdictOf(answer) === 'outside') return 'outside';
  const effect = countsAs(answer.row) === 'independent' ? effectOf(answer) : null;
  return effect === null || effect.size === 'half' ? null : effectWords(effect)[1];
}

/** Why a row is not as the tables expect it, or null; `file` is where that would be accepted. */
export function surprise(answer: Answer, file: string): string | null {
  const { row, judged } = answer;
  if (typeof judged === 'string') return `the model gives nothing: ${judged}`;
  const listed = row.miss !== null;
  const missed = missOf(answer);
  if (judged.verdict === 'wrong direction')
    return `wrong direction, which is never accepted${listed ? `: ${row.miss}` : ''}`;
  if (missed !== null && !listed) {
    return `${missed}, and not listed; to accept it, add it with the reason to \`misses\` of ${row.table} in ${file}`;
  }
  if (missed === null && listed) {
    return `listed as a miss, but it is not any more; take it out of \`misses\` of ${row.table} in ${file}`;
  }
  return null;
}
