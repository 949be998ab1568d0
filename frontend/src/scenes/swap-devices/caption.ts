/**
 * The one sentence a frame says, and a line of context. Pure: it must be true in every case, so each
 * clause is built from the event and nothing is assumed.
 */
import { denial } from '../../core/coverage';
import type { SwapSelect } from '../../core/types';
import type { RuleName } from '../../core/gen/tables';
import { alike, capital, joined, listed, msg, NOTHING, plain, type Message } from '../../core/message';
import type { PaneSourceFrame } from '../scene';
import { mixed } from '../provenance';
import { countPhrase } from '../phrases';
import type { Caption } from '../narration';
import { slotsAsked } from '../voices/swap-select';
import { isPromoted, walkOf, type Walked } from '../voices/swap-walk';
import { factsOf, type Device, type Facts } from './facts/facts';

const RULES: Readonly<Record<RuleName, string>> = {
  node: 'node',
  global: 'global',
  roundrobin: 'round robin',
};

const SUBJECTS: Readonly<Record<RuleName, string>> = {
  node: 'rule node',
  global: 'rule global',
  roundrobin: 'round robin',
};

type Decided = Facts & { event: Walked };

/** Why this device and no other, as the end of a sentence about it. */
function because({ event, rule, names }: Decided): Message {
  const { visits, took, fromCluster } = walkOf(event);
  const visit = visits[took];
  if (!visit) return NOTHING;
  if (fromCluster) return msg`, of which CPU ${event.cpu} has a cluster`;
  const { prio } = names.device(event.type);
  const equals = (visit.behind ?? 0) > 0;
  if (took > 0)
    return took === 1 ? msg`, after one that gave none` : msg`, after ${countPhrase(took)} that gave none`;
  if (prio >= 0)
    return equals
      ? msg`, whose turn it is among those of priority ${prio}`
      : msg`, whose priority ${prio} comes first`;
  if (isPromoted(rule, prio, visit.key)) return NOTHING;
  if (rule === 'node') return msg`, since no device of node ${event.nid} is on its list`;
  if (equals) return msg`, whose turn it is`;
  return event.list_n > 1 ? msg`, the first on the one list` : msg`, the only one on the list`;
}

/** What one pane does; `object` is what it does it with. */
function clause(facts: Decided, subject: string, object: string): Message {
  const { event, rule, names } = facts;
  switch (event.end) {
    case 'took': {
      const { name, node } = names.device(event.type);
      const why = because(facts);
      if (rule === 'node' && node === event.nid && alike(why, NOTHING))
        return msg`${subject} keeps ${object} at home, on ${name}.`;
      return msg`${subject} gives ${object} to ${name}${why}.`;
    }
    case 'none':
      return msg`${subject} finds no device for ${object}: ${event.visits > 0 ? 'none on the list gives a slot' : 'the list is empty'}.`;
    case 'order':
      return msg`${subject} finds no room for a large folio on ${names.device(event.visit_type[0] ?? -1).name} and tries no other device.`;
    case 'restart':
      return msg`${subject} starts over: the next device had left the list.`;
    case 'noswap':
      return msg`${subject} is not even asked: no free swap is left.`;
  }
}

const several = ({ ret, goal }: SwapSelect) => (ret > 0 ? ret : goal) !== 1;

/** "the pages": slots of order 0 hold a page each, those of a large folio a folio. */
function pages(event: SwapSelect, whose = 'the'): string {
  return `${whose} ${event.order > 0 ? 'large folio' : 'page'}${several(event) ? 's' : ''}`;
}

const alone = (facts: Decided) => clause(facts, SUBJECTS[facts.rule], pages(facts.event));

/** What happened, without a reason: for two panes that end alike but not for the same reason. */
function ending({ event, names }: Decided): Message {
  switch (event.end) {
    case 'took':
      return msg`${names.device(event.type).name} is chosen`;
    case 'none':
      return msg`no device gives a slot`;
    case 'order':
      return msg`one device is tried for a large folio, and has no room`;
    case 'restart':
      return msg`the walk starts over`;
    case 'noswap':
      return msg`no free swap is left`;
  }
}

/** The same is asked for, on the same node. */
function sameQuestion(a: SwapSelect, b: SwapSelect): boolean {
  return a.nid === b.nid && a.goal === b.goal && a.order === b.order;
}

/** How a pane is called where both follow the same rule. */
function called(pane: PaneSourceFrame, other: PaneSourceFrame): string {
  return mixed(pane.info, other.info) ? `the ${pane.info.provenance}` : `pane ${pane.pane}`;
}

/** Both end with the same device, or for the same lack of one. */
function agreeing(a: Decided, b: Decided, kinds: boolean): Message {
  const { name } = a.names.device(a.event.type);
  const took = a.event.end === 'took';
  if (a.rule !== b.rule) {
    const rules = msg`Rules ${RULES[a.rule]} and ${RULES[b.rule]}`;
    return took ? msg`${rules} both choose ${name}.` : msg`${rules} end alike: ${ending(a)}.`;
  }
  const both = kinds ? 'model and kernel' : 'both panes';
  if (alike(alone(a), alone(b))) return msg`${capital(plain(both))} agree: ${alone(a)}`;
  if (!took) return msg`In ${both} ${ending(a)}.`;
  return msg`${kinds ? 'Model and kernel both' : 'Both panes'} choose ${name}.`;
}

