import { expect, test } from 'vitest';
import type { Kubelet } from './answer';
import { configuration, evictionWords, kubeletCaption, marksOf } from './kubelet';
import { numbersOf, textOfNumbers } from './link';
import { requestText } from './settings';
import { KUBE, read, SWAPS, SYSCTLS, VMSTAT, ZONEINFO } from './testing/texts';

const REQUEST = { gfp: 'GFP_HIGHUSER_MOVABLE', order: 0, node: 0 };

async function kubelet(mib: number, rate?: number, more = ''): Promise<Kubelet> {
  const { ask } = await read(KUBE + more);
  const [moment] = ask(`${requestText(REQUEST, {})} ${evictionWords(mib, rate)}`).moments;
  return moment?.kubelet ?? { reason: 'none' };
}

const titled = (of: Kubelet, at: number) => {
  const count = of.counts?.[at];
  return count ? kubeletCaption(of, count).title : '';
};

test('kubelet beside the kernel: what comes first, by either way to count a node', async () => {
  const late = await kubelet(10);
  expect(titled(late, 1)).toBe(
    'Kubelet’s 10Mi comes too late: a task reclaims for itself 10 MiB before that.',
  );
  const early = await kubelet(100);
  expect(titled(early, 1)).toBe('Kubelet evicts first: 80 MiB before a task must reclaim for itself.');
  // Pages of the kernel itself count as available: 28,000 more of them.
  expect(titled(early, 0)).toMatch(/^Kubelet’s 100Mi comes too late/);
  const count = early.counts?.[1];
  expect(count && marksOf(early, count).map(({ key }) => key)).toEqual([
    'kswapd',
    'eviction',
    'files',
    'reclaim',
  ]);
  const fast = await kubelet(100, 40);
  expect(titled(fast, 1)).toBe('With 100Mi either may come first: kubelet may look too late.');
  const needed = fast.counts?.[1];
  expect(needed && kubeletCaption(fast, needed).lead).toMatch(
    /^At 40Mi a second, evictionHard must be 421Mi/,
  );
  const faster = await kubelet(100, 500);
  const none = faster.counts?.[1];
  expect(none && kubeletCaption(faster, none).lead).toMatch(/no evictionHard of this node is high enough/);
  expect(configuration(421)).toBe('evictionHard:\n  memory.available: "421Mi"');
});

test('swap puts off what comes once no inactive file is left, and by the same for both', async () => {
  const words = (of: Kubelet, at: number, key: string) => {
    const count = of.counts?.[at];
    return count ? marksOf(of, count).find((mark) => mark.key === key)?.words : undefined;
  };
  const none = await kubelet(100, undefined, 'SwapFree: 0 kB\n');
  const some = await kubelet(100, undefined, 'SwapFree: 2097152 kB\n');
  expect(words(some, 0, 'files')).toMatch(/swaps: 2 GiB are free$/);
  expect(words(none, 0, 'files')).toMatch(/no swap$/);
  expect(words(await kubelet(100), 0, 'files')).not.toMatch(/ swap/);
  for (const key of ['reclaim', 'eviction'])
    expect(words(some, 0, key)).toMatch(/and what goes to swap, up to 2 GiB[:,]/);
  // Before the inactive files are gone nothing is swapped.
  expect(words(some, 1, 'eviction')).not.toMatch(/swap/);
  expect(words(none, 0, 'reclaim')).not.toMatch(/swap/);
  expect(titled(some, 0)).toBe(titled(none, 0));
  const [late, early] = some.counts ?? [];
  expect(late && kubeletCaption(some, late).lead).toMatch(
    /Both come later by what goes to swap, up to 2 GiB\.$/,
  );
  expect(early && kubeletCaption(some, early).lead).toMatch(/The task comes later by/);
});

test('a link has the numbers of one moment and no name; read back it says the same', async () => {
  const { answer } = await read(ZONEINFO + SYSCTLS + SWAPS);
  const [moment] = answer.moments;
  const numbers = moment ? numbersOf(answer, moment) : '';
  expect(numbers).toMatch(/^4096;0:0,/);
  expect(numbers).not.toMatch(/nvme|zram|dev/);
  expect(numbers.length).toBeLessThan(600);
  const { answer: back } = await read(textOfNumbers(numbers));
  const known = ({
    node,
    zone,
    free,
    min,
    low,
    high,
    managed,
    lowmem_reserve,
    marks,
    reason,
  }: (typeof answer.zones)[number]) => ({
    ...{ node, zone, free, min, low, high, managed, lowmem_reserve, marks, reason },
  });
  expect(back.zones.map(known)).toEqual(answer.zones.map(known));
  expect(back.sysctls).toEqual(answer.sysctls);
  expect(
    back.swaps.map(({ name, size, used, priority, next }) => [name, size, used, priority, next]),
  ).toEqual(
    answer.swaps.map(({ size, used, priority, next }, i) => [`swap${i + 1}`, size, used, priority, next]),
  );
  for (const odd of [
    '',
    'x',
    '4096;<script>',
    '4096;0:9,1',
    '4096;x',
    '4096;0:,1',
    `4096;${'0:0,1;'.repeat(2000)}`,
    '4096;s99,1',
  ])
    expect(textOfNumbers(odd), odd.slice(0, 20)).toBe('');
});

test('rows of vmstat are a series beside the marks', async () => {
  const { answer } = await read(KUBE + VMSTAT);
  expect(answer.series[0]?.rows).toBe(3);
  expect(answer.series[0]?.columns.find(({ name }) => name === 'free')).toMatchObject({
    values: [600000, 559040, 20000],
    below_low: 1,
  });
});

test('two moments of one machine are compared', async () => {
  const { ask } = await read(KUBE + KUBE.replace('low      6400', 'low      6912'));
  const { comparison } = ask(`${requestText(REQUEST, {})} before=1 after=2`);
  expect(comparison?.zones?.[0]?.low).toEqual({ before: 6400, after: 6912, change: 512 });
});
