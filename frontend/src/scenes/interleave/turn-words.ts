/** Why this node: the turn in a sentence, for the counter and for the place in a mapping. */
import type { EventRecord } from '../../core/contract';
import { grouped } from '../../core/number';
import { isFresh, nth, type Interleave } from '../interleave-words/turn';
import { placeSteps } from '../interleave-words/place';
import { bits, count, ordinal } from '../text';

/** The node after `nid` in the policy, round its nodes: next_node_in(). */
function after(nid: number, nodes: number): number {
  const among = bits(nodes);
  return among.find((n) => n > nid) ?? among[0] ?? nid;
}

function weighted({ prev, cnt, g, nid, cnt_after }: Interleave): string {
  const due =
    cnt_after > 0 ? `${count(cnt_after, 'more page')} due from it.` : 'With this it has given all of them.';
  if (g === 0) return `Node ${nid} stays. ${due}`;
  const had = cnt > 0 ? `Node ${prev} is no longer asked` : `Node ${prev} has given its share`;
  return `${had}, so the turn goes to node ${nid}. Its weight is ${g}: ${due}`;
}

function granular(event: Interleave): string {
  const { prev, g, nid, nodes, cnt_after } = event;
  const head = `Granularity ${grouped(g)}:`;
  if (isFresh(event)) return `${head} the first page since the policy was set is from node ${nid}.`;
  const n = nth(event);
  if (n === 1 && g === 1) return `${head} node ${prev} had its page, now node ${nid}.`;
  const then = cnt_after === 0 ? ` Then it is node ${after(nid, nodes)}’s turn.` : '';
  if (n === 1) return `${head} node ${prev} had its turn, now node ${nid}.${then}`;
  return `${head} node ${nid}’s ${ordinal(n)} page in a row.${then}`;
}

const WHO = { alloc: '', slab: 'For a slab page. ', bulk: 'Bulk allocation, one by one. ' } as const;

/** '' for what no policy decided. */
export function turnSentence(event: EventRecord): string {
  if (event.kind === 'interleave') {
    return WHO[event.caller] + (event.mode === 'weighted_interleave' ? weighted(event) : granular(event));
  }
  return event.kind === 'interleave_vma' ? placeSteps(event).slice(1).join(' ') : '';
}
