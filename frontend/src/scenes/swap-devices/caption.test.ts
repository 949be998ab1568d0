import { beforeAll, expect, test } from 'vitest';
import type { SwapSelect } from '../../core/types';
import type { PaneId } from '../../core/panes';
import { textOf } from '../../core/message';
import { caption as make } from './caption';
import { decide, pane, run, type Run } from '../testing/swap-devices';

const runs: Record<'node' | 'global' | 'roundrobin' | 'kernel', Run> = {} as never;
beforeAll(async () => {
  runs.node = await run({});
  runs.global = await run({ rule: 'global' });
  runs.roundrobin = await run({ rule: 'roundrobin' });
  runs.kernel = await run({}, 'kernel');
});

function caption(...panes: Parameters<typeof make>) {
  const { title, context } = make(...panes);
  return { title: textOf(title), context: textOf(context) };
}

type Name = keyof typeof runs;
/** A pane at decision 9 in which node 2 asks and a device is chosen; `type` is first on its list. */
function at(name: Name, type: number, values: Partial<SwapSelect> = {}, letter: PaneId = 'A') {
  const frame = runs[name].frame(9);
  const keys =
    name === 'node' || name === 'kernel'
      ? [type === 2 ? 1 : 2, 9, 9, 9]
      : name === 'global'
        ? [1, 2, 3, 4]
        : [1, 1, 1, 1];
  const list_type = [type, ...[0, 1, 2, 3].filter((t) => t !== type)];
  const base = {
    nid: 2,
    list: keys[0] === 1 && name === 'node' ? 2 : 0,
    list_n: 4,
    list_type,
    list_prio: keys,
  };
  const walk = {
    visits: 1,
    visit_type: [type],
    visit_verdict: [0],
    end: 'took' as const,
    type,
    ret: 64,
    goal: 64,
    batch: 64,
  };
  const own = name === 'node' || name === 'kernel' ? { list: 2 } : {};
  return pane(runs[name], decide(frame, { ...base, ...own, ...walk, ...values }), letter);
}
const B = (name: Name, type: number, values: Partial<SwapSelect> = {}) => at(name, type, values, 'B');
const none = { type: -1, ret: 0 };

