import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DRAW_MAX, DRAW_MIN, largest, nextDraw, nextSmaller, wallScaleOf, WORD_ZOOMS } from './wall-scale';

test('a stage of 768 units, at least 1024 wide, on any wall', () => {
  expect(wallScaleOf(1024, 768)).toEqual({ scale: 1, width: 1024, height: 768 });
  const wide = wallScaleOf(1920, 1080);
  expect([wide.scale, wide.height]).toEqual([1080 / 768, 768]);
  expect(wide.width).toBeCloseTo(1365.33, 1);
  expect(wallScaleOf(3840, 2160).scale).toBeCloseTo(2.8125);
  expect(wallScaleOf(1080, 1920)).toMatchObject({ width: 1024 });
});

test('a drawing settles within its room, whatever its height depends on', () => {
  const shape = fc.record({
    base: fc.double({ min: 50, max: 1500, noNaN: true }),
    /** Laid out for fewer pixels it may be higher, all at once. */
    jump: fc.double({ min: 1, max: 1.6, noNaN: true }),
    at: fc.double({ min: 0.5, max: 1.3, noNaN: true }),
  });
  fc.assert(
    fc.property(shape, ({ base, jump, at }) => {
      const heightAt = (draw: number) => draw * base * (draw > at ? jump : 1);
      let [draw, cap, steps] = [1, DRAW_MAX, 0];
      for (; steps < 40; steps++) {
        const next = nextDraw(draw, heightAt(draw), 330, cap);
        if (next.draw === draw) break;
        ({ draw, cap } = next);
      }
      expect(steps).toBeLessThan(40);
      expect(draw === DRAW_MIN || heightAt(draw) <= 330.5).toBe(true);
    }),
  );
});

test('the largest size that fits, and the next one below', () => {
  expect(largest(WORD_ZOOMS, (size) => size <= 1.25)).toBe(1.2);
  expect(largest(WORD_ZOOMS, () => false)).toBe(WORD_ZOOMS.at(-1));
  expect([nextSmaller(WORD_ZOOMS, 1.2), nextSmaller(WORD_ZOOMS, 0.7), nextSmaller(WORD_ZOOMS, 9)]).toEqual([
    1.1, 0.7, 1.6,
  ]);
});
