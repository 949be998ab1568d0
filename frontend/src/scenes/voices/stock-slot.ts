/**
 * Which device gives a swap slot of an unpatched kernel (mms_slot): the walk that its readings tell, and what they held
 * afterwards. 7.3 goes on in the CPU's cluster first, and walks the one list when that is used up.
 */
import { ERAS } from '../../core/gen/eras';
import { listed, msg, plain, type Message } from '../../core/message';
import { time } from '../phrases';
import type { Sentence } from '../narration';
import type { Names } from './names';
import { note } from './stock';
import { swapSelect } from './swap-select';
import { isFromCluster, selectOf, used } from './stock-walk';
import { walkOf } from './swap-walk';
import type { EventOf, Voice } from './voice';

type Stock = EventOf<'mms_slot'>;

/** Names, with what the event itself read of the devices on its list. */
export function namesAt({ list_type, list_prio, list_node }: Stock, names: Names): Names {
  return {
    ...names,
    device: (type) => {
      const [known, at] = [names.device(type), list_type.indexOf(type)];
      return at < 0
        ? known
        : { ...known, prio: list_prio[at] ?? known.prio, node: list_node[at] ?? known.node };
    },
  };
}

function fromCluster(event: Stock, names: Names): Sentence[] {
  const { cpu, cluster, cluster_at, type, off, ret } = event;
  const of = (device: number) => names.device(device).name;
  const has = cluster >= 0 && cluster_at > 0;
  return [
    {
      n: 1,
      words: has
        ? msg`CPU ${cpu} has a cluster of ${of(cluster)}, and looks at slot ${cluster_at} of it next.`
        : msg`CPU ${cpu} has no cluster, as read before; yet no device of the list was tried.`,
    },
    {
      n: 2,
      words: msg`It gives slot ${off} of ${of(type)}${ret > 1 ? msg`, and ${ret - 1} more` : ''}.`,
      of: [`device:${type}`],
    },
    ...(has
      ? [
          note(
            msg`No list is looked at until the cluster of up to 512 slots is used up: only then the turn is passed on.`,
          ),
        ]
      : []),
  ];
}

/** The list as taking its first device leaves it. */
function listAfter(event: Stock): number[] {
  const [first, ...rest] = event.list_type;
  const [visit] = event.tries > 0 ? walkOf(selectOf(event)).visits : [];
  if (first === undefined || visit?.type !== first) return [...event.list_type];
  return rest.toSpliced(visit.behind ?? 0, 0, first);
}

/** What the second reading has otherwise. */
function moves(event: Stock, names: Names): Message[] {
  const { cpu, cpu2, switched, list2_n } = event;
  const [now, due] = [used(event.list2_type, list2_n), listAfter(event)];
  const order = (types: readonly number[]) =>
    types.length > 0 ? listed(types.map((type) => plain(names.device(type).name))) : msg`empty`;
  const same = now.length === due.length && now.every((type, i) => type === due[i]);
  return [
    ...(cpu === cpu2 ? [] : [msg`the task is on CPU ${cpu2}`]),
    ...(switched === 0 ? [] : [msg`it was switched away ${switched === 1 ? 'once' : `${switched} times`}`]),
    ...(same ? [] : [msg`the list is ${order(now)}`]),
  ];
}

export const stockSlot: Voice<'mms_slot'> = {
  subject: 'Swap device',
  place: ({ nid }) => `mm/swapfile.c:${nid < 0 ? 'folio_alloc_swap()' : 'get_swap_pages()'}`,
  say: (event, names) => {
    const { lead, rest } = swapSelect.say(selectOf(event), namesAt(event, names));
    return isFromCluster(event) ? { lead, rest: msg`from the cluster of CPU ${event.cpu}` } : { lead, rest };
  },
  heading: (event, names) => swapSelect.heading(selectOf(event), namesAt(event, names)),
  sentences: (event, names) => {
    const own = namesAt(event, names);
    const moved = moves(event, own);
    return [
      ...(isFromCluster(event) ? fromCluster(event, own) : swapSelect.sentences(selectOf(event), own)),
      note(
        moved.length > 0
          ? msg`Read again within ${time(event.ns)}: ${listed(moved)}.`
          : msg`Read again within ${time(event.ns)}: nothing has moved.`,
      ),
    ];
  },
  terms: (event, names) =>
    isFromCluster(event) ? ['swap slot'] : swapSelect.terms(selectOf(event), namesAt(event, names)),
  cell: (event, names) => swapSelect.cell(selectOf(event), namesAt(event, names)),
  era: ({ nid }) => (nid < 0 ? ERAS.rule.roundrobin : ERAS.rule.node),
  expected: (event, found, names) => {
    const moved = found.why === 'moved_cpu' || found.why === 'moved_list';
    const meant = moved ? { ...found, why: 'type' as const } : found;
    return swapSelect.expected?.(selectOf(event), meant, namesAt(event, names)) ?? null;
  },
};
