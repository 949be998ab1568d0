/** What a capture says, in one sentence: the first thing that is read of it. */
import { count } from './amounts';
import {
  allocations,
  awake,
  decided,
  decisionsOf,
  direct,
  faults,
  requests,
  wordsOf,
  type Clause,
  type Found,
} from './facts';
import { ASKS } from './questions';

/** What one asks of a capture first; what else it may tell, where it tells nothing of these. */
const FIRST = [awake, direct, requests];
const ELSE = [allocations, faults];

const NOTHING: Clause = { text: 'Nothing is told of kswapd, direct reclaim or requests', more: '' };

export function headlineOf(found: Found): Clause[] {
  const first = FIRST.flatMap((fact) => fact(found));
  const decisions = ASKS.map(({ ask, of }) => ({ of, n: decisionsOf(found, ask).n })).filter(
    ({ n }) => n > 0,
  );
  const clauses = decided(decisions.reduce((all, { n }) => all + n, 0));
  if (first.length > 0) return [...clauses, ...first];
  if (clauses.length > 0) {
    const what = decisions.map(({ of, n }) => `${count(n)} on ${of}`).join(', ');
    return clauses.map((c) => ({ ...c, more: `: ${what}` }));
  }
  const others = ELSE.flatMap((fact) => fact(found));
  return others.length > 0 ? others : [NOTHING];
}

export const sentenceOf = (clauses: readonly Clause[]): string => `${clauses.map(wordsOf).join('; ')}.`;
