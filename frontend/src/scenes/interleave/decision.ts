/** What a pane's worker needs of this scene: free of React, called for every decision of a run. */
import type { EventRecord, StateView } from '../../core/types';
import type { Cell, Decision, Tick } from '../../core/decision';
import { bits, clean, ranges } from '../phrases';
import { commonTick } from '../ticks';
import { voiceOf } from '../voices';
import { nodeCell } from '../voices/interleave';
import { namesOf } from '../voices/names';
import { lengthPhrase, segmentsOf } from './facts/requests';

export { page } from './facts/page';
export { variation } from './facts/variation';

export const kinds = ['interleave', 'interleave_vma', 'mms_il'] as const satisfies Decision['kinds'];
/** Without a policy a model still tells where each page lands; a kernel tells the requests. */
export const substitutes = ['rq_page', 'block_rq'] as const satisfies Decision['substitutes'];
export const substituteNoun = ['step', 'steps'] as const satisfies Decision['substituteNoun'];
export const tables = ['node', 'task', 'rq'] as const satisfies Decision['tables'];
export const trail = ['rq_page', 'block_rq'] as const satisfies Decision['trail'];

/** Segments of a request that a cell has no room to write out. */
const MANY = 100;

export function cell(event: EventRecord, state: StateView): Cell {
  switch (event.kind) {
    case 'rq_page':
      return nodeCell(event.nid);
    case 'block_rq': {
      const segments = segmentsOf(event);
      const letter = segments === null ? '\u2013' : segments < MANY ? String(segments) : '>';
      return { letter, node: -1, name: lengthPhrase(event) };
    }
    default:
      return voiceOf(event).cell(event, namesOf(state));
  }
}

export function tick(event: EventRecord, state: StateView): Tick | null {
  switch (event.kind) {
    case 'mempolicy': {
      // The set-up of the first task is not news.
      if (state.task.every((t) => t.pages === 0)) return null;
      const over = event.nodes > 0 ? ` over nodes ${ranges(bits(event.nodes))}` : '';
      return { words: `${clean(event.comm)} sets ${event.mode}${over}` };
    }
    default:
      return commonTick(event);
  }
}

({ kinds, substitutes, substituteNoun, tables, trail, cell, tick }) satisfies Omit<Decision, 'page'>;
