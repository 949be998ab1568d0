/** Which swap device takes the pages: one walk of mm/swapfile.c:get_swap_pages() under one of its rules. */
import { ERAS } from '../../core/gen/eras';
import { ENUMS } from '../../core/gen/tables';
import { amount, capital, msg, plain, type Message } from '../../core/message';
import type { TermName } from '../terms';
import { countPhrase } from '../phrases';
import type { Sentence } from '../narration';
import type { Names } from './names';
import { aboutOf, isPromoted, walkOf, type WalkStep, type Visit, type Walk } from './swap-walk';
import { meaningOf, type EventOf, type Voice, type Expectation } from './voice';

type Select = EventOf<'swap_select'>;

const endOf = (event: Select) => meaningOf('walk_end', event.end);

/** "64 slots", "1 slot of 16 pages": slots of order 0 hold a page each, those of a large folio a folio. */
export function slotsAsked({ goal, order }: Pick<Select, 'goal' | 'order'>): Message {
  return order > 0 ? msg`${amount(goal, 'slot')} of ${2 ** order} pages` : amount(goal, 'slot');
}

const others = (n: number) => `${countPhrase(n)} other${n > 1 ? 's' : ''}`;

function listStep(event: Select, { nodes }: Names): Message {
  const again = event.pass > 0 ? msg`Start over, pass ${event.pass + 1}: ` : '';
  const where =
    event.mode === 'node'
      ? msg`It is on node ${event.nid}: list ${event.list}.`
      : nodes > 1
        ? 'One list for every node.'
        : 'One list.';
  const short =
    event.end !== 'noswap' && event.batch < event.goal ? msg` It may try for ${event.batch}.` : '';
  return msg`${again}CPU ${event.cpu} needs ${slotsAsked(event)}. ${where}${short}`;
}

/** Why it is first, by the key it has and those behind it. */
function firstStep(event: Select, names: Names, { type, key }: Visit): Message {
  const { name, prio } = names.device(type);
  const head = msg`First in line: ${name}.`;
  if (key === null) return head;
  const equals = event.list_prio.filter((k) => k === key).length - 1;
  const behind = event.list_n - 1 - equals;
  if (isPromoted(event.mode, prio, key)) {
    const own = msg`node ${event.list}’s own`;
    return equals > 0
      ? msg`One of ${own} disks is first in line: ${name}, promoted to key 1 as ${others(equals)}.`
      : msg`${capital(own)} disk is first in line: ${name}, promoted to key 1.`;
  }
  if (prio >= 0) {
    const rank = equals > 0 ? `as ${others(equals)}` : 'ahead of every automatic one';
    return msg`${head} swapon gave it priority ${prio}: key ${key}, ${rank}.`;
  }
  if (event.mode === 'node')
    return msg`${head} Priority ${prio}, so key ${key}. Nothing on this list sits on node ${event.list}.`;
  if (equals > 0) {
    const all = capital(plain(`${behind === 0 ? 'all ' : ''}${countPhrase(equals + 1)}`));
    return msg`${head} ${all} have priority ${prio}, so the order of the list is only whose turn it is.`;
  }
  const rank = behind > 0 ? 'is the highest on the list' : 'and alone on the list';
  return msg`${head} Its priority ${prio} ${rank}.`;
}

/** `who` and where it goes before it is tried. */
function requeued(event: Select, names: Names, { behind, after }: Visit, who: string): Message {
  if (behind === null) return msg`requeued`;
  if (behind === 0 || after === null) return msg`no equal behind it, it stays`;
  if (event.list_type.at(-1) === after) return msg`${who} goes to the tail`;
  return msg`${who} goes behind ${names.device(after).name}, the last of its equals`;
}

/** The result of trying the device, and what that means for the walk. */
function outcome(event: Select, names: Names, walk: Walk, visit: Visit): Message {
  const left =
    visit.nextLeft && event.end === 'restart'
      ? ' The next device had left the list meanwhile: start over.'
      : '';
  switch (visit.verdict) {
    case 'took':
      if (event.ret < event.batch)
        return msg`It has room for ${amount(event.ret, 'slot')} of ${event.batch}: it gives those, and the walk ends here all the same.`;
      return msg`It has room: takes ${event.ret}. ${turn(event, names, walk)}`;
    case 'full':
      return msg`No slot is free on it: it leaves every list.${left}`;
    case 'notwritable':
      return msg`It is being swapped off: it leaves every list.${left}`;
    case 'gone':
      return msg`It had left the list already.${left}`;
    case 'zero':
      return event.order > 0
        ? msg`It has no ${2 ** event.order} free slots in a row. A large folio tries one device only: the walk ends with nothing.`
        : msg`It is asked and gives none.${left}`;
    case null:
      return msg`The outcome is not known.${left}`;
  }
}

/** What follows a full batch: under one list of equals, whose turn comes next. */
function turn(event: Select, names: Names, { visits }: Walk): Message {
  const next = event.list_type[1];
  if (event.mode !== 'node' && visits.length === 1 && (visits[0]?.behind ?? 0) > 0 && next !== undefined)
    return msg`Next in turn: ${names.device(next).name}.`;
  return msg`The walk ends here.`;
}

