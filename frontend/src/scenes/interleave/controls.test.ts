/** Grips of Interleave: each stands where the drawing has what it sets, and a drag shows what the core then makes of it. */
import { describe, expect, test } from 'vitest';
import type { ParamValues } from '../../core/params';
import { model } from '../testing/interleave';
import { handlesOf } from './controls';
import { factsOf } from './facts/facts';
import { gridOf, placesAt } from './marks/grid';

const K = 100;
const WIDTH = 671;

async function gripsOf(id: string, large: string | undefined, overrides: ParamValues = {}, width = WIDTH) {
  const { info, frame } = await model(id, overrides);
  const shown = { info, frame: frame(K), other: null, width, large };
  const facts = factsOf(frame(K), info, placesAt(width));
  return { handles: handlesOf({ ...shown, params: info.params ?? {} }), facts };
}

/** Pages in a row from a node, from a place of the row on. */
const runFrom = (nodes: readonly number[], place: number) => {
  const end = nodes.findIndex((node, i) => i > place && node !== nodes[place]);
  return (end < 0 ? nodes.length : end) - place;
};

test.each([
  ['pages', ['granularity']],
  ['list', ['segments limit']],
  ['requests', ['request limit']],
  ['lead', []],
  [undefined, ['granularity', 'segments limit', 'request limit']],
])('%s large: what is small is out of reach', async (large, ids) => {
  const { handles } = await gripsOf('interleave-1', large);
  expect(handles.map(({ id }) => id)).toEqual(ids);
});

test('a policy that weighs has a grip for each node, one that gives to no node in turn has none', async () => {
  const { handles } = await gripsOf('interleave-weighted', 'pages');
  expect(handles.map(({ id }) => id)).toEqual(['weight 0', 'weight 1']);
  const [a, b] = handles.map(({ place, main }) => place(main.value).x);
  expect(Math.abs((a ?? 0) - (b ?? 0))).toBeGreaterThanOrEqual(44);
  expect((await gripsOf('interleave-none', 'pages')).handles).toEqual([]);
});

describe.each([342, WIDTH])('%d px', (width) => {
  test.each(['pages', 'list', 'requests'])('%s: where a grip stands is what it is at', async (large) => {
    for (const id of ['interleave-8', 'interleave-weighted']) {
      const { handles } = await gripsOf(id, large, {}, width);
      expect(handles.length).toBeGreaterThan(0);
      for (const { main, place, valueAt } of handles) {
        // At the very end of the list's line there is no room for a finger.
        const value = main.name === 'max_segments' ? 24 : main.value;
        expect(Math.round(valueAt(place(value)))).toBe(value);
        expect(place(main.max).x).toBeLessThanOrEqual(width);
      }
    }
  });
});

test.each([2, 8, 16])('granularity %d: the outline is as wide as the run that the core gives', async (g) => {
  const { handles } = await gripsOf('interleave-1', 'pages');
  const shown = handles[0]?.outline(g) ?? '';
  const [, wide] = /h([\d.]+)/.exec(shown) ?? [];
  const { facts } = await gripsOf('interleave-1', 'pages', { granularity: g });
  const { pitch } = gridOf([facts], WIDTH, 'pages');
  const nodes = facts.row.map((s) => s.node);
  const turn = nodes.findIndex((node, i) => i > 0 && node !== nodes[i - 1]);
  expect(Number(wide) / pitch).toBeCloseTo(runFrom(nodes, turn), 1);
});

test('what a real machine calls them', async () => {
  const line = async (id: string, large: string, value: number) =>
    (await gripsOf(id, large)).handles[0]?.main.command?.(value);
  expect(await line('interleave-1', 'pages', 8)).toBe('vm.numa_interleave_granularity = 8');
  expect(await line('interleave-weighted', 'pages', 5)).toBe(
    'echo 5 > /sys/kernel/mm/mempolicy/weighted_interleave/node0',
  );
  // Documentation/ABI/stable/sysfs-block: in kilobytes.
  expect(await line('interleave-1', 'requests', 1024)).toBe('echo 512 > /sys/block/sdc/queue/max_sectors_kb');
  expect(await line('interleave-1', 'list', 8)).toBeUndefined();
});
