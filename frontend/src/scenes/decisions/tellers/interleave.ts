/** mm/mempolicy.c: nodes given out in turn. Document 004 is the granularity, posted and never merged. */
import { grouped } from '../../../core/number';
import { interleaveEra } from '../../interleave-words/era';
import { placeSteps } from '../../interleave-words/place';
import { isFresh, nth, turnSteps } from '../../interleave-words/turn';
import { count, bits, ranges } from '../../text';
import type { EventOf, Teller } from './teller';

const nodesOf = (nodes: number) => ranges(bits(nodes));

function weighted(event: EventOf<'interleave'>): string {
  const due = `${grouped(event.cnt_after)} more due`;
  return event.g === 0 ? `stays, ${due}` : `il_prev ${event.prev}, weight ${event.g}, ${due}`;
}

function granular(event: EventOf<'interleave'>): string {
  const { g, prev } = event;
  const from = isFresh(event) ? 'the first since the policy was set' : `il_prev ${prev}`;
  return `${from}, granularity ${grouped(g)}, ${nth(event)} of ${grouped(g)} given`;
}

const WHO = { alloc: '', slab: 'slab page, ', bulk: 'bulk, ' } as const;

export const interleave: Teller<'interleave'> = {
  subject: 'Interleave',
  say: (event) => ({
    lead: `Node ${event.nid}`,
    rest: WHO[event.caller] + (event.mode === 'weighted_interleave' ? weighted(event) : granular(event)),
  }),
  why: (event) => [
    `The policy of this task interleaves over nodes ${nodesOf(event.nodes)}.`,
    ...turnSteps(event),
    ...(event.caller === 'bulk'
      ? ['A bulk allocation asks once for each node, whatever the granularity.']
      : []),
  ],
  cell: ({ nid }) => ({ letter: String(nid), node: nid, name: `node ${nid}`, key: `node ${nid}` }),
  era: interleaveEra,
};

export const interleaveVma: Teller<'interleave_vma'> = {
  subject: 'Interleave by place',
  say: ({ nid, ilx, nodes, mode, weight }) => {
    const among = bits(nodes);
    const by =
      mode === 'weighted_interleave'
        ? `weights ${among.map((n) => weight[n] ?? '–').join(', ')}`
        : count(among.length, 'node');
    return { lead: `Node ${nid}`, rest: `page ${grouped(ilx)} of its mapping, ${by}` };
  },
  why: placeSteps,
  cell: ({ nid }) => ({ letter: String(nid), node: nid, name: `node ${nid}`, key: `node ${nid}` }),
  era: interleaveEra,
};
