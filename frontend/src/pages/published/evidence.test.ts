import { readFileSync, readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { PublishedDocument } from '../../capture/sources/published-document';
import { isOff, LEAST, MOST, place, short } from './axis';
import { kernelLines, kernelRatio, placesOf, silenceReason, type Evidence } from './evidence';
import { expand } from './rows';

const PUBLISHED = new URL('../../../../datasets/published/', import.meta.url);
const json = (name: string): unknown => JSON.parse(readFileSync(new URL(name, PUBLISHED), 'utf8'));
const evidence = json('derived/evidence.json') as Evidence;
const tables = readdirSync(PUBLISHED)
  .filter((name) => name.endsWith('.json'))
  .flatMap((name) => expand(json(name) as PublishedDocument));
const named = (id: string) => {
  const found = tables.find(({ table }) => table.id === id);
  if (!found) throw new Error(`no table ${id}`);
  return found;
};

test('every line of the evidence finds cells of the tables', () => {
  for (const [id, lines] of Object.entries(evidence)) {
    const { table } = named(id);
    const everywhere = table.rows.map((_, line) => ({ line, columns: table.columns }));
    expect(kernelLines(evidence, table, everywhere), id).toHaveLength(lines?.length ?? 0);
  }
});

test('a row is answered by what captures say of its cell or of the one it is compared with', () => {
  const { table, rows } = named('iostat');
  const row = rows.find((r) => r.column === 'avgrq-sz' && r.label.startsWith('interleave, 1'));
  expect(row).toBeDefined();
  const lines = row ? kernelLines(evidence, table, placesOf(row)) : [];
  expect(lines.map((l) => l.captures)).toEqual([
    ['interleave-none'],
    ['interleave-1'],
    ['interleave-none', 'interleave-1'],
  ]);
  expect(lines.map(kernelRatio).map((r) => r !== null)).toEqual([false, false, true]);
  expect(kernelRatio({ match: {}, columns: [], verdict: 'holds', numbers: [4, 2] })).toBe(0.5);
});

test('a table of which emulation shows nothing says so once', () => {
  expect(silenceReason(evidence, named('roundrobin-times').table)).toMatch(/performance/);
  expect(silenceReason(evidence, named('iostat').table)).toBeNull();
});

test('the axis is logarithmic, and what lies beyond is at its ends', () => {
  expect(place(LEAST)).toBe(0);
  expect(place(MOST)).toBeCloseTo(100, 9);
  expect(place(2) - place(1)).toBeCloseTo(place(1) - place(0.5), 9);
  expect([place(0), place(1e9)]).toEqual([0, place(MOST)]);
  expect([0.0099, 0.01, 10, 10.1].map(isOff)).toEqual([true, false, false, true]);
  expect([short(1234.5), short(0.94431), short(3.14159), short(0)]).toEqual(['1,235', '0.944', '3.142', '0']);
});
