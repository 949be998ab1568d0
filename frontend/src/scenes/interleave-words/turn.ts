/** Whose turn it is by the task's own counter: mm/mempolicy.c:interleave_nodes(), weighted_interleave_nodes(). */
import type { EventRecord } from '../../core/contract';
import { grouped } from '../../core/number';
import { bits, count } from '../text';

export type Interleave = Extract<EventRecord, { kind: 'interleave' }>;

/** il_prev right after set_mempolicy(): MAX_NUMNODES - 1, which is no node of the policy. */
export function isFresh({ prev, nodes }: Interleave): boolean {
  return prev >= 15 && (prev & (prev + 1)) === 0 && !bits(nodes).includes(prev);
}

/** Which of its allocations in a row the node gives now. */
export function nth({ cnt, nid, prev }: Interleave): number {
  return cnt > 0 && nid === prev ? cnt + 1 : 1;
}

function weighted({ prev, cnt, g, nid, cnt_after }: Interleave): string[] {
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

function granular(event: Interleave): string[] {
  const { prev, cnt, g, nid, cnt_after } = event;
  const before = isFresh(event)
    ? `il_prev is ${prev}: nothing was given since the policy was set.`
    : cnt > 0
      ? `Node ${prev} gave the last ${cnt > 1 ? `${grouped(cnt)} ` : 'one '}and may go on.`
      : `Node ${prev} gave the last one and has had its turn.`;
  return [
    before,
    nth(event) > 1 ? `So node ${nid} stays.` : `So the turn goes to node ${nid}.`,
    `Each node gives ${count(g, 'allocation')} in a row. This is ${nth(event)} of ${grouped(g)}.`,
    cnt_after > 0
      ? `Afterwards il_cnt is ${cnt_after}: node ${nid} may go on.`
      : 'Afterwards il_cnt is 0: the next allocation turns to another node.',
  ];
}

/** Step by step, each a sentence with its numbers. */
export function turnSteps(event: Interleave): string[] {
  return event.mode === 'weighted_interleave' ? weighted(event) : granular(event);
}
