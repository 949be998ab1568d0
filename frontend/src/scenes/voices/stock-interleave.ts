/**
 * mm/mempolicy.c:policy_nodemask() of an unpatched kernel (mms_il): what a probe read before it gave the node, worded as a turn
 * or a place is, and what the same fields held afterwards.
 */
import { capital, msg, type Message } from '../../core/message';
import { bits, ranges } from '../phrases';
import { interleave, interleaveVma, isFresh, nodeCell } from './interleave';
import type { Sentence } from '../narration';
import { readAgain } from './stock';
import { functionOf, type EventOf, type Voice } from './voice';

type Stock = EventOf<'mms_il'>;
type Ours = Stock['counterpart'];

const weighs = ({ mode }: Stock) => mode === 'weighted_interleave';
const isFirst = ({ counterpart }: Stock) => counterpart.kind === 'interleave' && isFresh(counterpart);
/** Of the same as an event of the patched kernel. */
const voiceOf = ({ kind }: Ours) =>
  (kind === 'interleave' ? interleave : interleaveVma) as Voice<Ours['kind']>;

/** Without weights and granularity it is one page each. */
function turn(event: Stock): Sentence {
  const { prev, nid } = event;
  const first = isFirst(event);
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
  place: ({ counterpart }) => functionOf(voiceOf(counterpart), counterpart),
  say: (event, names) =>
    event.by_place === 1 || weighs(event)
      ? voiceOf(event.counterpart).say(event.counterpart, names)
      : {
          lead: msg`node ${event.nid}`,
          rest: isFirst(event) ? msg`the first since the policy was set` : msg`il_prev ${event.prev}`,
        },
  heading: ({ counterpart }, names) => voiceOf(counterpart).heading(counterpart, names),
  sentences: (event, names) => {
    const told =
      event.by_place === 1 || weighs(event)
        ? voiceOf(event.counterpart).sentences(event.counterpart, names)
        : [turn(event)];
    return [...told, readAgain(event.ns, moves(event))];
  },
  terms: (event) => (weighs(event) ? ['weight'] : []),
  cell: ({ nid }) => nodeCell(nid),
  era: ({ counterpart }) => voiceOf(counterpart).era(counterpart),
  expected: (event, { why, value }) => {
    if (why === 'counter' && value >= 0) return msg`il_weight ${value}`;
    const node = why === 'node' || why === 'moved_nodes' || why === 'moved_weight';
    return node && value !== event.nid ? msg`node ${value}` : null;
  },
};
