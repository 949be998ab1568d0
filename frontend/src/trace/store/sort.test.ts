import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isSorted, orderOf, reordered, reorderedText } from './sort';

it('rows come in order of time, those of one time as they stood', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(20), { maxLength: 200 }), (times) => {
      const ts = Float64Array.from(times);
      const wanted = times.map((t, row) => ({ t, row })).sort((a, b) => a.t - b.t);
      expect([...orderOf(ts)]).toEqual(wanted.map(({ row }) => row));
      expect(isSorted(ts)).toBe(times.every((t, i) => i === 0 || t >= (times[i - 1] ?? 0)));
    }),
  );
});

it('columns of one number, of several and of text follow', () => {
  const order = orderOf(Float64Array.of(3, 1, 2));
  expect([...reordered(Uint16Array.of(30, 10, 20), order)]).toEqual([10, 20, 30]);
  expect([...reordered(Uint8Array.of(3, 33, 1, 11, 2, 22), order, 2)]).toEqual([1, 11, 2, 22, 3, 33]);
  const text = { places: Uint32Array.of(0, 5, 5, 8), heap: new TextEncoder().encode('threetwo') };
  const sorted = reorderedText(text, order);
  expect([...sorted.places]).toEqual([0, 0, 3, 8]);
  expect(new TextDecoder().decode(sorted.heap)).toBe('twothree');
});
