/** mm/mempolicy.c: nodes given out in turn. Document 004 is the granularity, posted and never merged. */
import type { Cell } from '../../core/decision';
import { ERAS } from '../../core/gen/eras';
import type { IlCallerName, MpolName } from '../../core/gen/tables';
import { amount, capital, joined, msg, NOTHING, type Message } from '../../core/message';
import { bits, ordinal } from '../phrases';
import type { EventOf, Voice } from './voice';

type ByCounter = EventOf<'interleave'>;
type ByPlace = EventOf<'interleave_vma'>;

const weighs = ({ mode }: { mode: MpolName }) => mode === 'weighted_interleave';
const isGranular = (event: ByCounter) => !weighs(event) && event.g > 1;
const eraOf = (event: { mode: MpolName }) => ERAS.mpol[weighs(event) ? 'weighted_interleave' : 'interleave'];

/** What tells a page is its node. */
export function nodeCell(nid: number): Cell {
  return { letter: String(nid), node: nid, name: `node ${nid}`, place: nid };
}

/** il_prev right after set_mempolicy(): MAX_NUMNODES - 1, which is no node of the policy. */
export function isFresh({ prev, nodes }: ByCounter): boolean {
  return prev >= 15 && (prev & (prev + 1)) === 0 && !bits(nodes).includes(prev);
}

/** Which of its allocations in a row the node gives now. */
const nth = ({ cnt, nid, prev }: ByCounter) => (cnt > 0 && nid === prev ? cnt + 1 : 1);

/** The node after `nid` in the policy, round its nodes: next_node_in(). */
function after(nid: number, nodes: number): number {
  const among = bits(nodes);
  return among.find((n) => n > nid) ?? among[0] ?? nid;
}

function weightedTurn(event: ByCounter): Message {
  const { prev, cnt, g, nid, cnt_after } = event;
  const due =
    cnt_after > 0
      ? msg`${amount(cnt_after, 'more page')} due from it`
      : msg`this is the last page due from it`;
  if (g === 0) return msg`Node ${nid} stays: ${due}.`;
  const to = msg`so the turn goes to node ${nid}`;
  const turn = isFresh(event)
    ? msg`The first page since the policy was set is from node ${nid}`
    : cnt > 0
      ? msg`Node ${prev} is no longer asked, ${to}`
      : msg`Node ${prev} has given its share, ${to}`;
  return msg`${turn}. Its weight is ${g}: ${due}.`;
}

function granularTurn(event: ByCounter): Message {
  const { caller, prev, g, nid, nodes, cnt_after } = event;
  const n = nth(event);
  const now = nid === prev ? msg`now node ${nid} again` : msg`now node ${nid}`;
  const turn = isFresh(event)
    ? msg`the first page since the policy was set is from node ${nid}`
    : n > 1
      ? msg`node ${nid}’s ${ordinal(n)} page in a row`
      : g > 1 || caller === 'bulk'
        ? msg`node ${prev} had its turn, ${now}`
        : msg`node ${prev} had its page, ${now}`;
  const ends = cnt_after === 0 && (g > 1 || n > 1);
  const then = ends ? msg` Then it is node ${after(nid, nodes)}’s turn.` : NOTHING;
  // For bulk the granularity is not asked for.
  return caller === 'bulk' ? msg`${capital(turn)}.${then}` : msg`${capital(turn)} (granularity ${g}).${then}`;
}

const WHO: Readonly<Record<IlCallerName, Message>> = {
  alloc: NOTHING,
  slab: msg`For a slab page. `,
  bulk: msg`A bulk allocation asks once for each node. `,
};

const WHO_SHORT: Readonly<Record<IlCallerName, Message>> = {
  alloc: NOTHING,
  slab: msg`slab page`,
  bulk: msg`bulk`,
};

