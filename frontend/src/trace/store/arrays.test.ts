import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ARRAYS, GrowingArray } from './arrays';

const u32 = () => new GrowingArray((n) => new Uint32Array(n));

it('what was appended in pieces comes back in one, whatever was expected', () => {
  const piece = fc.tuple(
    fc.array(fc.nat(2 ** 32 - 1), { maxLength: 40 }),
    fc.double({ min: 0, max: 1e9, noNaN: true }),
  );
  fc.assert(
    fc.property(fc.array(piece), (pieces) => {
      const growing = u32();
      for (const [values, growth] of pieces) growing.append(Uint32Array.from(values), growth);
      const all = pieces.flatMap(([values]) => values);
      expect(growing.length).toBe(all.length);
      expect([...growing.take()].map(Number)).toEqual(all);
      expect(growing.length).toBe(0);
    }),
  );
});

it('where the length is expected rightly nothing is moved', () => {
  const made: number[] = [];
  const growing = new GrowingArray((n) => {
    made.push(n);
    return new Float64Array(n);
  });
  const batch = Float64Array.from({ length: 8192 }, (_, i) => i);
  for (let i = 0; i < 50; i++) growing.append(batch, 50 / (i + 1));
  const whole = growing.take();
  expect(whole.length).toBe(409_600);
  expect(whole[8192 * 47 + 11]).toBe(11);
  expect(made.filter((n) => n > 0)).toEqual([409_600]);
});

it('an expectation that is far off costs no more than a bound', () => {
  const made: number[] = [];
  const growing = new GrowingArray((n) => {
    made.push(n);
    return new Uint8Array(n);
  });
  growing.append(new Uint8Array(100), 1e12);
  expect(Math.max(...made)).toBe(6400);
});

it('where there is no room for what is expected, there is for what comes', () => {
  const growing = new GrowingArray((n) => {
    if (n > 1000) throw new RangeError('Array buffer allocation failed');
    return new Uint16Array(n);
  });
  growing.append(Uint16Array.of(1, 2, 3), 1);
  growing.append(new Uint16Array(500), 60);
  expect([...growing.take().subarray(0, 4)]).toEqual([1, 2, 3, 0]);
});

it('every scalar type of column has its array', () => {
  expect(ARRAYS['x64']?.(1)).toBeInstanceOf(BigUint64Array);
  expect(ARRAYS['s64']?.(1)).toBeInstanceOf(BigInt64Array);
  expect(ARRAYS['flag']?.(1)).toBeInstanceOf(Uint8Array);
});
