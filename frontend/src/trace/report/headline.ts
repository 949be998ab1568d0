/** What a capture says, in one sentence: the first thing that is read of it. */
import { countPhrase } from './phrases';
import type { CaptureReport } from './capture-report';
import {
  allocationClauses,
  kswapdClauses,
  decisionClauses,
  decisionsOf,
  directReclaimClauses,
  faultClauses,
  mapClauses,
  readClauses,
  requestClauses,
  shareClauses,
  slotClauses,
  wakeClauses,
  walkClauses,
  clauseText,
  type Clause,
  type ClauseInput,
} from './clauses';
import { TOPICS, type Topic } from '../doctor/topics';

/** What one asks of a capture first; what else it may have, where it has nothing of these. */
const FIRST = [kswapdClauses, directReclaimClauses, requestClauses];
const ELSE = [allocationClauses, faultClauses, mapClauses];

const NOTHING: Clause = { text: 'Nothing about kswapd, direct reclaim or requests', more: '' };

/** What the decisions of each question came to. */
const DECIDED: Readonly<Record<Topic['ask'], (found: ClauseInput) => Clause[]>> = {
  device: slotClauses,
  zone: walkClauses,
  kswapd: (found) => (found.derived.duty.nodes.length > 0 ? [] : wakeClauses(found)),
  node: shareClauses,
  back: readClauses,
};

/** As one reads it on the timeline, where events cannot be counted as a tracepoint's. */
const countableClauses = ([first, ...others]: CaptureReport['countable']): Clause[] =>
  first
    ? [
        {
          text: `${first.name} can be counted as ${first.tracepoint} in the report`,
          more: others.length > 0 ? `, and ${countPhrase(others.length)} more` : '',
        },
      ]
    : [];

export function headlineOf(found: ClauseInput & Pick<CaptureReport, 'countable'>): Clause[] {
  const first = FIRST.flatMap((fact) => fact(found));
  const decisions = decidedIn(found);
  const clauses = decisionClauses(total(decisions));
  const decided = decisions.flatMap(({ ask }) => DECIDED[ask](found));
  const facts = [...decided, ...first];
  if (decisions.length > 0 && facts.length > 0)
    return [...(facts.length > 1 ? facts.slice(0, FACTS_MOST).map(brief) : facts), ...clauses];
  if (first.length > 0) return first;
  if (clauses.length > 0) return countedDecisions(found);
  const others = [...ELSE.flatMap((fact) => fact(found)), ...countableClauses(found.countable)];
  return others.length > 0 ? others : [NOTHING];
}

type Counted = Parameters<typeof decisionsOf>[0];

const decidedIn = (found: Counted) =>
  TOPICS.map(({ ask, of }) => ({ ask, of, n: decisionsOf(found, ask).n })).filter(({ n }) => n > 0);

const total = (decisions: readonly { n: number }[]): number => decisions.reduce((all, { n }) => all + n, 0);

/** How many there are on what, where their outcome is not known. */
export function countedDecisions(found: Counted): Clause[] {
  const decisions = decidedIn(found);
  const what = decisions.map(({ of, n }) => `${countPhrase(n)} on ${of}`).join(', ');
  return decisionClauses(total(decisions)).map((c) => ({ ...c, more: `: ${what}` }));
}

/** Of what decisions came to: there is room for the first answers to so many questions. */
const FACTS_MOST = 2;

const brief = ({ text }: Clause): Clause => ({ text, more: '' });

export const sentenceOf = (clauses: readonly Clause[]): string => `${clauses.map(clauseText).join('; ')}.`;
