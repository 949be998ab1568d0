/** What a capture says, in one sentence: the first thing that is read of it. */
import { countPhrase } from './phrases';
import {
  allocationClauses,
  kswapdClauses,
  decisionClauses,
  decisionsOf,
  directReclaimClauses,
  faultClauses,
  requestClauses,
  clauseText,
  type Clause,
  type ClauseInput,
} from './clauses';
import { TOPICS } from '../doctor/topics';

/** What one asks of a capture first; what else it may have, where it has nothing of these. */
const FIRST = [kswapdClauses, directReclaimClauses, requestClauses];
const ELSE = [allocationClauses, faultClauses];

const NOTHING: Clause = { text: 'Nothing about kswapd, direct reclaim or requests', more: '' };

export function headlineOf(found: ClauseInput): Clause[] {
  const first = FIRST.flatMap((fact) => fact(found));
  const decisions = TOPICS.map(({ ask, of }) => ({ of, n: decisionsOf(found, ask).n })).filter(
    ({ n }) => n > 0,
  );
  const clauses = decisionClauses(decisions.reduce((all, { n }) => all + n, 0));
  if (first.length > 0) return [...clauses, ...first];
  if (clauses.length > 0) {
    const what = decisions.map(({ of, n }) => `${countPhrase(n)} on ${of}`).join(', ');
    return clauses.map((c) => ({ ...c, more: `: ${what}` }));
  }
  const others = ELSE.flatMap((fact) => fact(found));
  return others.length > 0 ? others : [NOTHING];
}

export const sentenceOf = (clauses: readonly Clause[]): string => `${clauses.map(clauseText).join('; ')}.`;
