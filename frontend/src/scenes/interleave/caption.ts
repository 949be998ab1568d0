/**
 * The one sentence a frame says, and a line of context. Pure; every clause is made of what has been counted
 * up to this frame. Clauses begin small, and get their capital where a sentence begins.
 */
import { ifComplete } from '../../core/coverage';
import { alike, capital, joined, msg, NOTHING, type Message } from '../../core/message';
import type { PaneSourceFrame } from '../scene';
import { countPhrase, ranges } from '../phrases';
import type { Caption } from '../narration';
import { factsOf, type Facts } from './facts/facts';
import { sectors } from './facts/phrases';
import type { Policy } from './facts/policy';
import { average } from './facts/requests';
import { noRequest } from './facts/sentences';

interface Finding {
  facts: Facts;
  mean: number | null;
  /** Most requests so far had as many segments as the disk takes. */
  full: boolean;
}

function findingOf({ frame, info }: PaneSourceFrame): Finding {
  const facts = factsOf(frame, info);
  const { requests } = facts;
  // A kernel tells the limit in its manifest only: then the last requests must do.
  const limit = requests?.maxSegments ?? null;
  const filled = requests?.past.filter((p) => limit !== null && p.segments >= limit).length ?? 0;
  const counted = requests && requests.full > 0 ? 2 * requests.full >= requests.count : false;
  return {
    facts,
    mean: average(requests),
    full: counted || (requests !== null && filled > 0 && 2 * filled >= requests.past.length),
  };
}

/** Weights of all nodes; null where not all are known. */
function weightsOf({ mode, nodes, weights }: Policy): number[] | null {
  const known = nodes.flatMap((n) => weights?.get(n) ?? []);
  return mode === 'weighted_interleave' && known.length === nodes.length ? known : null;
}

/** "one page from each node in turn", "eight in a row from each node", "weights 3 : 1". */
function subjectOf({ policy, coverage }: Pick<Facts, 'policy' | 'coverage'>): Message {
  const { by, mode, granularity } = policy;
  if (by === 'none')
    return ifComplete(coverage, ['interleave'], msg`without a policy`, msg`policy not recorded`);
  const isWeighted = mode === 'weighted_interleave';
  if (by === 'place') return isWeighted ? msg`by place and weight` : msg`by place in the mapping`;
  const weights = weightsOf(policy);
  if (weights) return msg`weights ${weights.join(' : ')}`;
  if (isWeighted) return msg`weighted interleave`;
  if (granularity === null) return msg`interleave`;
  return granularity === 1
    ? msg`one page from each node in turn`
    : msg`${countPhrase(granularity)} in a row from each node`;
}

/** The same where it was set against another before: "eight in a row". */
function shortOf(facts: Facts): Message {
  const { by, mode, granularity } = facts.policy;
  if (by !== 'counter' || mode === 'weighted_interleave' || granularity === null) return subjectOf(facts);
  return granularity === 1 ? msg`one page in turn` : msg`${countPhrase(granularity)} in a row`;
}

/** "… fills the list of 40 segments". */
function fills(facts: Facts, limit: number): Message {
  const { policy } = facts;
  const subject = subjectOf(facts);
  const list = msg`the list of ${limit} segments`;
  if (policy.by !== 'counter') return msg`${subject}, ${list} is filled`;
  return weightsOf(policy) ? msg`${subject} fill ${list}` : msg`${subject} fills ${list}`;
}

/** What is counted: where requests of every kind are stepped through, it is said which. */
const unitOf = ({ event, coverage }: Facts): string =>
  coverage.by !== 'model' && event?.kind === 'block_rq' ? 'read' : 'request';

/** What follows from a policy for requests. */
function alone({ mean, full, facts }: Finding): Message {
  const subject = subjectOf(facts);
  if (mean === null) {
    if (!facts.requestsKnown) return msg`${subject}: its requests are not known.`;
    return msg`${subject}: ${noRequest(facts, msg`no request has been sent yet`)}.`;
  }
  const limit = facts.requests?.maxSegments;
  return msg`${full && limit ? fills(facts, limit) : subject}: ${sectors(mean)} sectors to a ${unitOf(facts)}.`;
}

function together(a: Finding, b: Finding): Message {
  const x = subjectOf(a.facts);
  const isSame = alike(x, subjectOf(b.facts));
  if (a.mean === null || b.mean === null) {
    return isSame && a.mean === b.mean ? capital(alone(a)) : msg`A, ${alone(a)} B, ${alone(b)}`;
  }
  const [of, other] = [sectors(a.mean), sectors(b.mean)];
  if (!isSame) return msg`${capital(alone(a))} ${capital(shortOf(b.facts))}: ${other}.`;
  return Math.abs(a.mean - b.mean) < 0.05
    ? msg`${capital(x)}: ${of} sectors to a ${unitOf(a.facts)} in both.`
    : msg`${capital(x)}: ${of} sectors to a ${unitOf(a.facts)} in A, ${other} in B.`;
}

/** Where the pane stands. */
function place({ info }: PaneSourceFrame, { facts }: Finding): Message {
  const { step, event, k } = facts;
  if (!event || !step) return msg`before the first of ${info.decisions} ${info.noun?.[1] ?? 'decisions'}`;
  if (event.kind === 'block_rq') return msg`request ${k}`;
  const what = step.page ? msg`page ${step.page.page}` : msg`decision ${k}`;
  return msg`${what}, from node ${step.node}`;
}

function setup({ policy: { nodes, by }, coverage }: Facts): Message {
  // Another tool's trace names nodes that something happened on.
  if (nodes.length === 0 || (by === 'none' && coverage.by === 'tracepoints')) return NOTHING;
  const many = capital(msg`${countPhrase(nodes.length)} ${nodes.length === 1 ? 'node' : 'nodes'}`);
  return msg`${many} (${ranges(nodes)}).`;
}

export function caption(a: PaneSourceFrame, b: PaneSourceFrame | null): Caption {
  const [fa, fb] = [findingOf(a), b && findingOf(b)];
  const [pa, pb] = [place(a, fa), b && fb && place(b, fb)];
  const where = !pb ? capital(pa) : alike(pa, pb) ? msg`${capital(pa)} in both` : msg`A: ${pa}. B: ${pb}`;
  const nodes = setup(fa.facts);
  return {
    title: fb ? together(fa, fb) : capital(alone(fa)),
    context: joined(
      [
        msg`${where}.`,
        fb && !alike(nodes, setup(fb.facts)) ? NOTHING : nodes,
        msg`Frames taken in a row from one node are neighbours; frames of two nodes are not.`,
      ],
      ' ',
    ),
  };
}
