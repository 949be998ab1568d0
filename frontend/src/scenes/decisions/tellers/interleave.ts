/** mm/mempolicy.c: nodes given out in turn. Document 004 is the granularity, posted and never merged. */
import { count, bits, ranges } from '../../text';
import type { Era } from '../../scene';
import { ALWAYS, type EventOf, type Teller } from './teller';

const GRANULAR: Era = { words: 'posted December 2011, never merged', from: null, to: null, lived: false };
const WEIGHTED: Era = { words: 'from 6.9', from: 6.09, to: null };

const nodesOf = (nodes: number) => ranges(bits(nodes));

/** il_prev right after set_mempolicy(): MAX_NUMNODES - 1, which is no node of the policy. */
function isFresh({ prev, nodes }: EventOf<'interleave'>): boolean {
  return prev >= 15 && (prev & (prev + 1)) === 0 && !bits(nodes).includes(prev);
}

/** Which of its allocations in a row the node gives now. */
function nth({ cnt, nid, prev }: EventOf<'interleave'>): number {
  return cnt > 0 && nid === prev ? cnt + 1 : 1;
}

function weighted(event: EventOf<'interleave'>): string {
  const due = `${event.cnt_after.toLocaleString('en')} more due`;
  return event.g === 0 ? `stays, ${due}` : `il_prev ${event.prev}, weight ${event.g}, ${due}`;
}

function granular(event: EventOf<'interleave'>): string {
  const { g, prev } = event;
  const from = isFresh(event) ? 'the first since the policy was set' : `il_prev ${prev}`;
  return `${from}, granularity ${g.toLocaleString('en')}, ${nth(event)} of ${g.toLocaleString('en')} given`;
}

const WHO = { alloc: '', slab: 'slab page, ', bulk: 'bulk, ' } as const;

function whyWeighted({ prev, cnt, g, nid, cnt_after }: EventOf<'interleave'>): string[] {
  return [
    cnt > 0
      ? `Node ${prev} gave the last one, and ${count(cnt, 'more allocation')} are due from it.`
      : `Node ${prev} gave the last one and has nothing left to give.`,
    g > 0
      ? `So the turn goes to node ${nid}. Its weight is ${g}: so many allocations in a row.`
      : `So node ${nid} stays.`,
    `Afterwards il_weight is ${cnt_after}: allocations that are still due from it.`,
  ];
}

function whyGranular(event: EventOf<'interleave'>): string[] {
  const { prev, cnt, g, nid, cnt_after } = event;
  const before = isFresh(event)
    ? `il_prev is ${prev}: nothing was given since the policy was set.`
    : cnt > 0
      ? `Node ${prev} gave the last ${cnt > 1 ? `${cnt.toLocaleString('en')} ` : 'one '}and may go on.`
      : `Node ${prev} gave the last one and has had its turn.`;
  return [
    before,
    nth(event) > 1 ? `So node ${nid} stays.` : `So the turn goes to node ${nid}.`,
    `Each node gives ${count(g, 'allocation')} in a row. This is ${nth(event)} of ${g.toLocaleString('en')}.`,
    cnt_after > 0
      ? `Afterwards il_cnt is ${cnt_after}: node ${nid} may go on.`
      : 'Afterwards il_cnt is 0: the next allocation turns to another node.',
  ];
}

export const interleave: Teller<'interleave'> = {
  subject: 'Interleave',
  say: (event) => ({
    lead: `Node ${event.nid}`,
    rest: WHO[event.caller] + (event.mode === 'weighted_interleave' ? weighted(event) : granular(event)),
  }),
  why: (event) => [
    `The policy of this task interleaves over nodes ${nodesOf(event.nodes)}.`,
    ...(event.mode === 'weighted_interleave' ? whyWeighted(event) : whyGranular(event)),
    ...(event.caller === 'bulk'
      ? ['A bulk allocation asks once for each node, whatever the granularity.']
      : []),
  ],
  cell: ({ nid }) => ({ letter: String(nid), node: nid, name: `node ${nid}`, key: `node ${nid}` }),
  era: (event) => (event.mode === 'weighted_interleave' ? WEIGHTED : event.g > 1 ? GRANULAR : ALWAYS),
};

export const interleaveVma: Teller<'interleave_vma'> = {
  subject: 'Interleave by place',
  say: ({ nid, ilx, nodes, mode, weight }) => {
    const among = bits(nodes);
    const by =
      mode === 'weighted_interleave'
        ? `weights ${among.map((n) => weight[n] ?? '–').join(', ')}`
        : count(among.length, 'node');
    return { lead: `Node ${nid}`, rest: `page ${ilx.toLocaleString('en')} of its mapping, ${by}` };
  },
  why: ({ nid, ilx, nodes, mode, weight }) => {
    const among = bits(nodes);
    const place = `The page is number ${ilx.toLocaleString('en')} of its mapping or file.`;
    if (mode === 'weighted_interleave') {
      const weights = among.map((n) => `node ${n} ${weight[n] ?? '–'}`).join(', ');
      return [
        `The policy interleaves over nodes ${ranges(among)}. Weights: ${weights}.`,
        place,
        `Pages go to the nodes in turn, as many in a row as the node’s weight: this one to node ${nid}.`,
      ];
    }
    // Beyond 2^53 the number on the page is not exact, and a remainder would be wrong.
    const rest = Number.isSafeInteger(ilx) && among.length > 0 ? ilx % among.length : null;
    return [
      `The policy interleaves over nodes ${ranges(among)}.`,
      place,
      rest === null
        ? `Pages go to the nodes in turn: this one to node ${nid}.`
        : `Divided by ${count(among.length, 'node')} it leaves ${rest}; counting from 0, that is node ${among[rest] ?? '–'}.`,
    ];
  },
  cell: ({ nid }) => ({ letter: String(nid), node: nid, name: `node ${nid}`, key: `node ${nid}` }),
  era: ({ mode }) => (mode === 'weighted_interleave' ? WEIGHTED : ALWAYS),
};
