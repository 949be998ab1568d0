/**
 * The one sentence a frame says, and a line of context. Pure: it must be true in every case, so each
 * clause is built from the event and nothing is assumed.
 */
import type { SwapSelect } from '../../core/contract';
import type { RuleName } from '../../core/gen/tables';
import { grouped } from '../../core/number';
import type { PaneProps } from '../scene';
import { deviceOf, factsOf, type Facts } from './facts';
import { count, countWord } from '../text';
import { isPromoted } from './words';
import { walkOf } from './walk';

export const RULE_WORDS: Readonly<Record<RuleName, string>> = {
  node: 'node',
  global: 'global',
  roundrobin: 'round robin',
};

const SUBJECT: Readonly<Record<RuleName, string>> = {
  node: 'Rule node',
  global: 'Rule global',
  roundrobin: 'Round robin',
};

type Decided = Facts & { event: SwapSelect };

/** Why this device and no other, as the end of a sentence about it. */
function because(facts: Decided): string {
  const { event, rule } = facts;
  const { visits, took } = walkOf(event);
  const visit = visits[took];
  const device = deviceOf(facts, event.type);
  if (!visit) return '';
  if (took > 0)
    return took === 1 ? ', after one that gave none' : `, after ${countWord(took)} that gave none`;
  if (device.prio >= 0) {
    return (visit.behind ?? 0) > 0
      ? `, whose turn it is among those of priority ${device.prio}`
      : `, whose priority ${device.prio} comes first`;
  }
  if (rule === 'node')
    return isPromoted(rule, device.prio, visit.key)
      ? ''
      : `, since no device of node ${event.nid} is on its list`;
  if ((visit.behind ?? 0) > 0) return ', whose turn it is';
  return event.list_n > 1 ? ', the first on the one list' : ', the only one on the list';
}

/** What one pane does; `object` is what it does it with. */
function clause(facts: Decided, subject: string, object: string): string {
  const { event } = facts;
  const { name } = deviceOf(facts, event.type);
  switch (event.end) {
    case 'took': {
      const why = because(facts);
      const home = facts.rule === 'node' && deviceOf(facts, event.type).node === event.nid && why === '';
      if (home) return `${subject} keeps ${object} at home, on ${name}.`;
      return `${subject} gives ${object} to ${name}${why}.`;
    }
    case 'none':
      return `${subject} finds no device for ${object}: ${event.visits > 0 ? 'none on the list gives a slot' : 'the list is empty'}.`;
    case 'order':
      return `${subject} finds no room for a large folio on ${deviceOf(facts, event.visit_type[0] ?? -1).name} and tries no other device.`;
    case 'restart':
      return `${subject} starts over: the next device had left the list.`;
    case 'noswap':
      return `${subject} is not even asked: no free swap is left.`;
  }
}

/** "the pages": slots of order 0 hold a page each, those of a large folio a folio. */
function pages(event: SwapSelect): string {
  const n = event.ret > 0 ? event.ret : event.goal;
  if (event.order > 0) return n === 1 ? 'the large folio' : 'the large folios';
  return n === 1 ? 'the page' : 'the pages';
}

function alone(facts: Decided): string {
  return clause(facts, SUBJECT[facts.rule], pages(facts.event));
}

