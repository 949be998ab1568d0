/**
 * Why this device? One sentence per step of the walk, in plain words and the kernel's own terms, spelled
 * from the event's own numbers (mm/swapfile.c:get_swap_pages()).
 */
import type { SwapSelect } from '../../core/contract';
import type { RuleName } from '../../core/gen/tables';
import { grouped } from '../../core/number';
import { deviceOf, type Facts } from './facts';
import { count, countWord, signed } from '../text';
import type { TermName } from './terms';
import type { Step, Visit, Walk } from './walk';

export interface Sentence {
  n: number;
  text: string;
  /** A step that did not happen, or a device that gave nothing: shown in grey. */
  off: boolean;
  /** Terms the sentence uses, which the panel explains. */
  terms: TermName[];
}

/** Key of a device promoted on the list of its own node (mm/swapfile.c:setup_swap_info()). */
const PROMOTED = 1;

/** A device with an automatic priority counts as 1 on the list of the node it sits on, under rule node. */
export function isPromoted(rule: RuleName, prio: number, key: number | null): boolean {
  return rule === 'node' && prio < 0 && key === PROMOTED;
}

function asked(event: SwapSelect): string {
  const pages = 2 ** event.order;
  const what = event.order > 0 ? `${count(event.goal, 'slot')} of ${pages} pages` : count(event.goal, 'slot');
  return `CPU ${event.cpu} needs ${what}.`;
}

function listStep(facts: Facts, event: SwapSelect): string {
  const where = facts.merged
    ? facts.nodes.length > 1
      ? 'One list for every node.'
      : 'One list.'
    : `It is on node ${event.nid}: list ${event.list}.`;
  const short =
    event.end !== 'noswap' && event.batch < event.goal ? ` It may try for ${grouped(event.batch)}.` : '';
  const again = event.pass > 0 ? `Start over, pass ${event.pass + 1}: ` : '';
  return `${again}${asked(event)} ${where}${short}`;
}

/** Why it is first, by the key it has and those behind it. */
function firstStep(facts: Facts, event: SwapSelect, visit: Visit): string {
  const device = deviceOf(facts, visit.type);
  const head = `First on it: ${device.name}.`;
  const { key } = visit;
  if (key === null) return head;
  const equals = event.list_prio.filter((k) => k === key).length - 1;
  const behind = event.list_n - 1 - equals;
  if (isPromoted(facts.rule, device.prio, key)) {
    const like = equals > 0 ? `, as ${countWord(equals)} other${equals > 1 ? 's' : ''} here` : '';
    return `${head} It sits on node ${event.list}, so on this list it counts as 1${like}${
      behind > 0 ? (equals > 0 ? ', ahead of the rest' : ', ahead of all the others') : ''
    }.`;
  }
  if (device.prio >= 0) {
    return `${head} swapon gave it priority ${device.prio}: key ${signed(key)}, ${
      equals > 0 ? `as ${countWord(equals)} other${equals > 1 ? 's' : ''}` : 'ahead of every automatic one'
    }.`;
  }
  if (facts.rule === 'node') {
    return `${head} Priority ${signed(device.prio)}, so key ${key}. Nothing on this list sits on node ${event.list}.`;
  }
  if (equals > 0) {
    const all = behind === 0 ? `All ${countWord(equals + 1)} have` : `${countWord(equals + 1)} have`;
    return `${head} ${all.charAt(0).toUpperCase()}${all.slice(1)} priority ${signed(device.prio)}, so the order of the list is only whose turn it is.`;
  }
  const rank = behind > 0 ? 'is the highest on the list' : 'and alone on the list';
  return `${head} Its priority ${signed(device.prio)} ${rank}.`;
}

function requeueWords(facts: Facts, event: SwapSelect, visit: Visit): string {
  if (visit.behind === null) return 'requeued';
  if (visit.behind === 0 || visit.after === null) return 'no equal behind it, it stays';
  const last = event.list_type.at(-1) === visit.after;
  return last
    ? 'it goes to the tail'
    : `it goes behind ${deviceOf(facts, visit.after).name}, the last of its equals`;
}

function requeueStep(facts: Facts, event: SwapSelect, visit: Visit): string {
  const { name } = deviceOf(facts, visit.type);
  if (visit.behind === 0) return `Requeue before trying: no equal, it stays first.`;
  return `Requeue before trying: ${requeueWords(facts, event, visit).replace('it goes', `${name} goes`)}.`;
}

