/**
 * What a pane's worker needs of this scene for every decision of a run: free of React and cheap, since
 * it is called up to millions of times.
 */
import type { EventRecord, StateView } from '../../core/contract';
import type { Cell, Decision, Tick } from '../scene';
import { letters } from './names';
import { clean } from '../text';
import { commonTick } from '../ticks';

export const kinds = ['swap_select'] as const satisfies Decision['kinds'];
export const tables = ['swap', 'node', 'dev', 'list'] as const satisfies Decision['tables'];

/** Letters of a state's devices. The same table of devices serves very many decisions. */
const cache = new WeakMap<StateView['dev'], ReadonlyMap<number, string>>();

function letterOf(state: StateView, type: number): string {
  let known = cache.get(state.dev);
  if (!known) {
    const named = state.dev.map((row, t) => ({ type: t, name: row.name, present: row.present === 1 }));
    known = letters(named.filter((d) => d.present || d.name !== ''));
    cache.set(state.dev, known);
  }
  return known.get(type) ?? String(type);
}

function nameOf(state: StateView, type: number): string {
  return clean(state.dev[type]?.name ?? '') || `type ${type}`;
}

export function cell(event: EventRecord, state: StateView): Cell {
  if (event.kind !== 'swap_select') return { letter: '', node: -1, name: '' };
  if (event.type >= 0) {
    // A row that no device ever used is all zeros, also its node.
    const row = state.dev[event.type];
    const node = row && (row.present === 1 || row.name !== '') ? row.node_id : -1;
    // Across runs a device is known by its swap type: the first, the second that was swapped on. Its
    // name depends on which controller the kernel met first.
    const key = `type ${event.type}`;
    return { key, letter: letterOf(state, event.type), node, name: nameOf(state, event.type) };
  }
  if (event.end === 'restart') return { letter: '\u21ba', node: -1, name: 'start over' };
  return { letter: '\u2013', node: -1, name: 'none' };
}

export function tick(event: EventRecord, state: StateView): Tick | null {
  if (event.kind !== 'swap_list') return commonTick(event);
  const name = clean(event.name) || nameOf(state, event.type);
  switch (event.reason) {
    case 'full':
      return event.op === 'del' ? { words: `${name} is full and leaves every list` } : null;
    case 'freed':
      return event.op === 'add' ? { words: `${name} has a free slot again and joins the lists` } : null;
    case 'swapoff':
      return event.op === 'del' ? { words: `${name} is swapped off and leaves every list` } : null;
    case 'reinsert':
      return { words: `swapoff of ${name} failed: it comes back` };
    case 'swapon':
      // Those before the first decision are the set-up, not news.
      return (state.swap[0]?.decisions ?? 0) > 0
        ? { words: `${name} is swapped on and joins the lists` }
        : null;
    case 'mode':
      return event.op === 'mode' ? { words: `the rule becomes ${event.mode}` } : null;
    case 'select':
      return null;
  }
}

({ kinds, tables, cell, tick }) satisfies Decision;
