import { expect, it } from 'vitest';
import type { TrackInfo } from '../model/capture';
import {
  differenceOf,
  cellsOf,
  headsOf,
  plainNumber,
  quantitiesOf,
  briefCellOf,
  tabbed,
  type Side,
} from './track-cells';

const side = (events: number, inView: number, mean: number | null = null, most?: number): Side => ({
  track: {
    group: 'cpu',
    name: 'CPU 0',
    node: null,
    events,
    ...(most === undefined ? {} : { most }),
  } satisfies TrackInfo,
  inView: { events: inView, mean, extreme: null, flow: null, width: 1e9 },
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

const WORDS = { all: 'scanned', got: 'got of scanned' };

it('says what flows: the share that was got, or so much in a second', () => {
  const flow = (unit: 'pages' | 'bytes', all: number, got: number | null): Side => {
    const { track, inView } = side(9, 7);
    if (!track || !inView) throw new Error('there is none');
    return {
      track: { ...track, flow: { unit, most: 1, ...(got === null ? {} : { words: WORDS }) } },
      inView: { ...inView, width: 2e9, flow: { all, got } },
    };
  };
  const [some, more] = [flow('pages', 2000, 940), flow('pages', 100, 60)];
  expect(cellsOf([some])[2]).toBe('47 % of 2,000');
  expect(cellsOf([some, more]).slice(6)).toEqual(['0', '−13 points']);
  expect(cellsOf([some, flow('pages', 0, 0)]).slice(6)).toEqual(['0', '']);
  const bytes = flow('bytes', 2 ** 21, null);
  expect(cellsOf([bytes])[2]).toBe('1.0 MiB/s');
  expect(cellsOf([flow('bytes', 2 ** 14, null)])[2]).toBe('8 KiB/s');
  expect(differenceOf(bytes, none)).toBe('+1.0 MiB/s');
  const counted = ({ track, inView }: Side): Side => ({
    track: track && { ...track, clock: { name: 'cycle', size: 1 } },
    inView,
  });
  expect(cellsOf([counted(bytes)])[2]).toBe('2.0 MiB');
  expect(differenceOf(counted(bytes), bytes)).toBe('');
  expect(quantitiesOf([counted(bytes).track].flatMap((t) => t ?? []))[0]).toMatchObject({ unit: 'MiB' });
});

it('says of time spent waiting how long it was, and in the margin what is meant before what is counted', () => {
  const waited: Side = { ...side(9, 7, 0.25, 1) };
  if (waited.track) waited.track = { ...waited.track, group: 'reclaim' };
  expect(cellsOf([waited])[2]).toBe('250 ms');
  const [track, inView] = [waited.track, waited.inView];
  expect(track && inView && briefCellOf(track, inView)).toBe('250 ms');
  const plain = side(9, 7);
  expect(plain.track && plain.inView && briefCellOf(plain.track, plain.inView)).toBe('7');
  expect(differenceOf(plain, none)).toBe('+7');
});

it('tells each number of a track with its unit, as a spreadsheet takes it', () => {
  const quantities = (...sides: Side[]) =>
    quantitiesOf(sides.flatMap(({ track }) => track ?? [])).map(({ what, unit, of }) =>
      [what, unit, ...sides.map(({ inView }) => (inView ? plainNumber(of(inView)) : ''))].join(' '),
    );
  expect(quantities(side(9, 7))).toEqual(['events events 7']);
  expect(quantities(side(9, 7, 0.25, 1), side(9, 8, 1, 1))).toEqual([
    'of the time % 25 100',
    'events events 7 8',
  ]);
  // Of one more than one at a time go on: both have the same words.
  expect(quantities(side(9, 7, 0.25, 1), side(9, 8, 1.5, 2))[0]).toBe('going on, mean at a time 0.25 1.5');
  const { track, inView } = side(9, 7);
  if (!track || !inView) throw new Error('there is none');
  const waited: Side = { track: { ...track, group: 'reclaim', most: 1 }, inView: { ...inView, mean: 0.25 } };
  expect(quantities(waited)[0]).toBe('waited ms 250');
  const flow = (unit: 'pages' | 'bytes', all: number, got: number | null): Side => ({
    track: { ...track, flow: { unit, most: 1, ...(got === null ? {} : { words: WORDS }) } },
    inView: { ...inView, width: 2e9, flow: { all, got } },
  });
  expect(quantities(flow('pages', 2000, 940)).slice(0, 2)).toEqual([
    'got of scanned % 47',
    'scanned pages 2000',
  ]);
  expect(quantities(flow('pages', 0, 0)).slice(0, 2)).toEqual(['got of scanned % ', 'scanned pages 0']);
  expect(quantities(flow('bytes', 3 * 2 ** 20, null))[0]).toBe('rate MiB/s 1.5');
  expect(quantities(flow('pages', 3000, null))[0]).toBe('rate pages/s 1500');
});

it('of kswapd says how much of what is known, and nothing of what is not', () => {
  const kswapd = (mean: number | null): Side => {
    const { track, inView } = side(9, 7, mean, 1);
    return { track: track && { ...track, known: true }, inView };
  };
  const [some, unknown] = [kswapd(0.25), kswapd(null)];
  expect([some, unknown].map((of) => cellsOf([of])[2])).toEqual(['25.0 %', '–']);
  const { track, inView } = unknown;
  expect(track && inView && briefCellOf(track, inView)).toBe('–');
  expect([differenceOf(some, kswapd(0.2)), differenceOf(some, unknown), differenceOf(some, none)]).toEqual([
    '+5.0 points',
    '',
    '',
  ]);
  expect(quantitiesOf(track ? [track] : []).map(({ what }) => what)).toEqual(['of the time known', 'events']);
});

it('is text with tabs for the clipboard', () => {
  expect(
    tabbed([
      ['track', 'events'],
      ['CPU 0', '3'],
    ]),
  ).toBe('track\tevents\nCPU 0\t3');
});
