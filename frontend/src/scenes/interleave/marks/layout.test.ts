import { expect, test } from 'vitest';
import { factsOf, type Facts } from '../facts/facts';
import { bandOf, filmTop, gridOf, LARGE, placesAt, type Grid } from './grid';
import { groupPlaces, balancePath, listPlace, pageBoxes, type Box } from './layout';
import { capture, model, type Source } from '../../testing/interleave';

const WIDTHS = [342, 472, 671];

function apart(boxes: readonly Box[]): boolean {
  const sorted = [...boxes].sort((a, b) => a.x - b.x);
  return sorted.every(
    (b, i) => i === 0 || (sorted[i - 1]?.x ?? 0) + (sorted[i - 1]?.width ?? 0) <= b.x + 0.01,
  );
}

function inside(boxes: readonly Box[], grid: Grid): boolean {
  return boxes.every(
    (b) => b.x >= 0 && b.x + b.width <= grid.width + 0.01 && b.y >= 0 && b.y + b.height <= grid.y.height,
  );
}

function check(facts: Facts, width: number) {
  const grid = gridOf([facts], width);
  const pages = pageBoxes(grid, facts);
  const groups = groupPlaces(grid, facts);
  const list = listPlace(grid, facts);
  const frames = groups.flatMap((g) => [...g.frames, ...g.empty]);
  for (const row of [pages, frames, list.boxes]) {
    expect(apart(row)).toBe(true);
    expect(inside(row, grid)).toBe(true);
  }
  for (const g of groups) {
    for (const f of g.frames) expect(f.x + f.width).toBeLessThanOrEqual(g.x + g.width + 0.01);
  }
  // Every page of the row has a frame, or is not decided yet.
  const landed = groups.reduce((n, g) => n + g.frames.length, 0);
  if (facts.event && facts.event.kind !== 'block_rq') expect(landed).toBe(facts.row.length);
  for (const b of list.boxes) expect(b.y).toBeGreaterThanOrEqual(grid.y.listTop - 0.01);
  expect(balancePath(grid, facts).line).not.toMatch(/NaN|Infinity/);
  for (const part of LARGE) {
    const large = gridOf([facts], width, part);
    expect(large.y.height).toBe(grid.y.height);
    const [[top, bottom], [was, wasEnd]] = [bandOf(large, part), bandOf(grid, part)];
    expect(bottom - top, part).toBeGreaterThan(2 * (wasEnd - was));
    const words = { pages: large.y.framesLabel, requests: large.y.axisLabel, list: 0, lead: 0 }[part];
    expect(Math.max(bottom, words + 4), part).toBeLessThan(filmTop(large));
  }
  for (const t of grid.axis.ticks) expect(grid.axis.x(t)).toBeLessThanOrEqual(grid.width);
  return { grid, pages, groups, list };
}

function checkAll(source: Source, ks: readonly number[]) {
  for (const k of ks)
    for (const width of WIDTHS) check(factsOf(source.frame(k), source.info, placesAt(width)), width);
}

test.each([1, 2, 3, 4, 5, 6, 7, 8])('%i nodes: everything is inside, and nothing overlaps', async (nodes) => {
  for (const granularity of [1, 8, 64]) {
    const source = await model('interleave-1', {
      nodes,
      policy_nodes: 2 ** nodes - 1,
      granularity,
      file_pages: 700,
      fragmentation: granularity === 8 ? 30 : 0,
    });
    checkAll(source, [0, 1, 40, 64, 65, 300, 641, 700]);
  }
});

test('twelve nodes: the last five share a group, and are counted', async () => {
  const source = await model('interleave-1', {
    nodes: 12,
    cpus_per_node: 1,
    policy_nodes: 4095,
    file_pages: 400,
  });
  checkAll(source, [200]);
  const { groups } = factsOf(source.frame(200), source.info);
  expect(groups).toHaveLength(8);
  expect(groups.at(-1)).toMatchObject({ node: -1, nodes: 5 });
});

test.each(['interleave-1', 'interleave-8', 'interleave-none', 'interleave-mapping', 'interleave-weighted'])(
  'capture %s: everything is inside, and nothing overlaps',
  async (id) => {
    const source = await capture(id, 3000);
    checkAll(source, [0, 1, 64, 65, 400, source.info.decisions]);
  },
);

test('a list that is longer than the band is wide keeps its end', async () => {
  const source = await model('interleave-1', {
    max_segments: 600,
    max_sectors: 8192,
    read_ahead: 1024,
    bio_pages: 1024,
    file_pages: 2000,
  });
  const facts = factsOf(source.frame(1400), source.info);
  const { list } = check(facts, 671);
  expect(list.hidden).toBeGreaterThan(0);
  expect(list.boxes.at(-1)?.here).toBe(true);
});

test('both panes get the same bands and scales', async () => {
  const [a, b] = await Promise.all([model('interleave-1'), model('interleave-8')]);
  const [fa, fb] = [factsOf(a.frame(2600), a.info), factsOf(b.frame(2600), b.info)];
  const plain = ({ axis: { x, ...axis }, ...grid }: Grid) => ({ ...grid, axis, at: x(300) });
  expect(plain(gridOf([fa, fb], 671))).toEqual(plain(gridOf([fb, fa], 671)));
});
