import { EVERYTHING } from '../../../core/model-coverage';
import { describe, expect, test } from 'vitest';
import { grouped } from '../../../core/number';
import { NOTHING } from '../../../core/message';
import { textWidth } from '../../font-metrics';
import { namesOf } from '../../voices/names';
import { decadesFor, niceEnd, place, ticks, type Axis } from './axis';
import { curvePath, peak, outliersOf } from './curve';
import { columnPath, columnsOf } from './columns';
import { PAGE } from '../decision';
import { discPlaces } from './discs';
import type { Facts, Distribution } from '../facts/facts';
import type { Fault } from '../facts/fault';
import { FILM } from '../../film';
import { bandOf, gridOf, LARGE } from './grid';
import { labelsOf, type Label } from './labels';
import { binsOf, LANES, laneStart, quantile } from '../facts/distribution';

const lanes = (counts: Record<number, number>) => Array.from({ length: LANES }, (_, i) => counts[i] ?? 0);

const facts = (values: Partial<Facts> = {}): Facts => ({
  from: 'model',
  seen: false,
  emulated: false,
  k: 1,
  fault: null,
  read: null,
  how: null,
  aside: null,
  rows: [],
  faults: [],
  windows: [],
  names: namesOf({ dev: [], node: [] }),
  coverage: EVERYTHING,
  ...values,
});

const spread = (many: Distribution, kernel: boolean) =>
  facts({
    from: kernel ? 'kernel' : 'model',
    seen: kernel,
    rows: [{ mode: 'poll', taken: true, set: true, track: null, range: null, many }],
  });

const MANY: Distribution = { n: 1, lat: 1e4, range: null, by_lat: lanes({ 70: 1 }), cpu: null, seen: null };

/** Facts of many reads that took about as long. */
const taking = (ns: number, kernel = false) => {
  const lane = Array.from({ length: LANES }, (_, i) => i).findIndex((i) => laneStart(i + 1) > ns);
  const by_lat = lanes({ [lane]: 10 });
  return spread({ n: 10, lat: ns, range: null, by_lat, cpu: null, seen: null }, kernel);
};

test('lanes are those of the state table: sixteen for each doubling from 512 ns', () => {
  expect([0, 1, 16, 17, 32].map(laneStart)).toEqual([512, 544, 1024, 1088, 2048]);
  const bins = binsOf(lanes({ 16: 3, 18: 1 }));
  expect(bins.map((b) => b.n)).toEqual([3, 0, 1]);
  expect(bins[0]).toEqual({ from: 1024, to: 1088, n: 3 });
  expect(binsOf(lanes({}))).toEqual([]);
  expect(quantile(lanes({ 16: 9, 32: 1 }), 0.5)).toBe(1088);
  expect(quantile(lanes({ 16: 9, 32: 1 }), 0.99)).toBe(laneStart(33));
});

