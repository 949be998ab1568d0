/** A link opens with what was set, and says what in it is wrong: docs/your-machine.md, "Onward". */
import { expect, test } from 'vitest';
import { numbersOf } from './link';
import { openedOf, queryOf, type Asked } from './query';
import { firstRequest, isNodeList, NO_CHANGE, requestText } from './settings';
import { read, SWAPS, SYSCTLS, ZONEINFO } from './testing/texts';
import { zoneId } from './zones';

const FIRST: Asked = { request: firstRequest([0, 1]), change: NO_CHANGE, zone: null };

async function numbers(text = ZONEINFO + SYSCTLS + SWAPS): Promise<string> {
  const { answer } = await read(text);
  const [moment] = answer.moments;
  return moment ? numbersOf(answer, moment) : '';
}

test.each<[string, Asked, string]>([
  ['nothing', FIRST, ''],
  [
    'a request',
    { ...FIRST, request: { gfp: 'GFP_KERNEL|__GFP_HIGH', order: 3, node: 1 } },
    'gfp=GFP_KERNEL|__GFP_HIGH&order=3&node=1',
  ],
  [
    'a task',
    { ...FIRST, request: { ...FIRST.request, policy: 'interleave', nodes: '0-1', cpuset: '0,1' } },
    'interleave=0-1&cpuset=0,1',
  ],
  [
    'a preferred node',
    { ...FIRST, request: { ...FIRST.request, policy: 'preferred', nodes: '1' } },
    'preferred=1',
  ],
  [
    'sysctls, and a zone',
    {
      ...FIRST,
      change: { min_free_kbytes: 180224, watermark_scale_factor: 100, lowmem_reserve_ratio: [256, 64, 32] },
      zone: zoneId({ node: 1, zone: 'Normal' }),
    },
    'min_free_kbytes=180224&watermark_scale_factor=100&lowmem_reserve_ratio=256,64,32&zone=1:2',
  ],
  [
    'what is set of kubelet',
    { ...FIRST, kubelet: { evictionHard: 532, rate: 40, counts: 'MemTotal - MemFree' } },
    'evictionHard=532Mi&rate=40Mi&counts=MemTotal-MemFree',
  ],
  ['a rate alone', { ...FIRST, kubelet: { rate: 1 } }, 'rate=1Mi'],
])('a link with %s has that and no more, and opens with it', async (_, asked, words) => {
  const of = await numbers();
  const query = queryOf(of, asked);
  expect(query).toBe(['numbers=' + of, ...(words === '' ? [] : [words])].join('&'));
  for (const sent of [query, query.replaceAll(/[|,;:]/g, encodeURIComponent)]) {
    const opened = openedOf(sent);
    expect(opened).toMatchObject(asked);
    expect(opened.query).toBe(query);
    expect(requestText(opened.request, opened.change)).toBe(requestText(asked.request, asked.change));
  }
});

test('a link of before requests were in one opens as it did; its request is from its first node', async () => {
  const of = await numbers(ZONEINFO.slice(ZONEINFO.indexOf('Node 1,')));
  expect(openedOf(`numbers=${of}`)).toMatchObject({ ...FIRST, request: { ...FIRST.request, node: 1 } });
});

test.each([
  ['order=11', 'order is not a number from 0 to 10'],
  ['order=-1', 'order is not'],
  ['order=', 'order is not'],
  ['order=1e1', 'order is not'],
  ['node=2', 'node is not one of its nodes'],
  ['node=01x', 'node is not'],
  ['zone=1:1', 'zone is not one of its zones'],
  ['gfp=', 'gfp is not names of flags'],
  ['gfp=GFP_KERNEL order=3', 'gfp is not'],
  ['gfp=GFP_KERNEL%0Aorder=3', 'gfp is not'],
  ['gfp=<img src=x>', 'gfp is not'],
  [`gfp=${'A'.repeat(121)}`, 'gfp is not'],
  ['bind=', 'bind is not a list of nodes'],
  ['bind=1-0', 'bind is not'],
  ['bind=0-64', 'bind is not'],
  ['interleave=0--1', 'interleave is not'],
  ['cpuset=all', 'cpuset is not a list of nodes'],
  ['preferred=0-1', 'preferred is not a node'],
  ['bind=0&interleave=1', 'two memory policies'],
  ['order=1&order=2', 'a word twice'],
  ['numbers=4096;0:2', 'a word twice'],
  ['%=1', 'a word that is not known here'],
  ['gfp=%E0%A4', 'gfp is not'],
  ['watermark_scale_factor=0', 'watermark_scale_factor is not a number from 1 to 3000'],
  ['watermark_scale_factor=3001', 'watermark_scale_factor is not'],
  ['min_free_kbytes=99999999999999999999', 'min_free_kbytes is not'],
  ['lowmem_reserve_ratio=256,,32', 'lowmem_reserve_ratio is not a list of numbers'],
  ['evictionHard=532', 'evictionHard is not a number from 10Mi to 16384Mi'],
  ['evictionHard=5Mi', 'evictionHard is not'],
  ['rate=0Mi', 'rate is not a number from 1Mi to 4096Mi'],
  ['rate=40Mi&rate=41Mi', 'has a word twice'],
  ['counts=MemFree', 'counts is not one of anon+file, MemTotal-MemFree'],
  ['before=1', 'a word that is not known here'],
  ['__proto__=1', 'a word that is not known here'],
  ['toString', 'a word that is not known here'],
  ['hunter2=secret', 'a word that is not known here'],
])('a link with %s is refused, in words of this page alone', async (words, why) => {
  const of = await numbers();
  const message = (() => {
    try {
      openedOf(`numbers=${of}&${words}`);
      return '';
    } catch (error) {
      return error instanceof Error ? error.message : '';
    }
  })();
  expect(message).toContain(why);
  expect(message).not.toMatch(/hunter2|secret|proto|<|img|AAAA/);
});

