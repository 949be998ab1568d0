import { expect, test } from 'vitest';
import { levelY, Y } from '../scenes/zones/marks/scale';
import { curveQuestion } from './builder';
import { keyStep, marksOf, scaleOf } from './scale';

const ZONE = { min: 5809, low: 7261, high: 8713 };
const named = (marks: Record<string, number>) =>
  Object.entries(marks).map(([name, value]) => ({ name, value }));

const at = (value: number) => [{ k: 1, value }];

test('free pages of a zone stand as high as in its tank', () => {
  const scale = scaleOf({ marks: named(ZONE), max: 126_854, before: at(9000) }, 999);
  expect(scale.height).toBe(Y.foot - Y.top);
  for (const pages of [0, 5500, 5809, 7000, 7261, 8713, 9100, 20_000, 126_854])
    expect(scale.y(pages)).toBe(levelY(ZONE, pages) - Y.top);
  for (const pages of [5500, 5809, 7000, 7261, 8713, 9100, 20_000, 126_854])
    expect(scale.value(scale.y(pages))).toBeCloseTo(pages, 6);
  // No more than there is, however high it is drawn.
  expect(scale.value(-50)).toBe(126_854);
  expect(scale.y(1e9)).toBe(scale.y(126_854));
});

test('a key moves a level by a pixel or more, and never past both marks next to it', () => {
  const scale = scaleOf({ marks: named(ZONE), max: 126_854, before: at(9000) }, 999);
  for (const pages of [5809, 7000, 8713, 9100, 20_000, 100_000]) {
    const next = pages - scale.step(pages);
    expect(scale.y(next) - scale.y(pages)).toBeGreaterThan(0.1);
    expect(scale.step(pages)).toBeLessThan(Math.max(ZONE.low - ZONE.min, pages * 0.05));
  }
});

test.each([
  ['none', []],
  ['two', named({ min: 1, low: 2 })],
  ['all of them 0', named({ min: 0, low: 0, high: 0 })],
])('without marks, or with %s, from nothing to the most', (_, marks) => {
  expect(marksOf(marks)).toBeNull();
  const scale = scaleOf({ marks, max: 200, before: at(1) }, 100);
  expect(scale.zone).toBeNull();
  for (const value of [0, 50, 200]) expect(scale.value(scale.y(value))).toBeCloseTo(value, 9);
  expect([scale.y(0), scale.y(200), scale.y(400)]).toEqual([100, 0, 0]);
});

test('a key moves what is counted by whole ones, and always moves it', () => {
  expect([8, 100, 1019, 65_536].map(keyStep)).toEqual([1, 1, 10, 655]);
  const scale = scaleOf({ marks: [], max: 8, before: at(1) }, 100);
  expect(scale.step(4)).toBe(1);
});

test('far above its marks a zone’s scale counts doublings: then the chart has another', () => {
  const scale = scaleOf({ marks: named(ZONE), max: 80_000, before: at(65_000) }, 100);
  expect(scale.zone).toBeNull();
  expect(scale.y(40_000)).toBe(50);
});

test('how high a zone’s chart goes says nothing of what comes; what is close does not grow with the zone', () => {
  const made = (comes: number, managed: number) =>
    curveQuestion({
      k: 100,
      steps: 8,
      now: { text: '', number: 9000, max: 20_000, unit: '' },
      at: (k) => (k > 100 ? comes : 9000),
      marks: named(ZONE),
      managed,
    });
  expect(made(6000, 126_854).drawn.max).toBe(126_854);
  expect(made(30_000, 126_854).drawn.max).toBe(126_854);
  expect(made(6000, 126_854).span).toBe(made(6000, 0).span);
  expect(made(6000, 0).drawn.max).toBe(made(6000, 0).span);
});
