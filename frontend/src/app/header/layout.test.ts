import { expect, test } from 'vitest';
import { headerLayout, type Sizes } from './layout';

const SIZES: Sizes = {
  available: 1392,
  bareMark: 44,
  word: 106,
  ways: [
    { id: 'swap', whole: 96, short: 96, current: false },
    { id: 'zones', whole: 156, short: 44, current: true },
    { id: 'interleave', whole: 128, short: 70, current: false },
    { id: 'compare', whole: 62, short: 62, current: false },
    { id: 'published', whole: 112, short: 66, current: false },
  ],
  tools: ['predict', 'share', 'present', 'theme', 'keys'].map((id) => ({ id, width: 52 })),
  menu: 60,
  wayGap: 20,
  toolGap: 18,
};
const at = (available: number) => headerLayout({ ...SIZES, available });

test('all, whole, where there is room; then beginnings of titles; then the right ends of both groups', () => {
  const wide = at(1392);
  expect([wide.whole, wide.ways.size, wide.tools.size]).toEqual([true, 5, 5]);
  const less = at(1050);
  expect([less.whole, less.ways.size, less.tools.size]).toEqual([false, 5, 5]);
  expect([...at(900).tools]).toEqual(['predict', 'share', 'present']);
  expect([...at(700).ways]).toEqual(['swap', 'zones', 'interleave']);
});

test('at any width the current page is in sight; more room never shows less', () => {
  let before = 0;
  for (let width = 100; width < 2000; width += 10) {
    const { ways, tools } = at(width);
    expect(ways.has('zones')).toBe(true);
    expect(ways.size + tools.size).toBeGreaterThanOrEqual(before);
    before = ways.size + tools.size;
  }
  const least = at(100);
  expect([least.mark, [...least.ways], [...least.tools]]).toEqual([false, ['zones'], []]);
});
