/** Which node does the page come from? */
import { msg, NOTHING } from '../../core/message';
import type { Asking, Question } from '../scene';
import { bits } from '../text';
import { voiceOf } from '../voices';
import { nodeCell } from '../voices/interleave';
import { namesOf } from '../voices/names';

const HINTS = {
  turn: msg`Interleave: pages come from each node of the policy in turn, as many in a row as the granularity says.`,
  place: msg`By place: the number of the page in its mapping says the node, whoever touched which page before.`,
  weight: msg`Weighted: each node gives as many pages in a row as its weight.`,
};

function ask(...[{ event, before }]: Parameters<Asking['ask']>): Question | null {
  if (event?.kind !== 'interleave' && event?.kind !== 'interleave_vma') return null;
  const nodes = bits(event.nodes);
  if (nodes.length < 2 || !nodes.includes(event.nid)) return null;
  const weighs = event.mode === 'weighted_interleave';
  const key = (nid: number) => `node ${nid}`;
  const names = namesOf(before);
  const row = event.kind === 'interleave' && !weighs ? msg` Granularity: ${event.g}.` : '';
  const what = event.kind === 'interleave' ? msg`this page` : msg`page ${event.ilx} of the mapping`;
  return {
    title: msg`Which node gives ${what}?`,
    lead: msg`${event.comm} touches the next page.${row}`,
    choices: nodes.map((nid) => ({ key: key(nid), words: key(nid), note: '', cell: nodeCell(nid) })),
    answer: key(event.nid),
    hint: weighs ? HINTS.weight : event.kind === 'interleave' ? HINTS.turn : HINTS.place,
    because: () => voiceOf(event).sentences(event, names)[0]?.words ?? NOTHING,
  };
}

export const asking: Asking = { ask };
