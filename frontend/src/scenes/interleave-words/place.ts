/** Whose turn it is by place in a mapping or file: mm/mempolicy.c:interleave_nid(), weighted_interleave_nid(). */
import type { EventRecord } from '../../core/contract';
import { grouped } from '../../core/number';
import { bits, count, ranges } from '../text';

export type InterleaveVma = Extract<EventRecord, { kind: 'interleave_vma' }>;

/** Step by step, each a sentence with its numbers. */
export function placeSteps({ nid, ilx, nodes, mode, weight }: InterleaveVma): string[] {
  const among = bits(nodes);
  const place = `The page is number ${grouped(ilx)} of its mapping or file.`;
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
}
