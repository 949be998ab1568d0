import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countBelow, countUpTo, countWhile, sum } from './search';

const small = fc.integer({ min: -20, max: 20 });

describe('numbers in order', () => {
  it('are counted as if one looked at each', () => {
    fc.assert(
      fc.property(fc.array(small), small, (numbers, x) => {
        const ascending = Float64Array.from(numbers).sort();
        expect(countBelow(ascending, x)).toBe(ascending.filter((one) => one < x).length);
        expect(countUpTo(ascending, x)).toBe(ascending.filter((one) => one <= x).length);
      }),
    );
  });

  it('are not all looked at', () => {
    let looks = 0;
    const found = countWhile(new Float64Array(1 << 20), () => {
      looks++;
      return true;
    });
    expect(found).toBe(1 << 20);
    expect(looks).toBeLessThan(25);
  });

  it('add up', () => {
    expect(sum([1, 2, 3])).toBe(6);
    expect(sum([])).toBe(0);
  });
});
