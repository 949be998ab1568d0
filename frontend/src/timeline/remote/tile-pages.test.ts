/** Tiles that are kept, and what stands in for those that are missing: the same events, as far as one can know. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { BINS, countAt, tileSpan, type Tile } from '../model/series/tiles';
import { readBins, tilesOf, type Series } from './bins';
import { TilePages, tilesIn } from './tile-pages';

const series = (t: number[], count: number[], measured: Series['measured'] = null): Series => ({
  track: 'k',
  t: Float64Array.from(t),
  count: Float64Array.from(count),
  measured,
});
const total = (tile: Tile | null) => tile?.rows[BINS] ?? 0;

/** Events as bins of 2^level ns. */
function binned(times: readonly number[], level: number): Series {
  const bins = new Map<number, number>();
  for (const t of times)
    bins.set(Math.floor(t / 2 ** level), (bins.get(Math.floor(t / 2 ** level)) ?? 0) + 1);
  const places = [...bins.keys()].sort((a, b) => a - b);
  return series(
    places.map((bin) => bin * 2 ** level),
    places.map((bin) => bins.get(bin) ?? 0),
  );
}

const times = fc.array(fc.integer({ min: 0, max: 4 * BINS * 8 - 1 }), { maxLength: 60 });

it('tiles hold what bins tell, also where these are wider than asked for', () => {
  fc.assert(
    fc.property(
      times,
      fc.integer({ min: 0, max: 3 }),
      fc.integer({ min: 0, max: 4 }),
      (all, level, wider) => {
        const tiles = Math.ceil((4 * BINS * 8) / tileSpan(level));
        const answer = binned(all, level + wider);
        const found = tilesOf(0, 2 ** level, tiles, 2 ** (level + wider), answer, null);
        expect(found.reduce((sum, tile) => sum + total(tile), 0)).toBe(all.length);
        if (wider > 0) return;
        for (const [i, tile] of found.entries()) {
          for (let bin = 0; bin < BINS; bin++) {
            const here = all.filter((t) => Math.floor(t / 2 ** level) === i * BINS + bin).length;
            expect(tile ? countAt(tile, bin) : 0).toBe(here);
          }
        }
      },
    ),
  );
});

it('a page is the two of finer bins together, exactly; else wider bins spread, which come to no more', () => {
  fc.assert(
    fc.property(times, (all) => {
      const span = 4 * BINS * 8;
      const at = (level: number, number: number) =>
        tilesOf(number * tileSpan(level), 2 ** level, 1, 2 ** level, binned(all, level), null)[0] ?? null;
      const fine = new TilePages(1, span);
      for (const number of [0, 1]) fine.put(2, number, '', [at(2, number)]);
      expect(fine.has(3, 0, '')).toBe(true);
      const summed = fine.get(3, 0, '');
      expect(summed.rough).toBe(false);
      expect([...summed.of(0).rows]).toEqual([...(at(3, 0)?.rows ?? new Uint32Array(BINS + 1))]);

      const wide = new TilePages(1, span);
      wide.put(3, 0, '', [at(3, 0)]);
      const halves = [0, 1].map((number) => wide.get(2, number, ''));
      expect(halves.every(({ rough }) => rough)).toBe(true);
      expect(halves.reduce((sum, page) => sum + total(page.all), 0)).toBe(total(at(3, 0)));
    }),
  );
});

it('what was used last is kept, as far as there is room; what is pinned always', () => {
  const tile = tilesOf(0, 1, 1, 1, series([0], [5]), null);
  const pages = new TilePages(1, 1e9, 20_000);
  pages.put(9, 0, '', tile, true);
  for (let number = 0; number < 50; number++) pages.put(0, number, '', tile);
  expect(pages.bytes).toBeLessThanOrEqual(20_000);
  expect([pages.has(9, 0, ''), pages.has(0, 49, ''), pages.has(0, 0, '')]).toEqual([true, true, false]);
});

it('behind the end there is nothing to ask for', () => {
  const pages = new TilePages(1, 100);
  pages.put(0, 0, '', tilesOf(0, 1, 1, 1, series([3], [1]), null));
  expect(pages.has(5, 0, '')).toBe(false);
  expect([pages.has(1, 0, ''), pages.has(2, 0, ''), pages.has(3, 0, '')]).toEqual([true, true, true]);
  expect(tilesIn(-50, 1e9, 0, 100)).toEqual([0, 1]);
  expect(tilesIn(300, 400, 0, 100)).toEqual([1, 1]);
});

it('bytes that are no bins are refused', () => {
  const heading = (text: string, more = 0) => {
    const words = new TextEncoder().encode(text.padEnd(4 + Math.ceil(text.length / 8) * 8, ' '));
    const bytes = new Uint8Array(4 + words.length + more);
    new DataView(bytes.buffer).setUint32(0, words.length, true);
    bytes.set(words, 4);
    return bytes.buffer;
  };
  const good = '{"width": "8", "tracks": [{"track": "k", "rows": 1, "measured": false}]}';
  expect(readBins(heading(good, 16)).series[0]?.track).toBe('k');
  for (const bad of [heading(good), heading(good, 24), heading('[]'), heading('{'), new ArrayBuffer(3)]) {
    expect(() => readBins(bad)).toThrow();
  }
});
