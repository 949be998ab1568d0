/** Which nodes are drawn as one: docs/your-machine.md, "Many nodes". */
import { expect, test } from 'vitest';
import { groupsOf, groupWords, numbersWords, othersWords } from './node-folds';
import { manyNodes, read } from './testing/texts';
import { requestText } from './settings';
import { drawnOf, walkOf, zoneId, zonesOf } from './zones';

/** Groups of a machine as its page has them, for a request from a CPU of this node. */
async function groups(text: string, from = 0, seen: readonly number[] = []) {
  const { answer, ask } = await read(text);
  const [distance = null] = ask(
    requestText({ gfp: 'GFP_HIGHUSER_MOVABLE', order: 0, node: from }, {}),
  ).moments;
  return groupsOf(drawnOf(zonesOf(answer, 1), distance?.zones ?? []), walkOf(distance), seen);
}
const words = async (...of: Parameters<typeof groups>) => (await groups(...of)).map(groupWords);

test('eight nodes: those that look alike are one', async () => {
  // Node 0 has nothing for this request, so node 1 gives the page, which is to be seen.
  expect(await words(manyNodes(8))).toEqual(['node 0', 'node 1', 'nodes 2 to 7']);
  expect(await words(manyNodes(8), 4)).toEqual(['node 0', 'nodes 1 to 3', 'node 4', 'nodes 5 to 7']);
});

test('four nodes stand side by side, alike or not', async () => {
  expect(await words(manyNodes(4))).toEqual(['node 0', 'node 1', 'node 2', 'node 3']);
  expect(await words(manyNodes(5))).toEqual(['node 0', 'node 1', 'nodes 2 to 4']);
});

const APART = ['node 0', 'node 1', 'nodes 2 to 4', 'node 5', 'nodes 6 and 7'];
const FOLDED = ['node 0', 'node 1', 'nodes 2 to 7'];

test.each<[string, string, string, string[]]>([
  // A hundredth of 1,000,000 pages is 10,000.
  ['1 % more pages', 'managed  1000005', 'managed  1009000', FOLDED],
  ['2 % more pages', 'managed  1000005', 'managed  1020000', APART],
  ['1 % higher marks', 'high     4005', 'high     4040', FOLDED],
  ['2 % higher marks', 'high     4005', 'high     4085', APART],
  // From low to high are 47 px and 1,000 pages: 4 px are 85 pages.
  ['80 pages less free', 'free     3505', 'free     3425', FOLDED],
  ['90 pages less free', 'free     3505', 'free     3405', APART],
  ['free below low', 'free     3505', 'free     2900', APART],
  [
    'a kswapd that has given up',
    'start_pfn:           5',
    'node_unreclaimable:  1\n  start_pfn:           5',
    APART,
  ],
])('a node with %s', async (_, from, to, expected) => {
  const text = manyNodes(8);
  expect(text).toContain(from);
  expect(await words(text.replace(from, to))).toEqual(expected);
});

test('the node that is to be seen is drawn for the others', async () => {
  const group = (await groups(manyNodes(8), 0, [zoneId({ node: 5, zone: 'Normal' })])).at(-1);
  expect(group?.shown.nid).toBe(5);
  expect(group && othersWords(group)[0]).toBe('and 2 to 4, 6 and 7, alike');
  const plain = (await groups(manyNodes(8))).at(-1);
  expect(plain && othersWords(plain)).toEqual(['and 3 to 7, alike', 'and 5 alike', '+ 5']);
});

test('numbers of nodes in words', () => {
  expect([[3], [1, 2], [2, 3, 4], [0, 2, 4], [0, 2, 3, 4, 8, 9]].map(numbersWords)).toEqual([
    '3',
    '1 and 2',
    '2 to 4',
    '0, 2 and 4',
    '0, 2 to 4, 8 and 9',
  ]);
});
