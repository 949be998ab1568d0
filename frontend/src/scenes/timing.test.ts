import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { along, begun, ease, passed, stopsOf } from './timing';

it('eases as the tokens do: 0 to 1, always onward, most of it early', () => {
  const css = readFileSync(new URL('../ui/style/tokens.css', import.meta.url), 'utf8');
  expect(css).toContain('--ease: cubic-bezier(0.2, 0, 0, 1);');
  const all = Array.from({ length: 101 }, (_, i) => ease(i / 100));
  expect(all[0]).toBe(0);
  expect(all.at(-1)).toBe(1);
  for (const [i, value] of all.entries()) expect(value).toBeGreaterThanOrEqual(all[i - 1] ?? 0);
  // x = 0.6 t (1 - t)^2 + t^3 is a half at t = 0.782, where y = 3 t^2 - 2 t^3 is 0.878.
  expect(ease(0.5)).toBeCloseTo(0.878, 3);
});

it('a part begins where it is said to, and has passed at the end of the step, whatever it is', () => {
  const part = { from: 600, to: 900 };
  expect([0, 0.49, 0.5, 0.625, 0.75, 1].map((at) => begun(part, at))).toEqual([
    false,
    false,
    true,
    true,
    true,
    true,
  ]);
  expect([0, 0.5, 0.625, 0.75, 1].map((at) => passed(part, at))).toEqual([0, 0, 0.5, 1, 1]);
  expect(passed({ from: 1200, to: 1200 }, 1)).toBe(1);
});

it('follows a path by its length, over a gap for words too', () => {
  const d = 'M10 0V10H20M30 10H40V20';
  expect(along(d, 0)).toEqual({ x: 10, y: 0 });
  expect(along(d, 0.2)).toEqual({ x: 10, y: 10 });
  expect(along(d, 0.5)).toEqual({ x: 25, y: 10 });
  expect(along(d, 1)).toEqual({ x: 40, y: 20 });
});

it('stops where a part has ended, and before the next one begins', () => {
  const parts = [
    { from: 0, to: 160 },
    { from: 180, to: 400 },
    { from: 400, to: 700 },
  ];
  expect(stopsOf(parts)).toEqual([160, 399, 700]);
});
