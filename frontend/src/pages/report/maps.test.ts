import { describe, expect, it } from 'vitest';
import { load } from '../../trace/testing/loader';
import { mapTables } from './maps';

const tables = async (...lines: string[]) =>
  mapTables((await load(['Attaching 2 probes...', ...lines, ''].join('\n'))).report);

describe('what a script counted', () => {
  it('is a table a map, the largest value first', async () => {
    expect(await tables('@n[a]: 1', '@n[b, 2]: 4', '@n[c]: -2', '@name: kswapd0')).toEqual([
      {
        caption: '@n',
        heads: ['key', '#value'],
        rows: [
          ['b, 2', '4'],
          ['a', '1'],
          ['c', '-2'],
        ],
        bars: [1, 0.25, 0],
      },
      { caption: '@name', heads: ['key', '#value'], rows: [['–', 'kswapd0']], bars: [0] },
    ]);
  });

  it('has the ranges and the number of values of a histogram', async () => {
    expect(
      await tables(
        '@us[8:0]:',
        '(..., 0)   1 |@|',
        '[0]   2 |@@|',
        '[512, 1K)   4 |@@@@|',
        '[2000, ...)   3 |@@@|',
      ),
    ).toEqual([
      {
        caption: '@us[8:0]: 10 values',
        heads: ['value', '#how many'],
        rows: [
          ['below 0', '1'],
          ['0', '2'],
          ['512 to 1,023', '4'],
          ['2,000 and more', '3'],
        ],
        bars: [0.25, 0.5, 1, 0.75],
      },
    ]);
  });

  it('of a map printed often is its last print', async () => {
    expect(await tables('@n[a]: 1', '', '@n[b]: 3', '', '@s: count 3, average 5, total 17')).toMatchObject([
      { caption: '@n, printed 2 times, as it was last', rows: [['b', '3']] },
      { caption: '@s', heads: ['key', '#values', '#average', '#total'], rows: [['–', '3', '5', '17']] },
    ]);
  });

  it('says what it leaves out', async () => {
    const many = Array.from({ length: 4200 }, (_, i) => `@n[${i}]: ${i}`);
    expect(await tables(...many)).toMatchObject([
      { caption: '@n, the largest 50 of 4,096', rows: { length: 50 } },
      '104 values of maps are not shown: there are too many.',
    ]);
  });

  it('is nothing where there are no maps', async () => {
    expect(await tables('swap_out ts=5 dev=8:0')).toEqual([]);
  });
});
