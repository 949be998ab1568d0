import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  differences,
  differencePhrase,
  nextDifference,
  previousDifference,
  type ComparedRun,
} from './differences';

const NOUN = ['decision', 'decisions'] as const;

/** Columns of a run whose decisions have these names; cells in order of first use. */
function run(names: string): ComparedRun {
  const cells = [...new Set(names)].map((name) => ({ name, letter: name, node: 0 }));
  return { cells, cell: Uint16Array.from(names, (n) => cells.findIndex((c) => c.name === n)) };
}

describe('differences', () => {
  it('are the decisions whose names differ, whatever their place in the table of cells', () => {
    expect([...differences(run('ABCA'), run('BBCC'))]).toEqual([1, 4]);
  });

  it('end where the shorter run ends', () => {
    expect([...differences(run('AAAA'), run('AB'))]).toEqual([2]);
    expect([...differences(run(''), run('AB'))]).toEqual([]);
  });

  it('are what comparing name by name finds', () => {
    const names = fc.stringMatching(/^[A-D]{0,50}$/);
    fc.assert(
      fc.property(names, names, (a, b) => {
        const n = Math.min(a.length, b.length);
        const expected = Array.from({ length: n }, (_, i) => i + 1).filter((k) => a[k - 1] !== b[k - 1]);
        expect([...differences(run(a), run(b))]).toEqual(expected);
      }),
    );
  });

  it('compare the key where the scene gives one', () => {
    const one = { cells: [{ letter: 'A', node: 0, name: 'nvme0n1', key: '0' }], cell: Uint16Array.of(0) };
    const other = { cells: [{ letter: 'A', node: 0, name: 'nvme3n1', key: '0' }], cell: Uint16Array.of(0) };
    expect([...differences(one, other)]).toEqual([]);
  });
});

it('the next and the previous difference are never the present one', () => {
  const found = Uint32Array.of(3, 5, 9);
  expect([0, 3, 5, 9].map((k) => nextDifference(found, k))).toEqual([3, 5, 9, null]);
  expect([3, 5, 9, 20].map((k) => previousDifference(found, k))).toEqual([null, 3, 5, 9]);
});

it('says how much differs, and never 100 of 100 when one is equal', () => {
  expect(differencePhrase(new Uint32Array(0), 10, NOUN)).toMatch(/same in all 10 decisions/);
  expect(differencePhrase(new Uint32Array(75), 100, NOUN)).toMatch(/75 of 100/);
  expect(differencePhrase(new Uint32Array(999), 1000, NOUN)).toMatch(/more than 99 of 100/);
  expect(differencePhrase(new Uint32Array(10), 10, NOUN)).toMatch(/every decision/);
  expect(differencePhrase(new Uint32Array(1), 5000, NOUN)).toMatch(/1 of 5,000/);
});
