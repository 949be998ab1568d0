import { expect, test } from 'vitest';
import type { Measured } from '../../core/session';
import { differences } from './pair';
import { cellsOf, headlineOf, headsOf, unitOf } from './pair-phrases';

const measured = (values: Partial<Record<Measured['measure'], string>>): Measured[] =>
  Object.entries(values).map(([measure, text]) => ({
    measure: measure as Measured['measure'],
    part: 0,
    of: 1,
    text,
  }));

test('what differs most stands above all, what has a better and a worse first', () => {
  const a = measured({ decisions: '100', latency_p50: '157.03', latency_p99: '6962.55', polled: '0' });
  const b = measured({ decisions: '100', latency_p50: '1817.98', latency_p99: '9484.43', polled: '100' });
  expect(headlineOf(differences([a], [b]))).toBe(
    'In B: time of a read, median 1818 µs instead of 157, worse; time of a read, 99 of 100 9484 µs instead of 6963, worse.',
  );
  // Nothing is better or worse here: what differs at all.
  const polls = [measured({ polled: '0' }), measured({ polled: '100' })] as const;
  expect(headlineOf(differences([polls[0]], [polls[1]]))).toBe('In B: polled for 100 % instead of 0.');
  expect(headlineOf(differences([a], [a]))).toBe('A and B are alike in every number, all 4.');
});

test('what captures of a side differ by as much is no difference', () => {
  const side = (...values: string[]) => values.map((home) => measured({ home }));
  const within = differences(side('50', '60', '70', '80'), side('51', '61', '71', '79'));
  expect(headlineOf(within)).toBe('A and B differ by no more than the captures of a side do.');
  const beyond = differences(side('50', '51', '52', '53'), side('80', '81', '82', '83'));
  expect(headlineOf(beyond)).toBe('In B: stays at home 81.5 % instead of 51.5, better.');
});

test('each column of numbers has its cell, and a unit as one reads it', () => {
  for (const sides of [
    [[measured({ latency_p50: '1' })], [measured({ latency_p50: '2.5' })]],
    [
      [measured({ latency_p50: '1' }), measured({ latency_p50: '2' })],
      [measured({ latency_p50: '2' }), measured({ latency_p50: '3' })],
    ],
  ] as const) {
    const [row] = differences(sides[0], sides[1]);
    if (!row) throw new Error('nothing is shared');
    const tested = row.p !== null;
    expect(cellsOf(row, tested)).toHaveLength(headsOf(tested).length);
    expect(unitOf(row)).toBe('µs, less is better');
  }
});

test('two digits of a difference are shown, nothing finer than captures of a side differ, and equal ones whole', () => {
  const cells = (a: Measured[][], b: Measured[][]) => {
    const [row] = differences(a, b);
    return row ? cellsOf(row, row.p !== null).slice(1, 5) : [];
  };
  const home = (text: string) => measured({ home: text });
  expect(cells([home('100')], [home('51.667245')])).toEqual(['100', '52', '−48 points', '']);
  expect(cells([home('51.667245')], [home('51.667245')])).toEqual(['51.667245', '51.667245', '0', '']);
  const tries = (text: string) => measured({ tries: text });
  expect(cells([tries('2.198412')], [tries('4.997')])).toEqual(['2.2', '5', '+2.8', '+127']);
  expect(cells([tries('1000')], [tries('0.001')])).toEqual(['1000', '0', '−1000', '−99.9']);
  // A side differs by 20 in itself: tenths would be noise.
  expect(cells([home('40.123'), home('60.456')], [home('53.2'), home('53.9')])).toEqual([
    '50 (40 to 60)',
    '54 (53 to 54)',
    '+3 points',
    '',
  ]);
});