function together(a: Decided, b: Decided, paneA: PaneSourceFrame, paneB: PaneSourceFrame): Message {
  if (alike(ending(a), ending(b))) return agreeing(a, b, mixed(paneA.info, paneB.info));
  const subjects =
    a.rule === b.rule
      ? ([called(paneA, paneB), called(paneB, paneA)] as const)
      : ([SUBJECTS[a.rule], SUBJECTS[b.rule]] as const);
  // A pronoun needs the same pages, and words before it that named them.
  const said = a.event.end === 'took' || a.event.end === 'none';
  const same = said && sameQuestion(a.event, b.event) && pages(a.event) === pages(b.event);
  const object = same ? (several(b.event) ? 'them' : 'it') : pages(b.event, said ? 'its' : 'the');
  const [first, second] = [clause(a, subjects[0], pages(a.event)), clause(b, subjects[1], object)];
  return msg`${capital(first)} ${capital(second)}`;
}

function decided(facts: Facts): Decided | null {
  return facts.event ? { ...facts, event: facts.event } : null;
}

function question(a: Decided | null, b: Decided | null): Message {
  const asks = ({ event }: Decided) => msg`asks for ${slotsAsked(event)}`;
  const one = a ?? b;
  if (!one) return NOTHING;
  if (!a || !b) {
    const where = one.event.nid < 0 ? msg`on CPU ${one.event.cpu}` : msg`on node ${one.event.nid}`;
    return msg`A task ${where} must go to swap and ${asks(one)}.`;
  }
  if (sameQuestion(a.event, b.event))
    return msg`The same question in both panes: a task on node ${a.event.nid} must go to swap and ${asks(a)}.`;
  return msg`A: a task on node ${a.event.nid} ${asks(a)}. B: one on node ${b.event.nid} ${asks(b)}.`;
}

/** "swapC", "swapC and swapD", "swapA, swapB and two more". */
function devices(all: readonly Device[]): Message {
  const names = all.map(({ name }) => plain(name));
  return listed(
    names.length > 3 ? [...names.slice(0, 2), msg`${countPhrase(names.length - 2)} more`] : names,
  );
}

const OFF = { full: 'full and off every list', gone: 'swapped off', off: 'on no list' } as const;

/** Devices that cannot be chosen now, in words. */
function offLists(facts: Facts): Message {
  const parts = (['full', 'gone', 'off'] as const).flatMap((status) => {
    const those = facts.devices.filter((d) => d.status === status);
    return those.length > 0 ? msg`${devices(those)} ${those.length > 1 ? 'are' : 'is'} ${OFF[status]}` : [];
  });
  return parts.length > 0 ? msg`${joined(parts, '; ')}.` : NOTHING;
}

function before(a: PaneSourceFrame, fa: Facts, fb: Facts | null): Caption {
  const on = fa.devices.filter((d) => d.status !== 'gone').length;
  const things = (n: number, noun: string) => `${countPhrase(n)} ${noun}${n === 1 ? '' : 's'}`;
  const context = msg`${capital(plain(things(fa.nodes.length, 'node')))}, ${things(on, 'swap device')}.`;
  if (a.info.decisions > 0) {
    const rules =
      fb && fb.rule !== fa.rule ? `rules ${RULES[fa.rule]} and ${RULES[fb.rule]}` : `rule ${RULES[fa.rule]}`;
    return { title: msg`Before the first decision, under ${rules}.`, context };
  }
  const kernel = a.info.provenance !== 'model';
  const words = denial(
    a.info.coverage,
    ['swap_select'],
    msg`Nothing had to go to swap`,
    msg`What went to swap`,
  );
  return {
    title: kernel ? msg`No choice of a swap device is in this capture.` : msg`${words}.`,
    context,
  };
}

export function caption(a: PaneSourceFrame, b: PaneSourceFrame | null): Caption {
  const fa = factsOf(a.frame);
  const fb = b && factsOf(b.frame);
  const [da, db] = [decided(fa), fb && decided(fb)];
  const one = da ?? db;
  if (!one) return before(a, fa, fb);
  const title = da && db && b ? together(da, db, a, b) : capital(alone(one));
  const k =
    b && a.frame.k !== b.frame.k
      ? msg`Decision ${a.frame.k} in A, ${b.frame.k} in B.`
      : msg`Decision ${a.frame.k}.`;
  const [offA, offB] = [offLists(fa), fb ? offLists(fb) : NOTHING];
  const said = (where: string, off: Message) => (alike(off, NOTHING) ? NOTHING : msg`${where} ${off}`);
  const off = alike(offA, offB)
    ? [said('In both panes', offA)]
    : [said(b ? 'In A' : 'By now', offA), said('In B', offB)];
  return { title, context: joined([k, question(da, db), ...off], ' ') };
}
