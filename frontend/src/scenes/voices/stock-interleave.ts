/**
 * mm/mempolicy.c:policy_nodemask() of an unpatched kernel (mms_il): what a probe read before it gave the node, worded as a turn
 * or a place is, and what the same fields held afterwards.
 */
import { capital, msg, type Message } from '../../core/message';
import { bits, ranges } from '../phrases';
import { interleave, interleaveVma, isFresh } from './interleave';
import type { Sentence } from '../narration';
import { readAgain } from './stock';
import { functionOf, type EventOf, type Voice } from './voice';

type Stock = EventOf<'mms_il'>;
type ByCounter = EventOf<'interleave'>;
type ByPlace = EventOf<'interleave_vma'>;

const weighs = ({ mode }: Stock) => mode === 'weighted_interleave';

/** It has no granularity; il_weight is a counter under weighted interleave alone. */
function turnOf(event: Stock): ByCounter {
  const { prev, cnt, nid, cnt_after, nodes, mode } = event;
  const stays = weighs(event) && nid === prev && cnt > 0;
  return {
    ...event,
    kind: 'interleave',
    caller: 'alloc',
    mode,
    nodes,
    prev,
    nid,
    cnt: weighs(event) ? cnt : 0,
    g: weighs(event) ? (stays ? 0 : (event.weight[nid] ?? 1)) : 1,
    cnt_after: weighs(event) ? cnt_after : 0,
  };
}

function placeOf(event: Stock): ByPlace {
  const { mode, nodes, ilx, nid } = event;
  const has = bits(nodes);
  const weight = event.weight.map((w, n) => (!has.includes(n) ? w : weighs(event) ? w : 1));
  return { ...event, kind: 'interleave_vma', mode, nodes, ilx, weight, nid };
}

/** The same as an event of the patched kernel. */
export const allocationOf = (event: Stock): ByCounter | ByPlace =>
  event.by_place === 1 ? placeOf(event) : turnOf(event);

/** Without weights and granularity it is one page each. */
function turn(event: Stock): Sentence {
  const { prev, nid } = event;
  const first = isFresh(turnOf(event));
  const had = first ? msg`the first page since the policy was set` : msg`node ${prev} had its page`;
  const now = first ? msg` is from node ${nid}` : msg`, now node ${nid}`;
  return { n: 1, words: msg`${capital(had)}${now}.`, of: [`node:${nid}`] };
}

/** What the two readings have otherwise. */
function moves({ nodes, nodes2, weight, weight2 }: Stock): Message[] {
  const were = bits(nodes).filter((n) => bits(nodes2).includes(n) && weight[n] !== weight2[n]);
  return [
    ...(nodes === nodes2 ? [] : [msg`the nodes are ${ranges(bits(nodes2))}`]),
    ...were.map((n) => msg`the weight of node ${n} was ${weight[n] ?? '–'}, now ${weight2[n] ?? '–'}`),
  ];
}

export const stockIl: Voice<'mms_il'> = {
  subject: 'Interleave',
  place: (event) =>
    event.by_place === 1 ? functionOf(interleaveVma, placeOf(event)) : functionOf(interleave, turnOf(event)),
  say: (event, names) =>
    event.by_place === 1
      ? interleaveVma.say(placeOf(event), names)
      : weighs(event)
        ? interleave.say(turnOf(event), names)
        : {
            lead: msg`node ${event.nid}`,
            rest: isFresh(turnOf(event))
              ? msg`the first since the policy was set`
              : msg`il_prev ${event.prev}`,
          },
  heading: (event, names) =>
    event.by_place === 1
      ? interleaveVma.heading(placeOf(event), names)
      : interleave.heading(turnOf(event), names),
  sentences: (event, names) => {
    const told =
      event.by_place === 1
        ? interleaveVma.sentences(placeOf(event), names)
        : weighs(event)
          ? interleave.sentences(turnOf(event), names)
          : [turn(event)];
    return [...told, readAgain(event.ns, moves(event))];
  },
  terms: (event) => (weighs(event) ? ['weight'] : []),
  cell: (event, names) => interleaveVma.cell(placeOf(event), names),
  era: (event) => interleaveVma.era(placeOf(event)),
  expected: (event, { why, value }) => {
    if (why === 'counter' && value >= 0) return msg`il_weight ${value}`;
    const node = why === 'node' || why === 'moved_nodes' || why === 'moved_weight';
    return node && value !== event.nid ? msg`node ${value}` : null;
  },
};
