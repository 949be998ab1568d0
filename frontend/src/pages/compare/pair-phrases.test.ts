import { expect, test } from 'vitest';
import type { Measured } from '../../core/session';
import { differences } from './pair';
import { cellsOf, headlineOf, headsOf, unitOf } from './pair-phrases';

const told = (values: Partial<Record<Measured['measure'], string>>): Measured[] =>
  Object.entries(values).map(([measure, text]) => ({
    measure: measure as Measured['measure'],
    part: 0,
    of: 1,
    text,
  }));

test('what differs most stands above all, what has a better and a worse first', () => {
  const a = told({ decisions: '100', latency_p50: '157.03', latency_p99: '6962.55', polled: '0' });
  const b = told({ decisions: '100', latency_p50: '1817.98', latency_p99: '9484.43', polled: '100' });
  expect(headlineOf(differences([a], [b]))).toBe(
    'In B latency p50 is 1818 µs instead of 157, worse; latency p99 9484 µs instead of 6963, worse.',
  );
  // Nothing is better or worse here: what differs at all.
  const polls = [told({ polled: '0' }), told({ polled: '100' })] as const;
  expect(headlineOf(differences([polls[0]], [polls[1]]))).toBe('In B polled is 100 % instead of 0.');
  expect(headlineOf(differences([a], [a]))).toBe('A and B are alike in every number, all 4.');
});

test('what captures of a side differ by as much is no difference', () => {
  const side = (...values: string[]) => values.map((home) => told({ home }));
  const within = differences(side('50', '60', '70', '80'), side('51', '61', '71', '79'));
  expect(headlineOf(within)).toBe('A and B differ by no more than the captures of a side do.');
  const beyond = differences(side('50', '51', '52', '53'), side('80', '81', '82', '83'));
  expect(headlineOf(beyond)).toBe('In B home is 81.5 % instead of 51.5, better.');
});

test('each column of numbers has its cell, and a unit as one reads it', () => {
  for (const sides of [
    [[told({ latency_p50: '1' })], [told({ latency_p50: '2.5' })]],
    [
      [told({ latency_p50: '1' }), told({ latency_p50: '2' })],
      [told({ latency_p50: '2' }), told({ latency_p50: '3' })],
    ],
  ] as const) {
    const [row] = differences(sides[0], sides[1]);
    if (!row) throw new Error('nothing is shared');
    const tested = row.p !== null;
    expect(cellsOf(row, tested)).toHaveLength(headsOf(tested).length);
    expect(unitOf(row)).toBe('µs, less is better');
  }
});