function counters(event: ByCounter): Message[] {
  const { g, prev, cnt_after } = event;
  const due = msg`${cnt_after} more due`;
  if (weighs(event) && g === 0) return [msg`stays`, due];
  const from = isFresh(event) ? msg`the first since the policy was set` : msg`il_prev ${prev}`;
  return weighs(event)
    ? [from, msg`weight ${g}`, due]
    : [from, msg`granularity ${g}`, msg`${nth(event)} of ${g} given`];
}

export const interleave: Voice<'interleave'> = {
  subject: 'Interleave',
  place: (event) => `mm/mempolicy.c:${weighs(event) ? 'weighted_' : ''}interleave_nodes()`,
  say: (event) => ({
    lead: msg`node ${event.nid}`,
    rest: joined([WHO_SHORT[event.caller], ...counters(event)]),
  }),
  heading: ({ nid, prev }) => (nid === prev ? msg`Why node ${nid} again?` : msg`Why node ${nid}?`),
  sentences: (event) => {
    const turn = weighs(event) ? weightedTurn(event) : granularTurn(event);
    return [{ n: 1, words: msg`${WHO[event.caller]}${turn}`, of: [`node:${event.nid}`] }];
  },
  terms: (event) => (weighs(event) ? ['weight'] : isGranular(event) ? ['granularity'] : []),
  cell: ({ nid }) => nodeCell(nid),
  era: (event) => (isGranular(event) ? ERAS.param.granularity : eraOf(event)),
  otherwise: (_, { choice: nid }) => msg`node ${nid}`,
  expected: (event, { why, value }) => {
    if (why === 'node') return msg`node ${value}`;
    // Below 0: it is the weight or the granularity that cannot be.
    if (why === 'counter' && value >= 0)
      return weighs(event) ? msg`il_weight ${value}` : msg`il_cnt ${value}`;
    // 0 may also be a number that is not known, and where il_prev is as expected the counter is not.
    return why === 'before' && value > 0 && value !== event.prev ? msg`il_prev ${String(value)}` : null;
  },
};

/** "node 0: 3, node 2: 1" */
function weightsOf({ nodes, weight }: ByPlace): Message {
  return joined(bits(nodes).map((n) => msg`node ${n}: ${weight[n] ?? '–'}`));
}

function placeTurn(event: ByPlace): Message {
  const { nid, ilx, nodes } = event;
  if (weighs(event))
    return msg`Pages go to the nodes in turn, as many in a row as the node’s weight (${weightsOf(event)}): this one to node ${nid}.`;
  const among = bits(nodes);
  // Beyond 2^53 the number on the page is not exact, and a remainder would be wrong.
  if (!Number.isSafeInteger(ilx) || among.length === 0)
    return msg`Pages go to the nodes in turn: this one to node ${nid}.`;
  const rest = ilx % among.length;
  return msg`Divided by ${amount(among.length, 'node')} it leaves ${rest}; counting from 0, that is node ${among[rest] ?? '–'}.`;
}

export const interleaveVma: Voice<'interleave_vma'> = {
  subject: 'Interleave by place',
  place: (event) => `mm/mempolicy.c:${weighs(event) ? 'weighted_' : ''}interleave_nid()`,
  say: (event) => {
    const among = bits(event.nodes);
    const by = weighs(event)
      ? msg`weights ${joined(among.map((n) => msg`${event.weight[n] ?? '–'}`))}`
      : amount(among.length, 'node');
    return { lead: msg`node ${event.nid}`, rest: msg`page ${event.ilx} of its mapping, ${by}` };
  },
  heading: ({ nid }) => msg`Why node ${nid}?`,
  sentences: (event) => [
    {
      n: 1,
      words: msg`The page is number ${event.ilx} of its mapping or file. ${placeTurn(event)}`,
    },
  ],
  terms: (event) => (weighs(event) ? ['weight'] : []),
  cell: ({ nid }) => nodeCell(nid),
  era: eraOf,
  expected: (_, { why, value }) => (why === 'node' ? msg`node ${value}` : null),
};