/** What came of trying the device, and what that means for the walk. */
function outcome(facts: Facts, event: SwapSelect, walk: Walk, visit: Visit): string {
  const left =
    visit.nextLeft && event.end === 'restart'
      ? ' The next device had left the list meanwhile: start over.'
      : '';
  switch (visit.verdict) {
    case 'took': {
      if (event.ret < event.batch) {
        return `It has room for ${count(event.ret, 'slot')} of ${event.batch}: it gives those, and the walk ends here all the same.`;
      }
      return `It has room: takes ${event.ret}. ${turn(facts, event, walk)}`;
    }
    case 'full':
      return `No slot is free on it: it leaves every list.${left}`;
    case 'notwritable':
      return `It is being swapped off: it leaves every list.${left}`;
    case 'gone':
      return `It had left the list already.${left}`;
    case 'zero':
      return event.order > 0
        ? `It has no ${2 ** event.order} free slots in a row. A large folio tries one device only: the walk ends with nothing.`
        : `It is asked and gives none.${left}`;
    case null:
      return `What came of it is not known.${left}`;
  }
}

/** What follows a full batch: under one list of equals, whose turn comes next. */
function turn(facts: Facts, event: SwapSelect, walk: Walk): string {
  const visit = walk.visits[0];
  const next = event.list_type[1];
  if (facts.rule !== 'node' && walk.visits.length === 1 && (visit?.behind ?? 0) > 0 && next !== undefined) {
    return `Next in turn: ${deviceOf(facts, next).name}.`;
  }
  return 'The walk ends here.';
}

function endStep(event: SwapSelect, walk: Walk): string {
  if (event.end === 'noswap') return 'No free swap is left anywhere (nr_swap_pages): no list is walked.';
  if (event.end === 'none' && walk.visits.length === 0 && walk.more === 0) {
    return 'The list is empty: every device is full or swapped off. No slot is given.';
  }
  if (event.end === 'none') return 'The end of the list: no slot is given.';
  if (event.end === 'restart') return 'A device had left the list meanwhile: start over.';
  return 'Here the walk ends.';
}

function sentence(facts: Facts, event: SwapSelect, walk: Walk, step: Step): Omit<Sentence, 'n'> {
  const visit = walk.visits[step.visit];
  const failed = visit !== undefined && visit.verdict !== 'took';
  switch (step.kind) {
    case 'list':
      return {
        text: listStep(facts, event),
        off: false,
        terms: event.batch < event.goal ? ['swap slot', 'batch'] : ['swap slot'],
      };
    case 'end':
      return { text: endStep(event, walk), off: false, terms: [] };
    case 'more':
      return {
        text: `${walk.more} further ${walk.more === 1 ? 'try' : 'tries'} that the event has no room to tell of.`,
        off: true,
        terms: [],
      };
    default:
      break;
  }
  if (!visit) return { text: '', off: true, terms: [] };
  const device = deviceOf(facts, visit.type);
  if (step.kind === 'first') {
    const terms: TermName[] = isPromoted(facts.rule, device.prio, visit.key)
      ? ['plist key', 'promoted']
      : ['plist key'];
    return { text: firstStep(facts, event, visit), off: false, terms };
  }
  if (step.kind === 'requeue')
    return { text: requeueStep(facts, event, visit), off: false, terms: ['requeue'] };
  if (step.kind === 'outcome') {
    const short = visit.verdict === 'took' && event.ret < event.batch;
    return { text: outcome(facts, event, walk, visit), off: failed, terms: short ? ['batch'] : [] };
  }
  const key = visit.key === null ? '' : `, key ${signed(visit.key)}`;
  const moved = visit.behind === null ? '' : ` Requeue first: ${requeueWords(facts, event, visit)}.`;
  return {
    text: `Next: ${device.name}${key}.${moved} ${outcome(facts, event, walk, visit)}`,
    off: failed,
    terms: [],
  };
}

/** The sentences, in the order of the steps. */
export function whySentences(facts: Facts, event: SwapSelect, walk: Walk): Sentence[] {
  return walk.steps.map((step) => ({ n: step.n, ...sentence(facts, event, walk, step) }));
}

/** Heading of the panel. */
export function whyTitle(facts: Facts): string {
  const { event } = facts;
  if (!event) return 'Nothing decided yet';
  if (event.type >= 0) return `Why ${deviceOf(facts, event.type).name}?`;
  return event.end === 'restart' ? 'Why start over?' : 'Why no device?';
}
