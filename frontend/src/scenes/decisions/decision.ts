/** What a pane's worker needs of this scene: free of React, called for every decision of a run. */
import type { EventRecord, StateView } from '../../core/types';
import { ENUM_DOCS } from '../../core/gen/docs';
import type { Cell, Decision, Tick } from '../../core/decision';
import { bits, clean, ranges } from '../phrases';
import { commonTick } from '../ticks';
import { voiceOf } from '../voices';
import { namesOf } from '../voices/names';

export const kinds = null;
export const tables = ['swap', 'node', 'dev'] as const satisfies Decision['tables'];

/** Decisions on a page, and how many of them the next page repeats. */
const PAGE = 10;
const OVERLAP = 2;

/**
 * The page that holds decision k with the one before and the one after it. Pages do not move with the
 * cursor: it goes down the page, then the page turns.
 */
export function page(k: number): { first: number; count: number } {
  const stride = PAGE - OVERLAP;
  return { first: 1 + stride * Math.floor(Math.max(0, k - 2) / stride), count: PAGE };
}

export function cell(event: EventRecord, state: StateView): Cell {
  const found = voiceOf(event).cell(event, namesOf(state));
  // Decisions of two kinds are never the same, whatever they are called.
  return { ...found, key: `${event.kind} ${found.key ?? found.name}` };
}

export function tick(event: EventRecord, state: StateView): Tick | null {
  switch (event.kind) {
    case 'mempolicy':
      return { words: `${clean(event.comm)} sets ${event.mode} over nodes ${ranges(bits(event.nodes))}` };
    case 'swap_list': {
      if (event.op === 'requeue' || (state.swap[0]?.decisions ?? 0) === 0) return null;
      const name = clean(event.name) || namesOf(state).device(event.type).name;
      if (event.op === 'mode') return { words: `the rule becomes ${event.mode}` };
      return event.reason === 'mode'
        ? null
        : { words: `${name}: ${ENUM_DOCS.list_reason[event.reason] ?? ''}` };
    }
    default:
      return commonTick(event);
  }
}

({ kinds, tables, page, cell, tick }) satisfies Decision;
