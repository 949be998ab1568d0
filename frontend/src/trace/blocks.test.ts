import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ARRAYS, Blocks } from './blocks';

it('what was appended in pieces comes back in one', () => {
  fc.assert(
    fc.property(fc.array(fc.array(fc.nat(2 ** 32 - 1), { maxLength: 40 })), (pieces) => {
      const blocks = new Blocks((n) => new Uint32Array(n));
      for (const piece of pieces) blocks.append(Uint32Array.from(piece));
      expect(blocks.length).toBe(pieces.flat().length);
      expect([...blocks.join()].map(Number)).toEqual(pieces.flat());
      expect(blocks.length).toBe(0);
    }),
  );
});

it('a long column is copied in once and joined once', () => {
  const blocks = new Blocks((n) => new Float64Array(n));
  const batch = Float64Array.from({ length: 8192 }, (_, i) => i);
  for (let i = 0; i < 100; i++) blocks.append(batch);
  const whole = blocks.join();
  expect(whole.length).toBe(819_200);
  expect(whole[8192 * 57 + 11]).toBe(11);
});

it('one full block is given as it is', () => {
  const made: unknown[] = [];
  const blocks = new Blocks((n) => {
    const block = new Int32Array(n);
    made.push(block);
    return block;
  });
  blocks.append(Int32Array.of(1, 2, 3));
  expect(blocks.join()).toBe(made[0]);
  expect(made.length).toBe(1);
});

it('every scalar type of column has its array', () => {
  expect(ARRAYS['x64']?.(1)).toBeInstanceOf(BigUint64Array);
  expect(ARRAYS['s64']?.(1)).toBeInstanceOf(BigInt64Array);
  expect(ARRAYS['flag']?.(1)).toBeInstanceOf(Uint8Array);
});