const TITLES: [string, () => [ReturnType<typeof at>, ReturnType<typeof at> | null], string][] = [
  [
    'rules differ, choices differ',
    () => [at('node', 2), B('roundrobin', 1)],
    'Rule node keeps the pages at home, on swapC. Round robin gives them to swapB, whose turn it is.',
  ],
  [
    'rules differ, same choice',
    () => [at('node', 2), B('global', 2)],
    'Rules node and global both choose swapC.',
  ],
  [
    'one rule, same choice',
    () => [at('node', 2), B('node', 2)],
    'Both panes agree: rule node keeps the pages at home, on swapC.',
  ],
  [
    'one rule, same choice, model beside kernel',
    () => [at('node', 2), B('kernel', 2)],
    'Model and kernel agree: rule node keeps the pages at home, on swapC.',
  ],
  [
    'one rule, other choices, model beside kernel',
    () => [at('node', 2), B('kernel', 1)],
    'The model keeps the pages at home, on swapC. The kernel gives them to swapB, since no device of node 2 is on its list.',
  ],
  [
    'one rule, other choices',
    () => [at('global', 0), B('global', 1)],
    'Pane A gives the pages to swapA, the first on the one list. Pane B gives them to swapB, the first on the one list.',
  ],
  [
    'another question: other pages',
    () => [at('node', 2), B('roundrobin', 1, { nid: 0 })],
    'Rule node keeps the pages at home, on swapC. Round robin gives its pages to swapB, whose turn it is.',
  ],
  [
    'one page each',
    () => [at('node', 2, { goal: 1, batch: 1, ret: 1 }), B('roundrobin', 1, { goal: 1, batch: 1, ret: 1 })],
    'Rule node keeps the page at home, on swapC. Round robin gives it to swapB, whose turn it is.',
  ],
  [
    'one pane only',
    () => [at('roundrobin', 3), null],
    'Round robin gives the pages to swapD, whose turn it is.',
  ],
  [
    'after one that gave none',
    () => [at('node', 2, { visits: 2, visit_type: [2, 0], visit_verdict: [2, 0], type: 0 }), null],
    'Rule node gives the pages to swapA, after one that gave none.',
  ],
  [
    'no choice: nothing gives a slot',
    () => [at('node', 2, { ...none, visit_verdict: [1], end: 'none' }), B('roundrobin', 1)],
    'Rule node finds no device for the pages: none on the list gives a slot. Round robin gives them to swapB, whose turn it is.',
  ],
  [
    'no choice: the list is empty',
    () => [at('node', 2, { ...none, visits: 0, visit_type: [], visit_verdict: [], end: 'none' }), null],
    'Rule node finds no device for the pages: the list is empty.',
  ],
  [
    'no choice in both',
    () => [
      at('node', 2, { ...none, visit_verdict: [1], end: 'none' }),
      B('global', 1, { ...none, visit_verdict: [1], end: 'none' }),
    ],
    'Rules node and global end alike: no device gives a slot.',
  ],
  [
    'restart',
    () => [at('node', 2, { ...none, visit_verdict: [0x12], end: 'restart' }), B('roundrobin', 1)],
    'Rule node starts over: the next device had left the list. Round robin gives the pages to swapB, whose turn it is.',
  ],
  [
    'large folio',
    () => [at('node', 2, { ...none, order: 4, goal: 1, batch: 1, visit_verdict: [1], end: 'order' }), null],
    'Rule node finds no room for a large folio on swapC and tries no other device.',
  ],
  [
    'no swap',
    () => [at('global', 0, { ...none, visits: 0, visit_type: [], visit_verdict: [], end: 'noswap' }), null],
    'Rule global is not even asked: no free swap is left.',
  ],
  [
    'before the first',
    () => [pane(runs.node, runs.node.frame(0)), pane(runs.roundrobin, runs.roundrobin.frame(0), 'B')],
    'Before the first decision, under rules node and round robin.',
  ],
  [
    'before the first, one pane',
    () => [pane(runs.node, runs.node.frame(0)), null],
    'Before the first decision, under rule node.',
  ],
  [
    'one pane before the first',
    () => [pane(runs.node, runs.node.frame(0)), B('global', 0)],
    'Rule global gives the pages to swapA, the first on the one list.',
  ],
];

test.each(TITLES)('%s', (_, panes, title) => {
  expect(caption(...panes()).title).toBe(title);
});

test('context: the question, and what cannot be chosen', () => {
  expect(caption(at('node', 2), B('roundrobin', 1)).context).toBe(
    'Decision 9. The same question in both panes: a task on node 2 must go to swap and asks for 64 slots.',
  );
  expect(caption(at('node', 2), B('roundrobin', 1, { nid: 0, goal: 1 })).context).toBe(
    'Decision 9. A: a task on node 2 asks for 64 slots. B: one on node 0 asks for 1 slot.',
  );
  const p = at('node', 2);
  const dev = p.frame.after.dev.map((row, type) => {
    if (type === 0) return { ...row, listed: 0, why_off: 'full' as const };
    return type === 1 ? { ...row, present: 0, listed: 0, why_off: 'swapoff' as const } : row;
  });
  const off = { ...p, frame: { ...p.frame, after: { ...p.frame.after, dev } } };
  expect(caption(off, null).context).toBe(
    'Decision 9. A task on node 2 must go to swap and asks for 64 slots. By now swapA is full and off every list; swapB is swapped off.',
  );
  expect(caption(off, B('roundrobin', 1)).context).toContain(
    'In A swapA is full and off every list; swapB is swapped off.',
  );
});

test('panes at other decisions, and an empty run', () => {
  const other = B('roundrobin', 1);
  expect(caption(at('node', 2), { ...other, frame: { ...other.frame, k: 12 } }).context).toContain(
    'Decision 9 in A, 12 in B.',
  );
  const empty = (provenance: 'model' | 'kernel') =>
    pane({ info: { ...runs.node.info, decisions: 0, provenance } }, runs.node.frame(0));
  expect(caption(empty('model'), null).title).toBe('Nothing had to go to swap.');
  expect(caption(empty('kernel'), null).title).toBe('No choice of a swap device is in this capture.');
});
