import { describe, expect, test } from 'vitest';
import type { Frame } from '../../scene';
import { factsOf, type Facts } from '../facts/facts';
import { gridOf, shortName, type Grid } from './grid';
import { pathOf } from './path';
import { labelBox, type PathPlan } from './path-plan';
import { listPlaces, keyPlaces, plateOf, tankPlaces, wordsEnd, type Box } from './layout';
import { decide, run, RULES, SHAPES } from '../../testing/swap-devices';
import { textWidth } from '../../font-metrics';
import { walkOf } from '../../voices/swap-walk';

const WIDTHS = [342, 358, 472, 520, 671, 1000];

function planOf(grid: Grid, facts: Facts): PathPlan | null {
  const { event } = facts;
  const row = grid.rows.find((r) => r.nid === event?.nid);
  const node = facts.nodes.find((n) => n.nid === event?.nid);
  const chain = listPlaces(grid, facts).find((c) => c.chain.list === event?.list);
  if (!event || !row || !node || !chain) return null;
  const plate = plateOf(grid, row, node, event.cpu);
  return pathOf(grid, facts, event, walkOf(event), chain, plate, tankPlaces(grid, facts));
}

test('words in a tank never lie upon the edge of its level', () => {
  const words = 44;
  for (let level = 0; level <= 200; level++) {
    const edge = { from: Math.max(0, level - 4), to: level };
    const end = wordsEnd(200, words, edge);
    expect(end).toBeLessThanOrEqual(193);
    expect(end - words).toBeGreaterThanOrEqual(6);
    expect(end <= edge.from || end - words >= edge.to, `level ${level}`).toBe(true);
  }
});

function apart(boxes: readonly Box[]): boolean {
  return boxes.every((a, i) =>
    boxes
      .slice(i + 1)
      .every(
        (b) => a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y || b.y + b.height <= a.y,
      ),
  );
}

/** What devices, lists and nodes take up. */
function boxesOf(grid: Grid, facts: Facts) {
  const chains = listPlaces(grid, facts);
  const tanks = tankPlaces(grid, facts);
  const blocks = tanks.map(({ y }) => ({
    x: grid.tankX,
    y,
    width: grid.tankWidth,
    height: grid.tank.height,
  }));
  const plates = grid.rows.map((row) =>
    plateOf(grid, row, facts.nodes.find((n) => n.nid === row.nid) ?? null, facts.event?.cpu ?? null),
  );
  const heads = plates.map((p) => ({ x: p.x, y: p.y, width: p.size, height: p.size }));
  const cpus = plates.flatMap((p) => p.cpus);
  const chips = chains.flatMap((c) => [...c.chips, ...(c.rest ? [c.rest] : [])]);
  return { chains, tanks, chips, all: [...chips, ...blocks, ...cpus, ...heads] };
}

/** What stands in the drawing before the path is drawn. */
function standing(grid: Grid, facts: Facts): Box[] {
  const { chains, all } = boxesOf(grid, facts);
  const keys = chains.flatMap((c) =>
    keyPlaces(grid, facts, c).map(({ from, to, y, text }) => {
      const width = textWidth(text, 12);
      return { x: (from + to - width) / 2, y: y - 8.5, width, height: 8.5 };
    }),
  );
  return [...keys, ...all];
}

async function frames(shape: keyof typeof SHAPES): Promise<Frame[]> {
  const runs = await Promise.all(RULES.map((rule) => run({ ...SHAPES[shape], rule })));
  return runs.flatMap((source) => [0, 1, 17, 63, 140].map((k) => source.frame(k)));
}