function endStep({ end }: Select, walk: Walk): Message {
  if (end === 'noswap') return msg`No free swap is left anywhere (nr_swap_pages): no list is walked.`;
  if (end === 'none' && walk.visits.length === 0 && walk.more === 0)
    return msg`The list is empty: every device is full or swapped off. No slot is given.`;
  if (end === 'none') return msg`The end of the list: no slot is given.`;
  if (end === 'restart') return msg`A device had left the list meanwhile: start over.`;
  return msg`Here the walk ends.`;
}

function wordsOf(event: Select, names: Names, walk: Walk, step: WalkStep): Message {
  const visit = walk.visits[step.visit];
  if (step.kind === 'list') return listStep(event, names);
  if (step.kind === 'more')
    return msg`${walk.more} further ${walk.more === 1 ? 'try' : 'tries'} that the event has no room to tell of.`;
  if (!visit) return endStep(event, walk);
  const { name } = names.device(visit.type);
  if (step.kind === 'first') return firstStep(event, names, visit);
  if (step.kind === 'requeue')
    return visit.behind === 0
      ? msg`No equal is behind it, so it stays first (requeue).`
      : msg`Before it is tried ${requeued(event, names, visit, name)} (requeue).`;
  const came = outcome(event, names, walk, visit);
  if (step.kind === 'outcome') return came;
  const key = visit.key === null ? '' : msg`, key ${visit.key}`;
  const moved = visit.behind === null ? '' : msg` Requeue first: ${requeued(event, names, visit, 'it')}.`;
  return msg`Next: ${name}${key}.${moved} ${came}`;
}

function sentence(event: Select, names: Names, walk: Walk, step: WalkStep): Sentence {
  const tried = step.kind === 'outcome' || step.kind === 'visit';
  const off = step.kind === 'more' || (tried && walk.visits[step.visit]?.verdict !== 'took');
  const of = aboutOf(event, walk, step);
  return {
    n: step.n,
    words: wordsOf(event, names, walk, step),
    ...(of ? { of: [of] } : {}),
    ...(off ? { off } : {}),
  };
}

function terms(event: Select, names: Names): TermName[] {
  const [first] = walkOf(event).visits;
  const short = event.batch < event.goal || (event.type >= 0 && event.ret < event.batch);
  return [
    'swap slot',
    ...(short ? (['SWAP_BATCH'] as const) : []),
    ...(first ? (['plist key'] as const) : []),
    ...(first && isPromoted(event.mode, names.device(first.type).prio, first.key)
      ? (['promoted'] as const)
      : []),
    ...(first ? (['requeue'] as const) : []),
    // Only the cache asks for more than one at a time.
    ...(event.goal > 1 ? (['slots cache'] as const) : []),
  ];
}

/** A device, by what `struct mms_verdict` holds of it. */
const deviceOrNone = (type: number, names: Names) =>
  type < 0 || type > 254 ? msg`none` : plain(names.device(type).name);

/** wasm-core/checker/walk.c and replay.c. */
function expected(_: Select, { why, value, replayed }: Expectation, names: Names): Message | null {
  switch (why) {
    case 'batch':
      return amount(value, 'slot');
    case 'which_list':
      return replayed ? msg`rule ${ENUMS.rule[value] ?? value}` : msg`list ${value}`;
    case 'key':
      // The event alone names the device at fault, not its key.
      return replayed ? msg`key ${value}` : null;
    case 'visit':
    case 'type':
    case 'replay_list':
      return deviceOrNone(value, names);
    case 'end':
      return meaningOf('walk_end', ENUMS.walk_end[value] ?? String(value));
    case 'ret':
      return value > 1 ? msg`1 to ${amount(value, 'slot')}` : amount(value, 'slot');
    default:
      return null;
  }
}

export const swapSelect: Voice<'swap_select'> = {
  subject: 'Swap device',
  say: (event, names) => {
    const asked = msg`of ${event.goal} asked for on node ${event.nid}, list ${event.list}`;
    if (event.type < 0) return { lead: msg`no device`, rest: msg`none ${asked}: ${endOf(event)}` };
    const before = event.visits > 1 ? msg`, after ${amount(event.visits - 1, 'other')}` : '';
    return {
      lead: plain(names.device(event.type).name),
      rest: msg`${amount(event.ret, 'slot')} ${asked}${before}`,
    };
  },
  heading: ({ type, end }, names) => {
    if (type >= 0) return msg`Why ${names.device(type).name}?`;
    return end === 'restart' ? msg`Why start over?` : msg`Why no device?`;
  },
  sentences: (event, names) => {
    const walk = walkOf(event);
    return walk.steps.map((step) => sentence(event, names, walk, step));
  },
  terms,
  cell: ({ type, end }, names) => {
    if (type < 0)
      return end === 'restart'
        ? { letter: '\u21ba', node: -1, name: 'start over' }
        : { letter: '\u2013', node: -1, name: 'none' };
    const { letter, node, name } = names.device(type);
    // Across runs a device is known by its swap type: the first, the second that was swapped on. Its
    // name depends on which controller the kernel met first.
    return { letter, node, name, key: `type ${type}`, place: type };
  },
  era: ({ mode }) => ERAS.rule[mode],
  otherwise: (_, { choice: type }, names) => (type < 0 ? msg`no device` : plain(names.device(type).name)),
  expected,
};
