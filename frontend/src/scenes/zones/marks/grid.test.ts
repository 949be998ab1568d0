import { describe, expect, test } from 'vitest';
import { gridKey, gridOf, NODES_MAX, widthsOf } from './grid';
import { machine, nodesOf } from '../../testing/zones';

const WIDTHS = [342, 480, 671] as const;
const MACHINES = {
  ...Object.fromEntries([1, 2, 3, 4, 6, 8].map((n) => [`${n} nodes`, nodesOf(n)])),
  'tiny DMA': machine([[16_000_000, 700_000, 3840], [16_000_000]]),
  'sizes that are not known': machine([[0, 0], [0]]),
  'a small node': machine([[262144], [2048], [262144]]),
};

describe.each(Object.entries(MACHINES))('%s', (_, facts) => {
  test.each(WIDTHS)('width %i: columns do not overlap, nothing outside', (width) => {
    const { columns, groups, left, rows } = gridOf([facts], width);
    expect(columns.map((c) => c.zone)).toEqual(facts.zones.map((z) => z.id));
    let end = left - 1;
    for (const column of columns) {
      expect(column.x).toBeGreaterThanOrEqual(end);
      // Two digits or a disc must be readable; eight nodes on a phone are the narrowest.
      expect(column.width).toBeGreaterThan(12);
      end = column.x + column.width;
      expect(end).toBeLessThanOrEqual(width + 1e-6);
    }
    expect(end).toBeCloseTo(width, 3);
    for (const group of groups) {
      const own = columns.filter((c) => c.nid === group.nid);
      expect(own[0]?.x).toBe(group.x);
      expect((own.at(-1)?.x ?? 0) + (own.at(-1)?.width ?? 0)).toBeCloseTo(group.x + group.width, 6);
    }
    for (const row of rows) expect(columns[row]).toBeDefined();
  });
});

test('widths are in proportion to pages, but for those that would be too thin', () => {
  expect(widthsOf([3, 1], 400, 20)).toEqual([300, 100]);
  const [wide = 0, mid = 0, thin] = widthsOf([600, 300, 1], 320, 20);
  expect(thin).toBe(20);
  expect(wide / mid).toBeCloseTo(2, 9);
  expect(wide + mid).toBeCloseTo(300, 9);
  expect(widthsOf([1, 1, 1], 30, 100)).toEqual([10, 10, 10]);
  expect(widthsOf([], 30, 100)).toEqual([]);
});

test('panes with the same zones share columns and height; others keep their own columns', () => {
  const [a, b] = [machine([[3000, 1000], [4000]]), machine([[1000, 1000], [4000]])];
  expect(gridOf([a, b], 671)).toEqual(gridOf([b, a], 671));
  const four = nodesOf(4);
  expect(gridOf([a, four], 671).columns).toEqual(gridOf([a], 671).columns);
  expect(gridOf([a, four], 671).height).toBe(gridOf([four, a], 671).height);
  expect(gridKey([a], 671)).not.toBe(gridKey([b], 671));
});

test('more nodes than there is room for are folded, and counted', () => {
  const layout = gridOf([nodesOf(12)], 671);
  expect(layout.groups).toHaveLength(NODES_MAX);
  expect(layout.folded).toBe(4);
  expect(gridOf([nodesOf(8)], 671).folded).toBe(0);
});

test('nodes of whose zones nothing is known stand side by side, as many as there is room for', () => {
  const bare = (n: number) => {
    const facts = nodesOf(n);
    return { ...facts, nodes: facts.nodes.map((node) => ({ ...node, zones: [] })) };
  };
  const { columns, groups, folded } = gridOf([bare(2)], 671);
  expect([columns, groups.map((g) => g.nid), folded]).toEqual([[], [0, 1], 0]);
  const [one, other] = groups;
  expect((one?.x ?? 0) + (one?.width ?? 0)).toBeLessThan(other?.x ?? 0);
  expect((other?.x ?? 0) + (other?.width ?? 0)).toBeLessThanOrEqual(671);
  expect(gridOf([bare(12)], 671)).toMatchObject({ groups: { length: NODES_MAX }, folded: 12 - NODES_MAX });
  expect(gridKey([bare(2)], 671)).not.toBe(gridKey([bare(3)], 671));
});