test('a link whose numbers are none, are cut or are too many is refused', async () => {
  const of = await numbers();
  for (const query of ['text=x', 'numbers=', 'numbers=4096;x', `numbers=${of.slice(0, 4)}x`, 'order=1'])
    expect(() => openedOf(query), query).toThrow('no numbers of a machine');
  expect(() => openedOf(`numbers=4096${';0:2,1'.repeat(2000)}`)).toThrow('no numbers of a machine');
  expect(() => openedOf('numbers=4096')).toThrow('no zone');
});

/** `numactl -H` of three nodes, whose node 2 has no CPUs and is nearer to node 0 than node 1 is. */
const NUMACTL = `node 0 cpus: 0 1
node 1 cpus: 2 3
node 2 cpus:
node distances:
node   0   1   2
  0:  10  21  14
  1:  21  10  24
  2:  14  24  10
`;
const THREE = [0, 1, 2]
  .map((node) => ZONEINFO.slice(ZONEINFO.indexOf('Node 1,')).replace('Node 1,', `Node ${node},`))
  .join('');

test('a machine opened from a link asks its nodes in the order of the paste', async () => {
  const walks = async (text: string) => {
    const { ask } = await read(text);
    return [0, 1, 2].map((node) => ask(`GFP_KERNEL order=0 node=${node}`).moments[0]);
  };
  const linked = async (text: string) => {
    const of = await numbers(text);
    return { of, walks: await walks(openedOf(`numbers=${of}`).text) };
  };
  const near = await linked(THREE + NUMACTL);
  expect(near.of.split(';').slice(-3)).toEqual(['d0,1,a.l.e', 'd1,1,l.a.o', 'd2,0,e.o.a']);
  expect(near.walks).toEqual(await walks(THREE + NUMACTL));
  expect(near.walks[0]?.zones.map(({ node }) => node)).toEqual([0, 2, 1]);
  // As links were before they had rows.
  const plain = await linked(THREE);
  expect(plain.walks).toEqual(await walks(THREE));
  expect(plain.of).toBe(near.of.replace(/;d.*/, ''));
  expect(plain.walks[0]).toMatchObject({ distances: false });
  // A row that is cut off makes no order.
  expect((await linked(THREE + NUMACTL.slice(0, -9))).of).toBe(plain.of);
});

test('rows that would make a link too long are left out of it, the machine is not', async () => {
  const many = Array.from({ length: 50 }, (_, node) => node);
  const rows = many
    .map((node) => `${node}: ${many.map((to) => (to === node ? 10 : 200)).join(' ')}\n`)
    .join('');
  const [zone = ''] = THREE.split(/(?=Node 1,)/);
  const zones = many.map((node) => zone.replace('Node 0,', `Node ${node},`)).join('');
  const of = await numbers(zones);
  expect(of).not.toBe('');
  expect(await numbers(`${zones}node distances:\nnode ${many.join(' ')}\n${rows}`)).toBe(of);
});

test.each([
  ['of other nodes than it has columns', 'd0,1,a.l;d1,1,l.a.a'],
  ['alone', 'd0,1,a.l'],
  ['twice', 'd0,1,a.l;d0,1,l.a'],
  ['with a distance of 0', 'd0,1,0.l;d1,1,l.a'],
  ['with one that is no byte', 'd0,1,a.74;d1,1,l.a'],
  ['of a node that cannot be', 'd1s,1,a.l;d1,1,l.a'],
  ['without whether it has CPUs', 'd0,,a.l;d1,1,l.a'],
  ['with words', 'd0,1,a.l;d1,1,l.a;dx'],
  ['below zero', 'd0,1,-a.l;d1,1,l.a'],
])('a link with a row of distances %s is refused', async (_, rows) => {
  const of = await numbers();
  expect(openedOf(`numbers=${of};d0,1,a.l;d1,1,l.a`).text).toContain(
    'node distances:\nnode 0 1\n  0: 10 21\n',
  );
  expect(() => openedOf(`numbers=${of};${rows}`)).toThrow('no numbers of a machine');
});

test('node 13, whose zones begin with the letter of a row, is a node', async () => {
  const of = await numbers(ZONEINFO.replaceAll('Node 1,', 'Node 13,'));
  expect(of).toContain(';d:2,');
  expect(openedOf(`numbers=${of}`).text).toContain('zone 13,Normal');
});

test('a request that is longer than the core takes is none, and is not cut to another', async () => {
  const { ask } = await read(ZONEINFO);
  const long = `${Array.from({ length: 20 }, () => '__GFP_MOVABLE').join('|')} order=9`;
  expect(ask(long).notice).toMatch(/names of its flags/);
});

test('lists of nodes', () => {
  for (const list of ['0', '0-1', '0,2-3,63']) expect(isNodeList(list), list).toBe(true);
  for (const list of ['', 'x', '0-', '-1', '1-0', '64', '0-1-2', '0,', '0 1'])
    expect(isNodeList(list), list).toBe(false);
});