describe.each([342, 480, 671, 1100])('%d px', (width) => {
  test.each([
    ['10 µs', 1e4],
    ['100 ns', 100],
    ['25 µs', 25e3],
    ['8 ms', 8e6],
  ])('a device of %s: the axis holds it, with room for its words', (_, ns) => {
    for (const kernel of [false, true]) {
      const grid = gridOf(taking(ns, kernel), null, width);
      const x = place(grid.axis, ns);
      expect(x).toBeGreaterThanOrEqual(grid.left);
      expect(x).toBeLessThanOrEqual(width - 84);
      const marks = ticks(grid.axis, grid.compact ? 44 : 56);
      expect(marks.length).toBeGreaterThan(1);
      for (const m of marks) {
        expect(m.x).toBeGreaterThanOrEqual(grid.left);
        expect(m.x).toBeLessThanOrEqual(width);
      }
      // The first words may begin at their tick, the others stand about it.
      marks.slice(1).forEach((m, i) => {
        const before = textWidth(marks[i]?.words ?? '', 13) / (i === 0 && grid.compact ? 1 : 2);
        const apart = m.x - (marks[i]?.x ?? 0) - before - textWidth(m.words, 13) / 2;
        expect(apart).toBeGreaterThan(4);
      });
    }
  });

  test('rows, curves, axis and windows follow one another without touching', () => {
    const grid = gridOf(taking(1e4), null, width);
    const last = (grid.rows[2] ?? 0) + grid.row.height;
    expect(last).toBeLessThan(grid.manyY - 12);
    const lines = grid.lines;
    expect((lines[0] ?? 0) - grid.curve).toBeGreaterThan(grid.manyY);
    // Words below a line, and what of their letters is below that, end above the next one's curve.
    const { costs } = labelsOf(grid.axis, { ...MANY, cpu: { work: 1, switch: 1, total: 3 } }, 'poll');
    lines.slice(1).forEach((y, i) => {
      expect(y - grid.curve - (lines[i] ?? 0)).toBeGreaterThanOrEqual(costs.y + 3);
    });
    expect(grid.axisY - (lines[2] ?? 0)).toBeGreaterThan(24);
    expect(grid.windowsY - grid.windowsHeight).toBeGreaterThan(grid.axisY + 7);
    expect(grid.windowsY).toBeLessThan(grid.height);
  });

  test.each([
    ['early, with a long tail', { 70: 900, 130: 80, 239: 20 }, 9e5],
    ['late', { 200: 500, 236: 400, 239: 1637 }, 1.07e7],
    ['all over', { 60: 300, 110: 300, 230: 300, 239: 477 }, 5.8e6],
    ['its mean behind the lanes', { 75: 5188, 239: 1310 }, 2.18e7],
  ])('many reads, %s: no words lie on others, and what the curve leaves out is said', (_, counts, lat) => {
    const seen = { slept: 4.5e4, polls: 2136.5 };
    const own = { n: 1, lat, range: null, by_lat: lanes(counts), cpu: null, seen };
    const { axis } = gridOf(spread(own, true), null, width);
    for (const mode of ['interrupt', 'poll', 'hybrid'] as const) {
      const { mean, costs, longer } = labelsOf(axis, own, mode);
      if (!longer) throw new Error('nothing is left out');
      const span = (label: Label, px: number, weight: 400 | 600 = 400) => {
        const wide = textWidth(label.words, px, weight);
        const from = label.end ? label.x - wide : label.x;
        expect(from).toBeGreaterThanOrEqual(axis.left - 0.01);
        expect(from + wide).toBeLessThanOrEqual(axis.edge + 0.01);
        return { from, to: from + wide };
      };
      const [l, c, m] = [span(longer, 12), span(costs, 13), span(mean, 15, 600)];
      const neighbour = longer.y === mean.y ? m : c;
      expect(longer.y === mean.y || longer.y === costs.y).toBe(true);
      expect(l.from >= neighbour.to + 4 || l.to + 4 <= neighbour.from).toBe(true);
      expect(longer.words).toMatch(/^[\d,]+ (took longer than|longer than|over) 16\.3 ms$/);
      expect(longer.words.split(' ')[0]).toBe(grouped(counts[239]));
      expect(costs.words).not.toContain('–');
    }
  });

  test('stacks stand side by side within the drawing, at any size of window', () => {
    const grid = gridOf(taking(1e4), null, width);
    const faults = Array.from({ length: PAGE }, (_, i): Fault => ({
      k: i + 1,
      window: null,
      probed: null,
      reads: [],
      time: null,
    }));
    const columns = columnsOf(grid, faults);
    columns.forEach((c, i) => {
      expect(c.x).toBeGreaterThanOrEqual(grid.left);
      expect(c.x + c.width).toBeLessThanOrEqual(Math.min(width, columns[i + 1]?.x ?? width));
    });
    for (const pages of [1, 8, 32, 256]) {
      const path = columnPath(
        grid,
        columns.map((c) => ({ ...c, pages })),
        'other',
        Math.max(8, pages),
      );
      const tops = [...path.matchAll(/M[\d.]+ ([\d.]+)/g)].map((m) => Number(m[1]));
      expect(Math.min(...tops)).toBeGreaterThanOrEqual(grid.windowsY - grid.windowsHeight - 0.01);
      expect(Math.max(...tops)).toBeLessThan(grid.windowsY);
    }
  });

  test('a disc stands where its span begins, in its own row', () => {
    const grid = gridOf(taking(1e4), null, width);
    const at = { kind: 'spin' as const, from: 2e3, to: 9e3 };
    const [disc] = discPlaces(grid, [{ n: 3, words: NOTHING, at }]);
    expect((disc?.x ?? 0) - place(grid.axis, at.from)).toBeCloseTo(11);
    const radius = 10.5;
    for (const part of [undefined, 'fault'] as const) {
      const { discY, cpu, height } = gridOf(taking(1e4), null, width, part).row;
      // On what names of spans stand.
      expect(discY - radius).toBeGreaterThan(cpu.y + cpu.height / 2 + 5);
      expect(discY + radius).toBeLessThanOrEqual(height);
    }
  });

  test('a part that is large has the room of all, and ends above the strip of the others', () => {
    const all = gridOf(taking(1e4), null, width);
    for (const part of LARGE) {
      const grid = gridOf(taking(1e4), null, width, part);
      const [top, bottom] = bandOf(grid, part);
      const [was, wasEnd] = bandOf(all, part);
      expect(bottom - top, part).toBeGreaterThan(1.5 * (wasEnd - was));
      expect(Math.max(bottom, part === 'windows' ? 0 : grid.axisY + 4), part).toBeLessThan(all.height - FILM);
      expect(grid.height).toBe(all.height);
    }
  });

  test('discs keep apart and stay within', () => {
    const grid = gridOf(taking(1e4), null, width);
    const spans = [10, 20, 30, 9e3, 9.1e3, 1e9].map((ns, i) => ({
      n: i + 3,
      words: NOTHING,
      at: { kind: 'spin' as const, from: ns, to: ns + 10 },
    }));
    const places = discPlaces(grid, spans);
    expect(places).toHaveLength(6);
    places.forEach(({ x }, i) => {
      expect(x).toBeLessThanOrEqual(width - 11);
      if (i > 0) expect(x - (places[i - 1]?.x ?? 0)).toBeGreaterThanOrEqual(21.99);
    });
  });
});

