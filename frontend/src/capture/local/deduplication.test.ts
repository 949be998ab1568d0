import fc from 'fast-check';
import { expect, it } from 'vitest';
import { deduplicate } from './deduplication';

it('what is shared equals what it was, and is the kept object where it equals that', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (value, kept) => {
      expect(deduplicate(value, kept)).toEqual(value);
      expect(deduplicate(structuredClone(kept), kept)).toBe(kept);
    }),
  );
});

it('parts that are the same are shared, others are not, and nothing is changed', () => {
  const kept = { rows: [{ free: 1 }, { free: 2 }], node: { id: 0 } };
  const value = { rows: [{ free: 1 }, { free: 3 }], node: { id: 0 } };
  const copy = structuredClone([value, kept]);
  const shared = deduplicate(value, kept);
  expect([value, kept]).toEqual(copy);
  expect(shared).toEqual(value);
  expect(shared.node).toBe(kept.node);
  expect(shared.rows[0]).toBe(kept.rows[0]);
});

it('bytes are never taken for an object', () => {
  const value = { bytes: new Uint8Array([1]) };
  expect(deduplicate(value, { bytes: new Uint8Array([1]) }).bytes).toBe(value.bytes);
});
