import { expect, test } from 'vitest';
import { parseQuestion, runsOf } from './question';
import { conclusion, seriesOf, short, spread, topOf } from './table';
import { headlineOf } from './phrases';

const question = parseQuestion('of=model:interleave-1&x=granularity:1,2,4&seeds=1..3');
const rows = (values: (number | null)[]) =>
  values.map((v) => (v === null ? null : [{ measure: 'sectors' as const, part: 0, of: 1, text: String(v) }]));

test('seeds of a value are one point: the median, the least and the most', () => {
  expect(runsOf(question)).toHaveLength(9);
  const [series] = seriesOf(question, rows([300, 320, 310, 512, 512, 512, null, 500, 520]));
  const points = series?.rows[0] ?? [];
  expect(points.map((p) => p.median)).toEqual([310, 512, 500]);
  expect(points.map(spread)).toEqual(['310 (300 to 320)', '512', '500 (500 to 520)']);
  expect(points[2]?.values).toEqual([500, 520]);
  expect(series && conclusion(series, 'granularity')).toBe(
    'sectors: 310 at granularity 1; 2 is within 5 % of the best, 512 sectors.',
  );
});

test('a value without runs is a gap, and says so', () => {
  const [series] = seriesOf(question, rows([300, 300, 300, null, null, null, 300, 300, 300]));
  const points = series?.rows[0] ?? [];
  expect(points.map(spread)).toEqual(['300', '–', '300']);
  expect(series && conclusion(series, 'granularity')).toBe('sectors is 300 sectors whatever granularity is.');
  expect(series && conclusion(series, null)).toBe('sectors is 300 sectors whatever is assumed.');
});

test('between names there is no trend, only a best', () => {
  const rules = parseQuestion('of=model:two-nodes&x=rule:node,global');
  const home = (text: string) => [{ measure: 'home' as const, part: 0, of: 1, text }];
  const [series] = seriesOf(rules, [home('100'), home('50.4')]);
  expect(series && conclusion(series, 'rule')).toBe('home is highest under node, 100 %.');
  const [same] = seriesOf(rules, [home('50.41'), home('50.4')]);
  expect(same && conclusion(same, 'rule')).toBe('home is highest under node and global, 50.4 %.');
  const walks = (n: string) => [{ measure: 'decisions' as const, part: 0, of: 1, text: n }];
  const all = seriesOf(rules, [
    [...walks('20'), ...home('100')],
    [...walks('30'), ...home('50.4')],
  ]);
  expect(headlineOf(rules, all)).toBe('Home is highest under node, 100 %.');
  expect(headlineOf(rules, seriesOf(rules, [walks('20'), walks('30')]))).toBe('');
});

test('axes begin at 0 and end at a round number', () => {
  expect([0, 0.07, 7, 41, 512, 60].map((most) => topOf(most, ''))).toEqual([1, 0.08, 8, 50, 600, 60]);
  expect([topOf(60, '%'), topOf(12, '%')]).toEqual([100, 15]);
  expect([short(319.333), short(12.34), short(1.005), short(0)]).toEqual(['319', '12.3', '1', '0']);
});
