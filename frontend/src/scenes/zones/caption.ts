/** The one sentence a frame says, and a line of context. Pure: each clause is built from the frame's numbers. */
import {
  alike,
  amount,
  capital,
  isNothing,
  joined,
  listed,
  msg,
  NOTHING,
  plain,
  type Message,
} from '../../core/message';
import type { PaneSourceFrame } from '../scene';
import { mixed } from '../provenance';
import { clean, countPhrase } from '../phrases';
import type { Caption } from '../narration';
import { voiceOf } from '../voices';
import { NOT_WOKEN } from '../voices/kswapd';
import { namesOf } from '../voices/names';
import { withArch } from '../../core/zone';
import { zoneOf } from '../voices/zone';
import { footerKindOf, type FooterKind } from './facts/footer';
import { factsOf, type Facts } from './facts/facts';
import { summaryOf, POLICY_PHRASES } from './summary';

interface Said {
  of: PaneSourceFrame;
  facts: Facts;
  /** With the policy as its subject, and with what tells the panes apart. */
  finding: { plain: Message; named: Message } | null;
}

/** What was done, without a full stop; of a walk, what follows the policy's name. */
const act = (said: Said): Message => withArch(said.of.info.arch, () => acted(said));

function acted({ facts: { event, seen }, of }: Said): Message {
  switch (event?.kind) {
    case 'zone_select': {
      if (event.zone < 0) return event.end === 'none' ? msg`finds no zone` : msg`starts the walk over`;
      const took = msg`takes ${zoneOf(event.zone)}`;
      const skips = event.visits - 1;
      if (skips <= 0) return took;
      return skips === 1
        ? msg`${took} after one that was skipped`
        : msg`${took} after ${countPhrase(skips)} that were skipped`;
    }
    case 'zone_batch':
      return msg`${zoneOf(event.zone)} gets a new batch of ${amount(event.new, 'page')}`;
    case 'kswapd_wake':
      return event.verdict === 'woken'
        ? msg`kswapd${event.nid} is woken for ${zoneOf(event.zone)}`
        : msg`kswapd${event.nid} is not woken, ${NOT_WOKEN[event.verdict]}`;
    case undefined: {
      if (!seen) return msg`nothing yet`;
      const { lead, rest } = voiceOf(seen).say(seen, {
        ...namesOf(of.frame.before),
        coverage: of.info.coverage,
      });
      return joined([lead, rest], ' ');
    }
  }
}

/** What was decided, as a sentence. */
function decided(said: Said): Message {
  const { event } = said.facts;
  const words = act(said);
  return event?.kind === 'zone_select'
    ? msg`${POLICY_PHRASES[event.mode]} ${words}.`
    : msg`${capital(words)}.`;
}

/** Who asked, for what. */
function question({ event }: Facts): Message {
  if (!event) return NOTHING;
  const who = clean(event.comm) || 'a task';
  switch (event.kind) {
    case 'zone_select': {
      const { order, list } = event;
      return order === 0
        ? msg`${who} asks for a page on node ${list}`
        : msg`${who} asks for a block of ${amount(2 ** order, 'page')} on node ${list}`;
    }
    case 'zone_batch':
      return msg`on behalf of ${who}`;
    case 'kswapd_wake':
      return msg`${who} passes ${zoneOf(event.zone)} and asks for kswapd${event.nid}`;
  }
}

/** What both panes can be compared by: a capture tells no ages, but a model tells shares. Null: nothing. */
function commonOf(all: readonly PaneSourceFrame[]): FooterKind | null {
  const kinds = all.map((p) => footerKindOf(factsOf(p.frame, p.info), p.info));
  if (kinds.every((kind) => kind === kinds[0])) return kinds[0] ?? null;
  return kinds.includes('checks') ? null : 'share';
}

/** How a pane is called where both follow the same policy. */
function nameOf(of: PaneSourceFrame, other: PaneSourceFrame): string {
  return mixed(of.info, other.info) ? `The ${of.info.provenance}` : `Pane ${of.pane}`;
}

function saidOf(of: PaneSourceFrame, other: PaneSourceFrame | null): Said {
  const facts = factsOf(of.frame, of.info);
  // What is observed is said as it is: of decisions there are no shares.
  const below = facts.seen ? null : commonOf(other ? [of, other] : [of]);
  const same = other && factsOf(other.frame, other.info).policy === facts.policy;
  const found = below && summaryOf(facts, of.info, below);
  const named = below && same ? summaryOf(facts, of.info, below, nameOf(of, other)) : null;
  return { of, facts, finding: found && { plain: found, named: named ?? found } };
}

function titleOf(a: Said, b: Said | null): Message {
  if (!b) return a.finding?.plain ?? decided(a);
  // Two findings, or two decisions: a mixture compares nothing.
  const found = a.finding && b.finding ? { a: a.finding, b: b.finding } : null;
  const [x, y] = found ? [found.a.plain, found.b.plain] : [decided(a), decided(b)];
  if (!alike(x, y)) return found ? msg`${found.a.named} ${found.b.named}` : msg`${x} ${y}`;
  return mixed(a.of.info, b.of.info) ? msg`Model and kernel agree: ${x}` : msg`Both panes agree: ${x}`;
}

function contextOf(a: Said, b: Said | null): Message {
  const clause = (said: Said) => {
    const asks = question(said.facts);
    return said.finding === null || isNothing(asks) ? asks : msg`${asks}: ${act(said)}`;
  };
  const what = a.facts.seen ? 'Step' : 'Decision';
  const [k, l] = [a.of.frame.k, b?.of.frame.k];
  const number = l === undefined || k === l ? msg`${what} ${k}.` : msg`${what} ${k} in A, ${l} in B.`;
  const [x, y] = [clause(a), b && clause(b)];
  if (!b || !y || alike(x, y)) return isNothing(x) ? number : msg`${number} ${capital(x)}.`;
  const asks = question(a.facts);
  if (!isNothing(asks) && alike(asks, question(b.facts)))
    return msg`${number} ${capital(asks)}. A: ${act(a)}. B: ${act(b)}.`;
  const side = (name: string, words: Message) => (isNothing(words) ? NOTHING : msg`${name}: ${words}.`);
  return joined([number, side('A', x), side('B', y)], ' ');
}

/** Before the first decision of either pane. */
function before({ of: { info }, facts }: Said, all: readonly Said[]): Caption {
  const names = [...new Set(all.flatMap((s) => s.facts.policy ?? []))].map((p) =>
    plain(POLICY_PHRASES[p].toLowerCase()),
  );
  const first = msg`Before the first ${info.noun?.[0] ?? 'decision'}`;
  const title = names.length > 0 ? msg`${first}, under ${listed(names)}.` : msg`${first}.`;
  return {
    title: info.decisions > 0 ? title : msg`No choice of a zone is in this source.`,
    // Another tool's trace names those on which something happened.
    context: msg`${amount(facts.nodes.length, 'node')}, ${amount(facts.zones.length, 'zone')}${info.coverage.by === 'tracepoints' ? msg` so far` : NOTHING}.`,
  };
}

export function caption(a: PaneSourceFrame, b: PaneSourceFrame | null): Caption {
  const [x, y] = [saidOf(a, b), b && saidOf(b, a)];
  const all = y ? [x, y] : [x];
  if (all.every(({ facts }) => !facts.event && !facts.seen)) return before(x, all);
  return { title: titleOf(x, y), context: contextOf(x, y) };
}
