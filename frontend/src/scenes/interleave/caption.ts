/**
 * The one sentence a frame says, and a line of context. Pure; every clause is made of what has been counted
 * up to this frame.
 */
import { grouped as n } from '../../core/number';
import type { PaneProps } from '../scene';
import { countWord, ranges } from '../text';
import { factsOf, type Facts } from './facts';
import { sectors } from './numbers';
import { policyShort, policySubject } from './policy-words';
import { average } from './requests';

interface Told {
  facts: Facts;
  mean: number | null;
  /** Most requests so far had as many segments as the disk takes. */
  full: boolean;
}

function told({ frame, info }: PaneProps): Told {
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

const request = (mean: number) => `${sectors(mean)} sectors`;

/** What follows from a policy for requests. */
function alone({ mean, full, facts }: Told): string {
  const subject = policySubject(facts.policy);
  if (mean === null) {
    const none = facts.policy.by === 'place' ? 'no request is seen' : 'no request has been sent yet';
    return `${subject}: ${none}.`;
  }
  const limit = facts.requests?.maxSegments;
  if (!full || !limit) return `${subject}: ${request(mean)} to a request.`;
  const fills = subject.startsWith('Weights') ? 'fill' : 'fills';
  return `${subject} ${fills} the list of ${limit} segments: ${request(mean)} to a request.`;
}

function together(a: Told, b: Told): string {
  const [x, y] = [policySubject(a.facts.policy), policySubject(b.facts.policy)];
  if (a.mean === null || b.mean === null) {
    return x === y && a.mean === b.mean ? alone(a) : `A, ${lower(alone(a))} B, ${lower(alone(b))}`;
  }
  if (x === y) {
    const same = Math.abs(a.mean - b.mean) < 0.05;
    const rest = same
      ? `${request(a.mean)} to a request in both`
      : `${sectors(a.mean)} sectors to a request in A, ${sectors(b.mean)} in B`;
    return `${x}: ${rest}.`;
  }
  const short = policyShort(b.facts.policy);
  return `${alone(a)} ${short}: ${sectors(b.mean)}.`;
}

function lower(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}

/** Where the pane stands. */
function place({ info }: PaneProps, { facts }: Told): string {
  const { step, event } = facts;
  if (!event || !step) return `before the first of ${n(info.decisions)} ${info.noun?.[1] ?? 'decisions'}`;
  if (event.kind === 'block_rq') return `request ${n(facts.k)}`;
  const what = step.page ? `page ${n(step.page.page)}` : `decision ${n(facts.k)}`;
  return `${what}, from node ${step.node}`;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function setup({ policy }: Facts): string {
  const { nodes } = policy;
  return nodes.length > 0
    ? `${countWord(nodes.length)} ${nodes.length === 1 ? 'node' : 'nodes'} (${ranges(nodes)})`
    : '';
}

export function caption(a: PaneProps, b: PaneProps | null): { title: string; context: string } {
  const ta = told(a);
  const tb = b ? told(b) : null;
  const title = tb ? together(ta, tb) : alone(ta);
  const [pa, pb] = [place(a, ta), tb && b ? place(b, tb) : null];
  const where = pb === null ? capital(pa) : pa === pb ? `${capital(pa)} in both` : `A: ${pa}. B: ${pb}`;
  const nodes = setup(ta.facts);
  const over = nodes && (tb === null || nodes === setup(tb.facts)) ? ` ${capital(nodes)}.` : '';
  return {
    title,
    context: `${where}.${over} Frames taken in a row from one node are neighbours; frames of two nodes are not.`,
  };
}
