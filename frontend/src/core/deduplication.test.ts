import fc from 'fast-check';
import { expect, it } from 'vitest';
import { deduplicate } from './deduplication';

it('what is shared equals what it was, and is the held object where it equals that', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (value, held) => {
      expect(deduplicate(value, held)).toEqual(value);
      expect(deduplicate(structuredClone(held), held)).toBe(held);
    }),
  );
});

it('parts that are the same are shared, others are not, and nothing is changed', () => {
  const held = { rows: [{ free: 1 }, { free: 2 }], node: { id: 0 } };
  const value = { rows: [{ free: 1 }, { free: 3 }], node: { id: 0 } };
  const copy = structuredClone([value, held]);
  const shared = deduplicate(value, held);
  expect([value, held]).toEqual(copy);
  expect(shared).toEqual(value);
  expect(shared.node).toBe(held.node);
  expect(shared.rows[0]).toBe(held.rows[0]);
});

it('bytes are never taken for an object', () => {
  const value = { bytes: new Uint8Array([1]) };
  expect(deduplicate(value, { bytes: new Uint8Array([1]) }).bytes).toBe(value.bytes);
});
