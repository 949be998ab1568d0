/** The one sentence a frame says, and a line of context. Pure: each clause is built from the frame's numbers. */
import type { WakeVerdictName } from '../../core/gen/tables';
import { grouped } from '../../core/number';
import type { PaneProps } from '../scene';
import { count, countWord } from '../text';
import { factsOf, type Facts } from './facts';
import { belowOf, type Below } from './below';
import { findingOf, POLICY_WORDS } from './finding';
import { seenWords } from './seen-words';
import { question, zoneOf } from './words';

const NOT_WOKEN: Readonly<Record<Exclude<WakeVerdictName, 'woken'>, string>> = {
  awake: 'it runs already',
  hopeless: 'it failed too often',
  balanced: 'the mark is met',
};

/** What was decided, without a full stop. */
export function decided({ event, seen }: Facts): string {
  switch (event?.kind) {
    case 'zone_select': {
      const subject = POLICY_WORDS[event.mode];
      if (event.zone < 0)
        return event.end === 'none' ? `${subject} finds no zone` : `${subject} starts the walk over`;
      const skips = event.visits - 1;
      const after =
        skips > 0 ? ` after ${countWord(skips)} ${skips === 1 ? 'that was' : 'that were'} skipped` : '';
      return `${subject} takes ${zoneOf(event.zone)}${after}`;
    }
    case 'zone_batch':
      return `${zoneOf(event.zone)} gets a new batch of ${count(event.new, 'page')}`;
    case 'kswapd_wake': {
      const who = `kswapd${event.nid}`;
      return event.verdict === 'woken'
        ? `${who} is woken for ${zoneOf(event.zone)}`
        : `${who} is not woken, ${NOT_WOKEN[event.verdict]}`;
    }
    case undefined:
      return seen ? seenWords(seen) : 'nothing yet';
  }
}

interface Told {
  pane: PaneProps;
  facts: Facts;
  finding: string | null;
  /** The same, with the policy as its subject. */
  plain: string | null;
}

/** What both panes can be compared by: a capture tells no ages, but a model tells shares. Null: nothing. */
function commonOf(all: readonly PaneProps[]): Below | null {
  const kinds = all.map((p) => belowOf(factsOf(p.frame, p.info), p.info));
  if (kinds.every((kind) => kind === kinds[0])) return kinds[0] ?? null;
  return kinds.includes('checks') ? null : 'share';
}

/** How a pane is called where both follow the same policy. */
function nameOf(pane: PaneProps, other: PaneProps): string {
  return pane.info.provenance === other.info.provenance ? `Pane ${pane.pane}` : `The ${pane.info.provenance}`;
}

function tell(pane: PaneProps, other: PaneProps | null): Told {
  const facts = factsOf(pane.frame, pane.info);
  // What is observed is said as it is: of decisions there are no shares.
  const below = facts.seen ? null : commonOf(other ? [pane, other] : [pane]);
  const same = other && factsOf(other.frame, other.info).policy === facts.policy;
  const plain = below && findingOf(facts, pane.info, below);
  const finding = below && same ? findingOf(facts, pane.info, below, nameOf(pane, other)) : plain;
  return { pane, facts, finding, plain };
}

const capital = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1);

function titleOf(a: Told, b: Told | null): string {
  const decision = ({ facts }: Told) => `${capital(decided(facts))}.`;
  if (!b) return a.plain ?? decision(a);
  // Two findings, or two decisions: a mixture compares nothing.
  const both = a.finding !== null && b.finding !== null;
  const [x, y] = both ? [a.plain, b.plain] : [decision(a), decision(b)];
  if (x !== y) return both ? `${a.finding ?? ''} ${b.finding ?? ''}` : `${x ?? ''} ${y ?? ''}`;
  const kinds = a.pane.info.provenance !== b.pane.info.provenance;
  return `${kinds ? 'Model and kernel agree' : 'Both panes agree'}: ${x ?? ''}`;
}

/** "Takes Normal of node 0" without the policy's name, which the title says. */
function act(facts: Facts): string {
  return facts.event?.kind === 'zone_select'
    ? decided(facts).slice(POLICY_WORDS[facts.event.mode].length + 1)
    : decided(facts);
}

function contextOf(a: Told, b: Told | null): string {
  const clause = (t: Told) => {
    const asks = question(t.facts);
    return t.finding === null || asks === '' ? asks : `${asks}: ${act(t.facts)}`;
  };
  const k = (t: Told) => grouped(t.pane.frame.k);
  const what = a.facts.seen ? 'Step' : 'Decision';
  if (!b) return `${what} ${k(a)}.${clause(a) && ` ${capital(clause(a))}.`}`;
  const number = k(a) === k(b) ? `${what} ${k(a)}.` : `${what} ${k(a)} in A, ${k(b)} in B.`;
  const [x, y] = [clause(a), clause(b)];
  const asks = question(a.facts);
  if (asks !== '' && asks === question(b.facts) && x !== y)
    return `${number} ${capital(asks)}. A: ${act(a.facts)}. B: ${act(b.facts)}.`;
  if (x === y) return x === '' ? number : `${number} ${capital(x)}.`;
  return [number, x && `A: ${x}.`, y && `B: ${y}.`].filter(Boolean).join(' ');
}

export function caption(a: PaneProps, b: PaneProps | null): { title: string; context: string } {
  const [x, y] = [tell(a, b), b && tell(b, a)];
  const none = (t: Told) => !t.facts.event && !t.facts.seen;
  if (none(x) && (!y || none(y))) {
    const policies = [...new Set([x, ...(y ? [y] : [])].flatMap((t) => t.facts.policy ?? []))];
    const names = policies.map((p) => POLICY_WORDS[p].toLowerCase()).join(' and ');
    const first = a.info.decisions === 0 ? null : (a.info.noun?.[0] ?? 'decision');
    const before = first === null ? 'No choice of a zone is in this source' : `Before the first ${first}`;
    return {
      title: names && first !== null ? `${before}, under ${names}.` : `${before}.`,
      context: count(x.facts.nodes.length, 'node') + `, ${count(x.facts.zones.length, 'zone')}.`,
    };
  }
  return { title: titleOf(x, y), context: contextOf(x, y) };
}
