import { expect, test } from 'vitest';
import { Y } from '../../scenes/zones/marks/scale';
import { levelOf } from './use-level';

const ABOVE = 12;
const DRAWING = { left: 24, right: 695, top: 180 };
const scales = (drawn = 1, zoom = 1) => ({ drawn, zoom, above: ABOVE });

test('the chart’s top comes to be level with the tank’s, whatever either is enlarged by', () => {
  for (const [drawn, zoom] of [
    [1, 1],
    [1.5, 1],
    [1.5, 1.25],
  ] as const) {
    const own = { left: 740, right: 1400, top: 200 };
    const level = levelOf(own, DRAWING, scales(drawn, zoom));
    expect(level).not.toBeNull();
    if (!level) return;
    const top = own.top + level.shift * zoom + ABOVE * level.ratio * zoom;
    expect(top).toBeCloseTo(DRAWING.top + Y.top * drawn, 9);
    expect(level.reach * drawn).toBeCloseTo(own.left - DRAWING.right, 9);
  }
});

test('below the drawing, or begun too low, it stands by itself', () => {
  expect(levelOf({ left: 24, right: 366, top: 500 }, DRAWING, scales())).toBeNull();
  expect(levelOf({ left: 740, right: 1400, top: 180 + Y.top - ABOVE + 1 }, DRAWING, scales())).toBeNull();
  expect(levelOf({ left: 740, right: 1400, top: 100 }, DRAWING, scales(NaN))).toBeNull();
});
