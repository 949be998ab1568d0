import { expect, it } from 'vitest';
import type { TrackInfo } from './model/capture';
import { cellsOf, headsOf, tabbed, type Side } from './table';

const side = (events: number, inView: number, mean: number | null = null, most?: number): Side => ({
  track: {
    group: 'cpu',
    name: 'CPU 0',
    node: null,
    events,
    ...(most === undefined ? {} : { most }),
  } satisfies TrackInfo,
  inView: { events: inView, mean, least: null },
});
const none: Side = { track: undefined, inView: undefined };

it('has three columns of a capture, and two more of what one has more than the other', () => {
  expect(headsOf(['A'])).toEqual(['events', 'in view', 'went on']);
  expect(headsOf(['A', 'B'])).toHaveLength(8);
  expect(cellsOf([side(1200, 3)])).toEqual(['1,200', '3', '']);
  for (const pair of [
    [side(1, 1), side(2, 2)],
    [side(1, 1), none],
    [none, none],
  ] as const)
    expect(cellsOf(pair)).toHaveLength(headsOf(['A', 'B']).length);
});

it('says by how much A is more, with a sign unless there is nothing between them', () => {
  const apart = (a: Side, b: Side) => cellsOf([a, b]).slice(6);
  expect(apart(side(9, 1500), side(9, 500))).toEqual(['+1,000', '']);
  expect(apart(side(9, 5), side(9, 7))).toEqual(['−2', '']);
  expect(apart(side(9, 7), side(9, 7))).toEqual(['0', '']);
  expect(apart(side(9, 7), none)).toEqual(['+7', '']);
  expect(apart(side(9, 7, 0.5, 1), side(9, 7, 0.25, 1))).toEqual(['0', '+25.0 points']);
  expect(apart(side(9, 7, 1.5, 4), side(9, 7, 2, 9))).toEqual(['0', '−0.5']);
  expect(apart(side(9, 7, 0.0001, 1), side(9, 7, 0, 1))).toEqual(['0', '0.0 points']);
});

it('is text with tabs for the clipboard', () => {
  expect(
    tabbed([
      ['track', 'events'],
      ['CPU 0', '3'],
    ]),
  ).toBe('track\tevents\nCPU 0\t3');
});
