import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Concurrency } from './concurrency';

interface Stretch {
  from: number;
  to: number;
}

const levelOf = (all: readonly Stretch[]) =>
  new Concurrency({ from: all.map((s) => s.from), to: all.map((s) => s.to) });

const stretch = fc
  .tuple(fc.nat(1000), fc.nat(200))
  .map(([from, length]): Stretch => ({ from, to: from + length }));

/** The same, by looking at every stretch. */
const sumIn = (all: readonly Stretch[], from: number, to: number) =>
  all.reduce((sum, s) => sum + Math.max(0, Math.min(to, s.to) - Math.max(from, s.from)), 0);

it('the mean over any stretch is what all of them come to', () => {
  fc.assert(
    fc.property(
      fc.array(stretch, { maxLength: 60 }),
      fc.nat(1300),
      fc.integer({ min: 1, max: 400 }),
      (all, from, n) => {
        const level = levelOf(all);
        expect(level.mean(from, from + n)).toBeCloseTo(sumIn(all, from, from + n) / n, 6);
      },
    ),
  );
});

it('the most at a time is that of some moment', () => {
  fc.assert(
    fc.property(fc.array(stretch, { maxLength: 40 }), (all) => {
      const at = (t: number) => all.filter((s) => s.from <= t && t < s.to).length;
      const most = Math.max(0, ...all.map((s) => at(s.from)));
      // One of no length has begun before it ends.
      const none = all.some((s) => s.from === s.to);
      const found = levelOf(all).most;
      if (none) expect(found).toBeGreaterThanOrEqual(most);
      else expect(found).toBe(most);
    }),
  );
});