describe.each(Object.keys(SHAPES))('%s', (shape) => {
  test.each(WIDTHS)('%i px: everything is inside, and nothing overlaps', async (width) => {
    for (const frame of await frames(shape)) {
      const facts = factsOf(frame);
      const grid = gridOf([facts], width);
      const { chains, tanks, chips, all } = boxesOf(grid, facts);
      for (const box of [...all, ...tanks.map((t) => t.bar)]) {
        expect(box.x).toBeGreaterThanOrEqual(0);
        expect(box.x + box.width).toBeLessThanOrEqual(width + 0.01);
        expect(box.y).toBeGreaterThanOrEqual(0);
        expect(box.y + box.height).toBeLessThanOrEqual(grid.height + 0.01);
      }
      expect(apart(all)).toBe(true);
      for (const chip of chips) expect(chip.x + chip.width).toBeLessThanOrEqual(grid.tankX - 8);
      // Every device is in a tank, every device of a list in a chip or in "+n".
      expect(tanks.length).toBe(facts.devices.length);
      for (const c of chains) {
        expect(c.chips.length + (c.rest?.n ?? 0)).toBe(c.chain.entries.length + c.chain.more);
      }
    }
  });

  test.each(WIDTHS)('%i px: the path stays inside and carries the numbers of the steps', async (width) => {
    for (const frame of await frames(shape)) {
      const facts = factsOf(frame);
      if (!facts.event) continue;
      const grid = gridOf([facts], width);
      const plan = planOf(grid, facts);
      expect(plan).not.toBeNull();
      for (const label of plan?.labels ?? []) {
        const w = textWidth(label.text, label.px, 600);
        const x = label.anchor === 'start' ? label.x : label.anchor === 'end' ? label.x - w : label.x - w / 2;
        expect(x, label.text).toBeGreaterThanOrEqual(0);
        expect(x + w, label.text).toBeLessThanOrEqual(grid.tankX);
        expect(label.px).toBeGreaterThanOrEqual(12);
      }
      const words = (plan?.labels ?? []).map(labelBox);
      expect(apart(words)).toBe(true);
      for (const box of standing(grid, facts))
        for (const [i, word] of words.entries())
          expect(apart([box, word]), `${plan?.labels[i]?.text ?? ''} over ${JSON.stringify(box)}`).toBe(true);
      for (const stroke of plan?.strokes ?? []) expect(stroke.d).not.toMatch(/NaN|undefined|Infinity/);
      expect(plan?.discs.map((d) => d.n).sort((a, b) => a - b)).toEqual(
        grid.compact ? [] : walkOf(facts.event).steps.map((s) => s.n),
      );
    }
  });
});

test('both panes get the same rows, columns and scale', async () => {
  const [a, b] = await Promise.all([run({}), run({ rule: 'roundrobin', devices: 3, dev_node: [0, 0, -1] })]);
  const [fa, fb] = [factsOf(a.frame(20)), factsOf(b.frame(20))];
  const { scale: one, ...gridA } = gridOf([fa, fb], 671);
  const { scale: two, ...gridB } = gridOf([fb, fa], 671);
  expect(gridA).toEqual(gridB);
  expect(one(1000)).toBe(two(1000));
  expect(gridA.rows.map((r) => r.nid)).toEqual([0, 1, 2, 3, -1]);
});

test('the geometry does not change from decision to decision', async () => {
  const source = await run({ rule: 'roundrobin' });
  const grids = [1, 2, 50, 200].map((k) => {
    const { scale, ...grid } = gridOf([factsOf(source.frame(k))], 671);
    return { ...grid, full: scale(16383) };
  });
  for (const grid of grids) expect(grid).toEqual(grids[0]);
});

test('the requeue goes to a place behind the list, or to a mark behind the last equal', async () => {
  const rr = factsOf((await run({ rule: 'roundrobin' })).frame(20));
  expect(planOf(gridOf([rr], 671), rr)?.ghost).toMatchObject({ slot: true, type: rr.event?.type });
  const six = await run(SHAPES['four nodes, six devices']);
  const local = [1, 2, 3, 4, 5, 6, 7, 8, 9].map((k) => factsOf(six.frame(k))).find((f) => f.event?.nid === 0);
  if (!local) throw new Error('node 0 never asked');
  const grid = gridOf([local], 671);
  const chain = listPlaces(grid, local).find((c) => c.chain.list === 0);
  const ghost = planOf(grid, local)?.ghost;
  expect(ghost).toMatchObject({ slot: false });
  expect(ghost?.x).toBeGreaterThanOrEqual((chain?.chips[1]?.x ?? 0) + grid.chip.width);
  expect((ghost?.x ?? 0) + (ghost?.width ?? 0)).toBeLessThanOrEqual(chain?.chips[2]?.x ?? 0);
});