/** What happened, without a reason: for two panes that end alike but not for the same reason. */
function plain(facts: Decided): string {
  switch (facts.event.end) {
    case 'took':
      return `${deviceOf(facts, facts.event.type).name} is chosen`;
    case 'none':
      return 'no device gives a slot';
    case 'order':
      return 'one device is tried for a large folio, and has no room';
    case 'restart':
      return 'the walk starts over';
    case 'noswap':
      return 'no free swap is left';
  }
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The same is asked for, on the same node. */
function sameQuestion(a: SwapSelect, b: SwapSelect): boolean {
  return a.nid === b.nid && a.goal === b.goal && a.order === b.order;
}

function lower(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}

/** How a pane is called where both follow the same rule. */
function called(pane: PaneProps, other: PaneProps): string {
  return pane.info.provenance === other.info.provenance ? `Pane ${pane.pane}` : `The ${pane.info.provenance}`;
}

function together(a: Decided, b: Decided, paneA: PaneProps, paneB: PaneProps): string {
  const sameRule = a.rule === b.rule;
  if (plain(a) === plain(b)) {
    if (!sameRule) {
      return a.event.end === 'took'
        ? `Rules ${RULE_WORDS[a.rule]} and ${RULE_WORDS[b.rule]} both choose ${deviceOf(a, a.event.type).name}.`
        : `Rules ${RULE_WORDS[a.rule]} and ${RULE_WORDS[b.rule]} end alike: ${plain(a)}.`;
    }
    const kinds = paneA.info.provenance !== paneB.info.provenance;
    if (alone(a) === alone(b))
      return `${kinds ? 'Model and kernel' : 'Both panes'} agree: ${lower(alone(a))}`;
    if (a.event.end !== 'took') return `${kinds ? 'In model and kernel' : 'In both panes'} ${plain(a)}.`;
    return `${kinds ? 'Model and kernel both' : 'Both panes'} choose ${deviceOf(a, a.event.type).name}.`;
  }
  const subjects = sameRule
    ? [called(paneA, paneB), called(paneB, paneA)]
    : [SUBJECT[a.rule], SUBJECT[b.rule]];
  // A pronoun needs the same pages, and words before it that named them.
  const said = a.event.end === 'took' || a.event.end === 'none';
  const what = pages(b.event);
  const same = said && sameQuestion(a.event, b.event) && pages(a.event) === what;
  const object = same ? (what.endsWith('s') ? 'them' : 'it') : said ? what.replace('the', 'its') : what;
  return `${clause(a, subjects[0] ?? '', pages(a.event))} ${clause(b, subjects[1] ?? '', object)}`;
}

function decided(facts: Facts): Decided | null {
  return facts.event ? { ...facts, event: facts.event } : null;
}

function ask(event: SwapSelect): string {
  return `asks for ${count(event.goal, 'slot')}${event.order > 0 ? ` of ${2 ** event.order} pages` : ''}`;
}

function question(a: Decided | null, b: Decided | null): string {
  if (a && b) {
    if (sameQuestion(a.event, b.event))
      return `The same question in both panes: a task on node ${a.event.nid} must go to swap and ${ask(a.event)}.`;
    return `A: a task on node ${a.event.nid} ${ask(a.event)}. B: one on node ${b.event.nid} ${ask(b.event)}.`;
  }
  const one = a ?? b;
  return one ? `A task on node ${one.event.nid} must go to swap and ${ask(one.event)}.` : '';
}

/** "swapC", "swapC and swapD", "swapA, swapB and two more". */
function listed(names: readonly string[]): string {
  const shown = names.length > 3 ? [...names.slice(0, 2), `${countWord(names.length - 2)} more`] : [...names];
  const last = shown.pop() ?? '';
  return shown.length > 0 ? `${shown.join(', ')} and ${last}` : last;
}

const OFF = { full: 'full and off every list', gone: 'swapped off', off: 'on no list' } as const;

/** Devices that cannot be chosen now, in words. */
function offLists(facts: Facts): string {
  const parts = (['full', 'gone', 'off'] as const).flatMap((status) => {
    const names = facts.devices.filter((d) => d.status === status).map((d) => d.name);
    return names.length > 0 ? [`${listed(names)} ${names.length > 1 ? 'are' : 'is'} ${OFF[status]}`] : [];
  });
  return parts.length > 0 ? `${parts.join('; ')}.` : '';
}

function setup(facts: Facts): string {
  const on = facts.devices.filter((d) => d.status !== 'gone').length;
  const nodes = `${countWord(facts.nodes.length)} node${facts.nodes.length === 1 ? '' : 's'}`;
  return `${capital(nodes)}, ${countWord(on)} swap device${on === 1 ? '' : 's'}.`;
}

export function caption(a: PaneProps, b: PaneProps | null): { title: string; context: string } {
  const fa = factsOf(a.frame);
  const fb = b ? factsOf(b.frame) : null;
  const da = decided(fa);
  const db = fb ? decided(fb) : null;
  if (!da && !db) {
    const rules =
      fb && fb.rule !== fa.rule
        ? `rules ${RULE_WORDS[fa.rule]} and ${RULE_WORDS[fb.rule]}`
        : `rule ${RULE_WORDS[fa.rule]}`;
    return {
      title:
        a.info.decisions > 0
          ? `Before the first decision, under ${rules}.`
          : a.info.provenance === 'kernel'
            ? 'No choice of a swap device is in this capture.'
            : 'Nothing had to go to swap.',
      context: setup(fa),
    };
  }
  const title = da && db && b ? together(da, db, a, b) : da ? alone(da) : db ? alone(db) : '';
  const k =
    b && a.frame.k !== b.frame.k
      ? `Decision ${grouped(a.frame.k)} in A, ${grouped(b.frame.k)} in B.`
      : `Decision ${grouped(a.frame.k)}.`;
  const [offA, offB] = [offLists(fa), fb ? offLists(fb) : ''];
  const off =
    offA === offB && offA !== ''
      ? [`In both panes ${offA}`]
      : [offA && (b ? `In A ${offA}` : `By now ${offA}`), offB && `In B ${offB}`];
  return { title, context: [k, question(da, db), ...off].filter((s) => s !== '').join(' ') };
}
