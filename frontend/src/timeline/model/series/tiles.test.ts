import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import type { TraceStore } from '../../../trace/store/store';
import { idleProgress } from '../../testing/progress';
import { synthetic } from '../../testing/captures';
import { Blocks } from './blocks';
import { LATENCY, measurable, measureOf } from '../events/measure';
import { orderOf } from '../events/event-order';
import { TimeIndex } from '../events/track-rows';
import { BINS, countAt, levelFor, TileCache, tileOf, tileSpan } from './tiles';
import { tracksOf, type Track } from '../tracks';

let store: TraceStore;
let tracks: Track[];
beforeAll(async () => {
  store = synthetic(20_000, 5, 5e8);
  tracks = await tracksOf(store, await orderOf(store, idleProgress), idleProgress);
});

const track = fc.nat().map((n) => tracks[n % tracks.length] ?? expect.fail());
const level = fc.integer({ min: 0, max: 30 });

it('bins of all tiles add up to exactly the events of the track, at any zoom', () => {
  fc.assert(
    fc.property(track, fc.integer({ min: 14, max: 30 }), ({ rows }, wide) => {
      const index = new TimeIndex(rows);
      let sum = 0;
      for (let number = 0; number * tileSpan(wide) <= store.span; number++) {
        const tile = tileOf(rows, index, wide, number, null);
        for (let bin = 0; bin < BINS; bin++) sum += countAt(tile, bin);
      }
      expect(sum).toBe(rows.length);
    }),
    { numRuns: 60 },
  );
});

it('a bin counts the events of its stretch, with their least, greatest and mean, as a plain loop does', () => {
  fc.assert(
    fc.property(
      track,
      level,
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.nat(BINS - 1),
      ({ rows }, zoom, at, bin) => {
        const measure = measureOf(store, 'pages') ?? expect.fail();
        const blocks = new Blocks(rows, measure);
        const number = Math.floor((at * store.span) / tileSpan(zoom));
        const tile = tileOf(rows, new TimeIndex(rows), zoom, number, blocks);
        const from = number * tileSpan(zoom) + bin * 2 ** zoom;
        const values: number[] = [];
        let count = 0;
        for (let i = 0; i < rows.length; i++) {
          if (rows.ts(i) < from || rows.ts(i) >= from + 2 ** zoom) continue;
          count++;
          const value = measure.values[rows.kind(i)]?.(rows.row(i)) ?? NaN;
          if (!Number.isNaN(value)) values.push(value);
        }
        expect(countAt(tile, bin)).toBe(count);
        expect(tile.n?.[bin]).toBe(values.length);
        expect(tile.min?.[bin]).toBe(Math.min(...values));
        expect(tile.max?.[bin]).toBe(Math.max(...values));
        const mean = values.reduce((a, b) => a + b, 0) / values.length;
        if (values.length === 0) expect(tile.mean?.[bin]).toBeNaN();
        else expect(tile.mean?.[bin]).toBeCloseTo(mean, 3);
      },
    ),
    { numRuns: 200 },
  );
});

it('any range of rows is summed up right', () => {
  const measure = measureOf(store, 'order') ?? expect.fail();
  const { rows } = tracks.find((t) => t.name === 'CPU 1') ?? expect.fail();
  const blocks = new Blocks(rows, measure);
  fc.assert(
    fc.property(fc.nat(rows.length), fc.nat(rows.length), (a, b) => {
      const [from, to] = [Math.min(a, b), Math.max(a, b)];
      const values = Array.from({ length: to - from }, (_, i) => blocks.value(from + i)).filter(
        (v) => !Number.isNaN(v),
      );
      expect(blocks.over(from, to)).toEqual({
        n: values.length,
        min: Math.min(...values),
        max: Math.max(...values),
        sum: values.reduce((x, y) => x + y, 0),
      });
    }),
  );
});

it('a level’s bins are one to two pixels wide, and never narrower than a nanosecond', () => {
  for (const nsPerPixel of [0.01, 1, 1.5, 1000, 123456]) {
    const width = 2 ** levelFor(nsPerPixel);
    expect(width).toBeGreaterThanOrEqual(Math.max(1, nsPerPixel));
    expect(width).toBeLessThan(Math.max(2, nsPerPixel * 2));
  }
});

it('the cache keeps what was used last, and no more than it may', () => {
  const cache = new TileCache(2);
  const made: string[] = [];
  const get = (key: string) =>
    cache.get(0, key, () => {
      made.push(key);
      return { rows: new Uint32Array(1), n: null, min: null, max: null, mean: null, sums: [] };
    });
  for (const key of ['a', 'b', 'a', 'c', 'a', 'b']) get(key);
  expect(made).toEqual(['a', 'b', 'c', 'b']);
});

it('what names something is not measured; a request’s time is, from its issue', () => {
  const names = measurable(store).map((m) => m.name);
  expect(names).toEqual([LATENCY, 'bytes', 'order', 'pages']);
  const latency = measureOf(store, LATENCY) ?? expect.fail();
  const [issue, complete] = [store.kinds[2], store.kinds[3]];
  const values = Array.from({ length: complete?.rows ?? 0 }, (_, row) => latency.values[3]?.(row) ?? NaN);
  const known = values.flatMap((v, row) => (Number.isNaN(v) ? [] : [{ v, row }]));
  expect(known.length).toBeGreaterThan(100);
  const at = (kind: typeof issue, name: string, row: number) =>
    Number((kind?.fields.find((f) => f.name === name)?.values as Uint32Array | undefined)?.[row]);
  for (const { v, row } of known.slice(0, 200)) {
    const began = (complete?.ts[row] ?? 0) - v;
    expect(v).toBeGreaterThanOrEqual(0);
    const found = issue?.ts.findIndex(
      (ts, i) =>
        ts === began &&
        at(issue, 'dev', i) === at(complete, 'dev', row) &&
        at(issue, 'sector', i) === at(complete, 'sector', row),
    );
    expect(found).toBeGreaterThanOrEqual(0);
  }
});