test('a walk without a device reaches no tank', async () => {
  const frame = (await run()).frame(20);
  for (const end of ['none', 'noswap'] as const) {
    const facts = factsOf(
      decide(frame, { end, type: -1, ret: 0, visits: 0, visit_type: [], visit_verdict: [] }),
    );
    const grid = gridOf([facts], 671);
    const plan = planOf(grid, facts);
    expect(plan?.tried.size).toBe(0);
    for (const stroke of plan?.strokes ?? []) expect(stroke.head?.x ?? 0).toBeLessThan(grid.left);
  }
});

describe('keys', () => {
  const keysOf = async (params: Parameters<typeof run>[0], k = 20) => {
    const facts = factsOf((await run(params)).frame(k));
    const grid = gridOf([facts], 671);
    const chains = listPlaces(grid, facts);
    return { grid, all: chains.map((c) => keyPlaces(grid, facts, c)), facts };
  };
  const texts = (keys: readonly { text: string }[] | undefined) => keys?.map(({ text }) => text);

  test('over each device its own, and which are local', async () => {
    const { all } = await keysOf({});
    expect(texts(all[0])).toEqual(['key 1, local', 'key 3', 'key 4', 'key 5']);
    expect(texts(all[3])).toEqual(['key 1, local', 'key 2', 'key 3', 'key 4']);
  });

  test('one bracket for all that are equal', async () => {
    const { all } = await keysOf({ rule: 'roundrobin' });
    expect(all.map(texts)).toEqual([['key 1 for all: equal, so they take turns']]);
    const six = await keysOf({ devices: 6, dev_node: [0, 0, 1, 2, 2, 3] });
    expect(texts(six.all[0])).toEqual(['key 1', '4', '5', '6', '7']);
    expect(six.all[0]?.[0]?.bracket).toBe(true);
  });

  test('a key is one of priority, with its sign', async () => {
    const { all } = await keysOf({ dev_prio: [5, 5, 32767, -1] });
    expect(texts(all[0])).toEqual(['key \u221232767', 'key \u22125', 'key 2']);
  });
});

test('names in chips where there is room, letters alone where there is none', async () => {
  const styles = async (shape: Parameters<typeof run>[0], width = 671) =>
    gridOf([factsOf((await run(shape)).frame(20))], width).chip.style;
  expect(await styles({})).toBe('name');
  expect(await styles({ rule: 'roundrobin', dev_name: ['nvme0n1', 'nvme1n1', 'nvme2n1', 'nvme3n1'] })).toBe(
    'name',
  );
  expect(await styles({ devices: 6, dev_node: [0, 0, 1, 2, 2, 3] })).toBe('box');
  expect(await styles(SHAPES['eight nodes, sixteen devices'])).toBe('tile');
  expect(await styles({}, 358)).toBe('box');
});

test('a long name keeps head and tail', () => {
  expect([shortName('nvme10n1p'), shortName('cryptswap_p_1')]).toEqual(['nvme10n1p', 'crypt\u2026p_1']);
});

test.each(['node', 'roundrobin'] as const)(
  'rule %s: words of a walk with several tries stand apart',
  async (rule) => {
    const frame = (await run({ rule })).frame(20);
    const { event } = factsOf(frame);
    for (const n of [2, 3, 4]) {
      for (const took of [true, false]) {
        const visit_type = event?.list_type.slice(0, n) ?? [];
        const visit_verdict = visit_type.map((_, i) => (i < n - 1 || !took ? 1 + (i % 3) : 0));
        const end = took
          ? ({ end: 'took', type: visit_type[n - 1] ?? 0 } as const)
          : ({ end: 'none', type: -1 } as const);
        const facts = factsOf(decide(frame, { visits: n, visit_type, visit_verdict, ...end }));
        const grid = gridOf([facts], 671);
        const words = (planOf(grid, facts)?.labels ?? []).map(labelBox);
        expect(words.length).toBeGreaterThan(0);
        for (const box of standing(grid, facts))
          for (const word of words) expect(apart([box, word])).toBe(true);
        expect(apart(words)).toBe(true);
      }
    }
  },
);

test('text widths are those of the font, in tabular figures', () => {
  expect(textWidth('0123456789', 10)).toBeCloseTo(60);
  expect(Math.abs(textWidth('swapA', 13, 600) - 40.95)).toBeLessThan(1);
});
