import { expect, test } from 'vitest';
import { parseQuestion, runsOf } from './question';
import { conclusion, seriesOf, short, spread, topOf, winnersOf } from './table';
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
    'sectors per request: 310 at granularity 1; 2 is within 5 % of the best, 512 sectors.',
  );
});

test('a value without runs is a gap, and says so', () => {
  const [series] = seriesOf(question, rows([300, 300, 300, null, null, null, 300, 300, 300]));
  const points = series?.rows[0] ?? [];
  expect(points.map(spread)).toEqual(['300', '–', '300']);
  expect(series && conclusion(series, 'granularity')).toBe(
    'sectors per request: 300 sectors whatever granularity is.',
  );
  expect(series && conclusion(series, null)).toBe('sectors per request: 300 sectors whatever is assumed.');
});

test('between names there is no trend, only a best', () => {
  const rules = parseQuestion('of=model:two-nodes&x=rule:node,global');
  const home = (text: string) => [{ measure: 'home' as const, part: 0, of: 1, text }];
  const [series] = seriesOf(rules, [home('100'), home('50.4')]);
  expect(series && conclusion(series, 'rule')).toBe('stays at home: most under node, 100 %.');
  const [same] = seriesOf(rules, [home('50.41'), home('50.4')]);
  expect(same && conclusion(same, 'rule')).toBe('stays at home: most under node and global, 50.4 %.');
  const walks = (n: string) => [{ measure: 'decisions' as const, part: 0, of: 1, text: n }];
  const all = seriesOf(rules, [
    [...walks('20'), ...home('100')],
    [...walks('30'), ...home('50.4')],
  ]);
  expect(headlineOf(rules, all)).toEqual({
    finding: 'Stays at home: most under node, 100 %.',
    price: '',
    at: 0,
  });
  expect(headlineOf(rules, seriesOf(rules, [walks('20'), walks('30')])).finding).toBe('');
});

test('axes begin at 0 and end at a round number', () => {
  expect([0, 0.07, 7, 41, 512, 60].map((most) => topOf(most, ''))).toEqual([1, 0.08, 8, 50, 600, 60]);
  expect([topOf(60, '%'), topOf(12, '%')]).toEqual([100, 15]);
  expect([short(319.333), short(12.34), short(1.005), short(0)]).toEqual(['319', '12.3', '1', '0']);
});

test('above all stands the value that is enough, and what it costs; or that nothing differs', () => {
  const asked = parseQuestion('of=model:interleave-1&x=granularity:1,2,4');
  const made = (values: readonly Partial<Record<'sectors' | 'segments' | 'tries', string>>[]) =>
    seriesOf(
      asked,
      values.map((one) =>
        Object.entries(one).map(([measure, text]) => ({
          measure: measure as 'sectors',
          part: 0,
          of: 1,
          text,
        })),
      ),
    );
  const one = made([{ sectors: '320' }, { sectors: '532' }, { sectors: '533' }]);
  expect(headlineOf(asked, one)).toEqual({
    finding: 'Granularity 2 is enough: sectors per request 532, 533 at best.',
    price: '',
    at: 1,
  });
  expect(headlineOf(asked, made([{ segments: '3' }, { segments: '5' }, { segments: '9' }])).finding).toBe(
    'Segments per request: least at granularity 1, 3.',
  );
  const two = made([
    { sectors: '320', segments: '17' },
    { sectors: '532', segments: '33' },
    { sectors: '533', segments: '40' },
  ]);
  expect(headlineOf(asked, two).price).toBe('The price: segments per request 33 instead of 17 at 1.');
  const same = made(Array.from({ length: 3 }, () => ({ sectors: '320', segments: '17' })));
  expect(headlineOf(asked, same).finding).toBe(
    'Nothing differs: sectors per request: 320 sectors whatever granularity is.',
  );
});

test('of two tunables: the best of each column, where they are equal, and where seeds overlap', () => {
  const asked = parseQuestion('of=model:four-nodes&x=demand.0:1,2,4&y=rule:node,global&seeds=1..2');
  const home = (text: string) => [{ measure: 'home' as const, part: 0, of: 1, text }];
  // x first, then y, then seeds.
  const values = ['100', '100', '20', '30', '50', '60', '55', '40', '10', '20', '90', '95'];
  const [series] = seriesOf(asked, values.map(home));
  expect(series && winnersOf(series)).toEqual([
    { rows: [0], overlap: false },
    { rows: [0], overlap: true },
    { rows: [1], overlap: false },
  ]);
  expect(headlineOf(asked, series ? [series] : []).finding).toBe(
    'Stays at home: most under node where demand of node 0 is 1 to 2; most under global where it is 4. Seeds overlap at 2, so that much is not certain.',
  );
  // Rows that read the same are equally good: none is called the best.
  const equal = ['100', '100', '100', '100', '50', '60', '10', '20', '50', '50', '50', '50'];
  const [tied] = seriesOf(asked, equal.map(home));
  expect(tied && winnersOf(tied)).toEqual([
    { rows: [0, 1], overlap: false },
    { rows: [0], overlap: false },
    { rows: [0, 1], overlap: false },
  ]);
  expect(headlineOf(asked, tied ? [tied] : []).finding).toBe(
    'Stays at home: the same under node and global where demand of node 0 is 1; most under node where it is 2; the same under node and global where it is 4.',
  );
});
