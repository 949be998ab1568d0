/** What is free along the axis of pages given out: docs/your-machine.md, "Distances". Numbers are worked by hand from the text's zones. */
import { expect, test } from 'vitest';
import { freeAt, givenAt, givingAt, givingWalk, lastOf, placesOf, reachedAt, scaleOf, wokenAt } from './axis';
import { givingWords } from './phrases';
import { requestText, type Request } from './settings';
import { read, ZONEINFO } from './testing/texts';
import { zoneId } from './zones';

const [DMA32, NORMAL0, NORMAL1] = [
  zoneId({ node: 0, zone: 'DMA32' }),
  zoneId({ node: 0, zone: 'Normal' }),
  zoneId({ node: 1, zone: 'Normal' }),
];
/** Node 1 gives 194,551 pages down to its low 15,497; then node 0's Normal 3,290 to its min, its DMA32 738, and node 1 4,127. */
const PLACES = [0, 194551, 197841, 198579, 202706];

async function distanceOf(task: Partial<Request> = {}, text = ZONEINFO) {
  const { ask } = await read(text);
  const request = { gfp: 'GFP_HIGHUSER_MOVABLE', order: 0, node: 0, ...task };
  const [distance] = ask(requestText(request, {})).moments;
  if (!distance) throw new Error('no distance');
  return distance;
}

test('at each place zones are down to what the kernel leaves in them, in its order', async () => {
  const distance = await distanceOf();
  expect(placesOf(distance)).toEqual(PLACES);
  expect(lastOf(distance)).toBe(202706);
  const free = (at: number) => [NORMAL0, DMA32, NORMAL1].map((zone) => freeAt(distance, at).get(zone));
  expect(PLACES.map(free)).toEqual([
    [12390, 15688, 210048],
    [12390, 15688, 15497],
    [9100, 15688, 15497],
    // Of DMA32 the request leaves min and the reserve: 2,046 + 12,904.
    [9100, 14950, 15497],
    [9100, 14950, 11370],
  ]);
});

test('between two places the zone that gives falls evenly, and no other', async () => {
  const distance = await distanceOf();
  const half = freeAt(distance, 194551 + 1645);
  expect([NORMAL0, DMA32, NORMAL1].map((zone) => half.get(zone))).toEqual([12390 - 1645, 15688, 15497]);
  expect([0, 194550, 194551, 202706].map((at) => reachedAt(distance, at))).toEqual([0, 0, 1, 4]);
  expect([0, 194551, 202706].map((at) => givingAt(distance, at)?.zone)).toEqual([
    'Normal',
    'Normal',
    undefined,
  ]);
  expect(givenAt(distance, 100)).toEqual([100, 100]);
  const giving = givingAt(distance, 194551);
  expect(giving && givingWords(giving)).toBe('Node 0 Normal gives, until it is down to min.');
  expect(givingWalk(distance, 194551).steps).toEqual([
    { n: 2, zone: NORMAL0, hit: true, labels: ['gives, down to min', 'gives'] },
  ]);
  expect(givingWalk(distance, 202706).steps).toEqual([]);
});

test('kswapd of all nodes that are asked is woken where the last is down to low', async () => {
  const distance = await distanceOf();
  expect([0, 194550, 194551].map((at) => [...wokenAt(distance, at)])).toEqual([[], [], [0, 1]]);
  expect([...wokenAt({ ...distance, given_up: true }, 202706)]).toEqual([]);
  expect([...wokenAt({ ...distance, wakes: false }, 202706)]).toEqual([]);
});

test('nodes of an interleave give in turn, a page each', async () => {
  // Node 0 gives 3,000 pages down to low, node 1 9,000: after 6,000 of both node 1 has given 3,000, too.
  const text = ZONEINFO.replace('free     12390', 'free     15403').replace(
    'free     210048',
    'free     24497',
  );
  const distance = await distanceOf({ policy: 'interleave', nodes: '0-1' }, text);
  expect(placesOf(distance).slice(1, 3)).toEqual([6000 - 1, 12000]);
  const free = freeAt(distance, 5999);
  expect(free.get(NORMAL0)).toBe(12403);
  expect(free.get(NORMAL1)).toBe(24497 - 2999);
  const half = freeAt(distance, 3000);
  expect(Math.abs((half.get(NORMAL0) ?? 0) - (15403 - 1500))).toBeLessThanOrEqual(1);
  expect(Math.abs((half.get(NORMAL1) ?? 0) - (24497 - 1500))).toBeLessThanOrEqual(1);
});

test.each([
  ['far beyond kswapd', 100, 200, 0],
  ['little beyond it', 1000, 1010, 0],
  ['kswapd is awake', 0, 50, 0],
  ['nothing is left', 0, 0, 0],
  ['as if it were later', 100, 150, 400],
])('%s: places are drawn in order within the width, and px lead back', (_, low, end, more) => {
  const { x, pages, from } = scaleOf(low, end, more, 600);
  const places = [...Array(11).keys()].map((tenth) => (end * tenth) / 10);
  const drawn = places.map(x);
  expect(drawn).toEqual(drawn.toSorted((a, b) => a - b));
  expect(Math.min(...drawn)).toBeGreaterThanOrEqual(0);
  expect(Math.max(...drawn)).toBeLessThanOrEqual(600);
  for (const at of places) expect(pages(x(at))).toBeCloseTo(at, 6);
  expect(pages(from)).toBeCloseTo(low, 6);
  expect(x(more)).toBeLessThanOrEqual(600);
});
