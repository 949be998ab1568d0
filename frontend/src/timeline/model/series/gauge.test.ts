import { expect, it } from 'vitest';
import fc from 'fast-check';
import { Gauge } from './gauge';

const steps = fc.record({
  value: fc.integer({ min: 0, max: 1000 }),
  changes: fc.array(
    fc.record({ after: fc.integer({ min: 0, max: 50 }), by: fc.integer({ min: -9, max: 9 }) }),
    {
      maxLength: 300,
    },
  ),
  from: fc.integer({ min: 0, max: 4000 }),
  width: fc.integer({ min: 1, max: 4000 }),
});

const BEGIN = 100;

/** The same, ns by ns. */
function plainly({ value, changes }: { value: number; changes: { after: number; by: number }[] }) {
  const values: number[] = [];
  let [now, t] = [value, BEGIN];
  const ts: number[] = [];
  for (const { after, by } of changes) {
    for (; after > 0 && t < BEGIN + sum(changes, ts.length) + after; t++) values.push(now);
    now += by;
    ts.push(t);
  }
  values.push(now);
  return { values, ts, end: t + 1 };
}
const sum = (changes: { after: number }[], n: number) =>
  changes.slice(0, n).reduce((all, c) => all + c.after, 0);

it('mean and least over any stretch are those of each ns', () => {
  fc.assert(
    fc.property(steps, ({ value, changes, from, width }) => {
      const { values, ts, end } = plainly({ value, changes });
      const quantity = new Gauge(BEGIN, end, value, {
        length: changes.length,
        ts: (i) => ts[i] ?? NaN,
        by: (i) => changes[i]?.by ?? NaN,
      });
      const inside = values.slice(Math.max(0, from - BEGIN), Math.max(0, from + width - BEGIN));
      const mean = quantity.mean(from, from + width);
      if (inside.length === 0) expect(mean).toBeNull();
      else expect(mean).toBeCloseTo(inside.reduce((a, b) => a + b, 0) / inside.length, 6);
      const least = quantity.extremeIn(from, from + width) ?? Infinity;
      // A value that lasts no time may be passed through at the edges.
      expect(least).toBeLessThanOrEqual(Math.min(Infinity, ...inside));
      expect(least).toBeGreaterThanOrEqual(quantity.least);
      const turned = {
        length: changes.length,
        ts: (i: number) => ts[i] ?? NaN,
        by: (i: number) => -(changes[i]?.by ?? NaN),
      };
      const most = new Gauge(BEGIN, end, -value, turned, 'most').extremeIn(from, from + width);
      expect(most ?? -Infinity).toBeCloseTo(-least, 9);
    }),
    { numRuns: 300 },
  );
});

it('with fewer steps than changes its mean over all and its least stay', () => {
  const length = 10_000;
  const changes = { length, ts: (i: number) => 10 * i + 10, by: (i: number) => ((i * 7919) % 13) - 6 };
  const [all, few] = [undefined, 100].map(
    (most) => new Gauge(0, 10 * length + 10, 5000, changes, 'least', most),
  );
  expect(few?.mean(0, 1e9)).toBeCloseTo(all?.mean(0, 1e9) ?? NaN, 9);
  expect(few?.mean(10_000, 20_000)).toBeCloseTo(all?.mean(10_000, 20_000) ?? NaN, 0);
  expect([few?.least, few?.most]).toEqual([all?.least, all?.most]);
  expect(few?.extremeIn(0, 1e9)).toBe(all?.extremeIn(0, 1e9));
});

it('tells nothing of what is not known', () => {
  const quantity = new Gauge(100, 200, 7, { length: 0, ts: () => NaN, by: () => NaN });
  expect([quantity.mean(0, 100), quantity.extremeIn(200, 300), quantity.mean(0, 150)]).toEqual([
    null,
    null,
    7,
  ]);
});
