import { expect, it } from 'vitest';
import { heightOf, isOpen, layoutOf, type LayoutOptions } from './layout';
import type { TrackInfo } from '../model/capture';
import { RANKS, rankOf } from '../model/events/track-rank';
import type { Group } from '../model/tracks';

const track = (group: Group, name: string, rank?: number): TrackInfo => ({
  ...{ group, name, node: null, events: 3 },
  ...(rank === undefined ? {} : { rank }),
});
const CPUS = [
  track('cpu', 'CPU 0'),
  track('cpu', 'CPU 1'),
  track('task', 'cc'),
  track('kind', 'mm_page_alloc'),
];
const MEANT = [
  track('nodes', 'kswapd1 awake', rankOf(1, RANKS.level)),
  track('nodes', 'kswapd0 awake', rankOf(0, RANKS.level)),
  track('nodes', 'node 1 reclaimed', rankOf(1, RANKS.flow)),
  track('nodes', 'node 0 reclaimed', rankOf(0, RANKS.flow)),
  track('nodes', 'node 1 DMA32 free', rankOf(1, RANKS.gauge)),
];
const options: LayoutOptions = {
  folded: [],
  raw: null,
  whole: [],
  filter: '',
  thumb: false,
  own: { files: [], unread: 0 },
  lanes: 1,
  hint: false,
};
const rowsOf = (tracks: TrackInfo[], change: Partial<LayoutOptions> = {}) =>
  layoutOf([tracks], { ...options, ...change }).map(({ key, kind, name }) =>
    kind === 'every' ? `= ${name}` : key,
  );

it('what events mean comes first, a node’s tracks beside each other; every event is one row below', () => {
  expect(rowsOf([...CPUS, ...MEANT])).toEqual([
    'nodes',
    'nodes/kswapd0 awake',
    'nodes/node 0 reclaimed',
    'nodes/node 1 DMA32 free',
    'nodes/kswapd1 awake',
    'nodes/node 1 reclaimed',
    '= 1 kind, 2 CPUs, 1 task',
  ]);
});

it('what a thumb presses is as high as that, and what follows stands below it; lanes are as high as ever', () => {
  const all = [...CPUS, ...MEANT];
  const by = (thumb: boolean) => layoutOf([all], { ...options, raw: true, thumb });
  const [before, after] = [by(false), by(true)];
  expect(after.map(({ key }) => key)).toEqual(before.map(({ key }) => key));
  for (const [i, row] of after.entries()) {
    if (row.kind === 'track') expect(row.height).toBe(before[i]?.height);
    else expect(row.height).toBeGreaterThanOrEqual(44);
    expect(row.y).toBe(heightOf(after.slice(0, i)));
  }
});

it('the row of every event unfolds, by itself where one asks for a name below it', () => {
  const all = [...CPUS, ...MEANT];
  expect(rowsOf(all, { raw: true }).slice(-7)).toEqual([
    ...['kind', 'kind/mm_page_alloc', 'cpu', 'cpu/CPU 0', 'cpu/CPU 1', 'task', 'task/cc'],
  ]);
  expect(rowsOf(all, { filter: 'cpu 1' })).toEqual(['= 1 CPU', 'cpu', 'cpu/CPU 1']);
  expect(rowsOf(all, { filter: 'kswapd1' })).toEqual(['nodes', 'nodes/kswapd1 awake']);
  expect(rowsOf(all, { raw: true, folded: ['cpu', 'nodes'] })).not.toContain('cpu/CPU 0');
  expect([null, true, false].map((raw) => isOpen([all], { raw, filter: '' }))).toEqual([false, true, false]);
});

it('where nothing says what events mean, they stand there as they are', () => {
  expect(rowsOf([...CPUS, track('own', 'slow_fault')])).toEqual([
    ...[
      'own',
      'own/slow_fault',
      'kind',
      'kind/mm_page_alloc',
      'cpu',
      'cpu/CPU 0',
      'cpu/CPU 1',
      'task',
      'task/cc',
    ],
  ]);
});

it('says what would show free pages, also where nothing else is known of a node', () => {
  expect(rowsOf([...CPUS, ...MEANT], { hint: true }).slice(0, 3)).toEqual([
    'nodes',
    'hint',
    'nodes/kswapd0 awake',
  ]);
  expect(rowsOf(CPUS, { hint: true }).slice(0, 3)).toEqual(['nodes', 'hint', 'kind']);
  expect(rowsOf(CPUS, { hint: true, filter: 'cpu' })).not.toContain('hint');
});

it('two captures: a track of either has a row, in one order', () => {
  const [a, b] = [[...CPUS, ...MEANT.slice(0, 1)], MEANT.slice(1, 3)];
  const rows = layoutOf([a, b], options);
  expect(rows.filter(({ kind }) => kind === 'track').map(({ name }) => name)).toEqual([
    ...['kswapd0 awake', 'kswapd1 awake', 'node 1 reclaimed'],
  ]);
  expect(heightOf(rows)).toBe(rows.reduce((sum, { height }) => sum + height, 0));
});