test('panes share an axis, unless one would be a stub, or one is a kernel', () => {
  const [a, b, far] = [taking(1e4), taking(25e3), taking(5e6)];
  expect(gridOf(a, b, 671).axis).toEqual(gridOf(b, a, 671).axis);
  expect(gridOf(a, far, 671).axis).toEqual(gridOf(a, null, 671).axis);
  expect(gridOf(a, taking(1e6, true), 671).axis).toEqual(gridOf(a, null, 671).axis);
});

test('an end changes in steps while what it holds grows', () => {
  const ends = new Set(Array.from({ length: 900 }, (_, i) => niceEnd(1e4 + i * 100)));
  expect(ends.size).toBeLessThan(12);
  for (const ns of [1e3, 12_345, 99_999, 1e5]) expect(niceEnd(ns)).toBeGreaterThanOrEqual(ns);
  expect(decadesFor(94_000, 6e7)).toEqual({ from: 1e4, to: 1e8 });
  expect(decadesFor(1e5, 1e5)).toEqual({ from: 1e5, to: 1e7 });
});

test('a curve leaves out what is behind the edge, or longer than the lanes tell apart', () => {
  const axis: Axis = { log: false, from: 0, to: 2e4, left: 100, right: 500, edge: 600 };
  // The edge is at 25 µs: lane 89 begins at 25.6.
  expect(outliersOf(axis, lanes({ 60: 5, 88: 1 }))).toBeNull();
  expect(outliersOf(axis, lanes({ 60: 5, 89: 2, 239: 1 }))).toEqual({ n: 3, from: 25_600 });
  expect(outliersOf({ ...axis, log: true, from: 1e4, to: 1e8 }, lanes({ 200: 9, 239: 4 }))).toEqual({
    n: 4,
    from: laneStart(LANES - 1),
  });
});

test('a curve stands on its line, no higher than it may, and ends at the edge', () => {
  const axis: Axis = { log: false, from: 0, to: 2e4, left: 100, right: 500, edge: 600 };
  const bins = binsOf(lanes({ 60: 5, 66: 20, 70: 3, 120: 1 }));
  const path = curvePath(axis, bins, 200, 24, peak(axis, bins));
  const points = [...path.matchAll(/([\d.]+),([\d.]+)/g)].map((m) => [Number(m[1]), Number(m[2])] as const);
  const ys = points.map(([, y]) => y);
  expect(Math.min(...ys)).toBeCloseTo(176);
  expect(Math.max(...ys)).toBe(200);
  expect(Math.max(...points.map(([x]) => x))).toBeLessThanOrEqual(600);
  expect(curvePath(axis, [], 200, 24, 1)).toBe('');
});
