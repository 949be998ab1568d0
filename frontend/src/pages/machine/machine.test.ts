import { expect, test } from 'vitest';
import {
  asPrintedWords,
  axisPlaceWords,
  chipsOf,
  distanceCaption,
  lookedAt,
  lookWords,
  minFreeWords,
  reclaimRows,
  reportCaption,
  shortName,
  swapCaption,
  unlessDemoted,
  unlistedWords,
  verdict,
  verdicts,
  walkWords,
  zoneCells,
  zoneCheckWords,
} from './phrases';
import { otherScaleWords, scaleWords } from './phrases';
import { EVICTION_RANGE, RATE_RANGE } from './kubelet';
import { commandOf, linesOf, RANGES, requestText, stopsOf } from './settings';
import { numbersOf, textOfNumbers } from './link';
import { helpOf, LIMIT, reserveSums } from './report-reserve';
import type { Distance, Span, Swap } from './answer';
import { swapModelOf } from './model';
import { ordersOf, rulesOf, type NodeOrder } from './swap-order';
import { REPORT, read, SWAPS, SYSCTLS, ZONEINFO } from './testing/texts';
import { joined, lineStart, MOST, partsOf, placedAt, tooLong } from './text';
import { againstMark, drawnOf, isUnlisted, walkOf, zoneId, zonesOf } from './zones';

const PAGE = 4096;
const REQUEST = { gfp: 'GFP_HIGHUSER_MOVABLE', order: 0, node: 0 };

test('a text of a machine: its pieces at their lines, its marks recomputed, who set them', async () => {
  const { answer } = await read(joined([ZONEINFO, SYSCTLS + SWAPS]));
  expect(chipsOf(answer).map(({ name, about }) => `${name}: ${about}`)).toEqual([
    '/proc/zoneinfo: 4 zones, 2 nodes',
    'sysctl vm: ',
    'swap devices: 2 devices',
  ]);
  const zones = zonesOf(answer, 1);
  expect(verdicts(zones)).toBe('4 of 4 zones exact');
  expect(zones.map(verdict)).toEqual(['exact', 'exact', 'exact', 'exact']);
  const free = answer.moments[0]?.min_free_kbytes;
  // Each zone's share is rounded down, and how many pages each had then is not told.
  expect(free?.pages[0]).toBeLessThanOrEqual(22528);
  expect(free?.pages[1]).toBeGreaterThanOrEqual(22528);
  expect(free?.sum).toEqual([8177920, 8177920]);
  expect(free && minFreeWords(free)).toMatch(
    / of 90,1\d\d to 90,1\d\d kB, .*11 page blocks for each of 4 zones.*in the text is 90,112 kB\./,
  );
  expect(answer.zones.find(({ zone }) => zone === 'DMA32')?.reserves).toEqual([
    { from: 'Normal', pages: 12904, sum: 3303424, ratio: 256, now: 12904 },
  ]);
});

test('a request: how far it is to kswapd, and its walk', async () => {
  const { ask } = await read(ZONEINFO);
  const [distance = null] = ask(requestText(REQUEST, {})).moments;
  expect(distanceCaption(distance, PAGE).title).toBe(
    'kswapd wakes after another 760 MiB. 31.9 MiB later, a task must reclaim for itself.',
  );
  const boosted = distance && {
    ...distance,
    zones: distance.zones.map((zone, i) => (i === 0 ? { ...zone, boost: 2048 } : zone)),
  };
  expect(distanceCaption(boosted, PAGE)).toEqual({
    title:
      'Marks are boosted, and kswapd has been woken for that. After another 792 MiB, a task must reclaim for itself.',
    lead: expect.stringMatching(
      /^Boosted until kswapd has reclaimed so much: node \d \w+ by 8 MiB\. /,
    ) as string,
  });
  const [silent = null] = ask(requestText({ ...REQUEST, gfp: 'GFP_TRANSHUGE' }, {})).moments;
  expect(distanceCaption(silent, PAGE)).toEqual({
    title: 'This request wakes no kswapd. After another 792 MiB, a task must reclaim for itself.',
    lead: expect.stringMatching(/^Its flags are without __GFP_KSWAPD_RECLAIM: /) as string,
  });
  const low = silent?.axis?.findLastIndex(({ until }) => until === 'low') ?? -1;
  expect(silent && axisPlaceWords(silent, low + 1, PAGE)).toMatch(/is down to low\.$/);
  const given = distance && { ...distance, given_up: true };
  expect(distanceCaption(given, PAGE).title).toBe(
    'kswapd has given up, and is not woken. After another 792 MiB, a task must reclaim for itself.',
  );
  expect(walkOf(distance).steps.map(({ zone, hit, labels }) => [zone, hit, labels[0]])).toEqual([
    [2, false, 'skip: not above low'],
    [1, false, 'skip: reserve'],
    [0, false, 'skip: reserve'],
    [10, true, 'take: above low'],
  ]);
  expect(distance?.axis?.map(({ node, zone, until, ends }) => [node, zone, until, ends[1]])).toEqual([
    [1, 'Normal', 'low', 194551],
    [0, 'Normal', 'min', 197841],
    [0, 'DMA32', 'min', 198579],
    [1, 'Normal', 'min', 202706],
  ]);
  expect(distance && [0, 1, 2, 4].map((at) => axisPlaceWords(distance, at, PAGE))).toEqual([
    'Now: nothing has been given out.',
    '760 MiB given out: node 1 Normal is down to low. kswapd wakes.',
    '773 MiB given out: node 0 Normal is down to min.',
    '792 MiB given out: node 1 Normal is down to min. A task reclaims for itself.',
  ]);
});

test('a walk whose zones only may pass says that kswapd may be woken', async () => {
  const { ask } = await read(ZONEINFO);
  const [distance] = ask(requestText(REQUEST, {})).moments;
  if (!distance) throw new Error('no distance');
  expect(walkWords(distance)).toBe('One zone passes, so no kswapd is woken by it.');
  expect(lookedAt(distance)).toHaveLength(walkOf(distance).steps.length);
  const withLow = (...to_low: Span[]): Distance => ({
    ...distance,
    zones: distance.zones.map((zone, i) => ({ ...zone, to_low: to_low[i] ?? [0, 0] })),
  });
  const may = withLow([0, 5]);
  expect(walkWords(may)).toMatch(/^No zone is sure to pass: kswapd .* may be woken/);
  expect(walkWords({ ...may, wakes: false })).toMatch(/^No zone is sure to pass: .* no kswapd is woken/);
  expect(lookedAt(may)).toHaveLength(distance.zones.length);
  // One that may, and behind it one that surely does.
  expect(walkWords(withLow([0, 5], [3, 5]))).toMatch(/^One zone passes/);
  expect(lookedAt(withLow([0, 5], [3, 5]))).toHaveLength(2);
  expect(walkWords(withLow())).toMatch(/^No zone passes: kswapd .* is woken/);
  expect(walkWords({ ...withLow(), given_up: true })).toMatch(/no kswapd is woken/);
});

test('a request for a block, where no free lists are in the text: whether one is free is not known', async () => {
  const { answer, ask } = await read(ZONEINFO);
  const [distance] = ask(requestText({ ...REQUEST, order: 3 }, {})).moments;
  const [last] = distance?.zones.slice(-1) ?? [];
  expect([0, 3].map((order) => isUnlisted(answer, order))).toEqual([false, true]);
  expect(last && lookWords(last, true)).toMatch(
    / is above low 15,497; whether it has a block of this order is not in the text\.$/,
  );
  expect(walkOf(distance ?? null, true).steps.at(-1)?.labels[0]).toBe('take, if it has such a block');
  expect(unlistedWords(3)).toMatch(/a block of 8 pages is free is not known\.$/);
  const lists = ['DMA', 'DMA32', 'Normal'].map((zone) => `Node 0, zone ${zone} 1 1 1 1 1 1 1 1 1 1 1\n`);
  expect(isUnlisted((await read(ZONEINFO + lists.join(''))).answer, 3)).toBe(false);
});

test('marks and distance as if a sysctl were another', async () => {
  const { ask } = await read(ZONEINFO + SYSCTLS);
  const [distance] = ask(requestText(REQUEST, { watermark_scale_factor: 100 })).moments;
  const normal = distance?.asif.zones.filter(({ zone }) => zone === 'Normal');
  expect(normal?.map(({ min, low, high }) => [min, low, high])).toEqual([
    [9100, 42134, 75168],
    [11370, 52647, 93924],
  ]);
  expect(distance?.to_kswapd).toEqual([210048 - 52647, 210048 - 52647]);
  const [now] = ask(requestText(REQUEST, {})).moments;
  expect(now?.asif).toMatchObject({ min_free_kbytes: 90112, watermark_scale_factor: 10 });
  expect(ask('GFP_NOTHING').notice).toMatch(/names of its flags/);
  // As C has them.
  expect(ask('GFP_KERNEL | __GFP_NORETRY order=0')).toEqual(ask('GFP_KERNEL order=0'));
  expect(ask('GFP_KERNEL __GFP_NORETRY').notice).toMatch(/names of its flags/);
});

test('gaps before 4.6 are of no watermark_scale_factor', async () => {
  const old = ZONEINFO.replace(/(min +)(\d+)(\s+low +)\d+(\s+high +)\d+/g, (_, min, n, low, high) => {
    const [least, quarter, half] = [Number(n), Math.floor(Number(n) / 4), Math.floor(Number(n) / 2)];
    return `${min}${n}${low}${least + quarter}${high}${least + half}`;
  });
  const [moment] = (await read(old)).answer.moments;
  expect(moment && scaleWords(moment)).toMatch(/^These gaps are of the older rule/);
  const [now] = (await read(ZONEINFO)).answer.moments;
  expect(now && scaleWords(now)).not.toMatch(/older/);
});

test('the drawing has nodes, each from its high zone down, with the reserve against the request', async () => {
  const { answer, ask } = await read(ZONEINFO);
  const [distance] = ask(requestText(REQUEST, {})).moments;
  const drawn = drawnOf(zonesOf(answer, 1), distance?.zones ?? []);
  expect(drawn.zones.map(({ nid, name, reserve }) => [nid, name, reserve])).toEqual([
    [0, 'Normal', 0],
    [0, 'DMA32', 12904],
    [0, 'DMA', 15806],
    [1, 'Normal', 0],
  ]);
  expect(zoneId({ node: 1, zone: 'Normal' })).toBe(10);
});

test('a zone that is cut off, numbers that cannot be, and a text of something else', async () => {
  const { answer } = await read(ZONEINFO.slice(0, ZONEINFO.lastIndexOf('        low')));
  expect(answer.zones.at(-1)?.marks).toBe('not told');
  expect(chipsOf(answer).map(({ about }) => about)).toEqual(['4 zones, 2 nodes, 1 without its marks']);
  expect(verdict(answer.zones.at(-1) ?? { marks: 'exact', reason: '' })).toMatch(
    /^not from this text, because min, low or high/,
  );
  const odd = await read(ZONEINFO.replace('min      9100', 'min      99999999'));
  expect(odd.answer.zones.map(verdict).join()).toMatch(/these numbers cannot be/);
  for (const [text, notice] of [
    ['root:hunter2\n', /^nothing in this text is of a machine/],
    ['Mach Virtual Memory Statistics:\n', /^this is from macOS/],
    ['top - 14:02\nMiB Mem :  9 total\n%Cpu(s): 1 us\n', /^top says how much memory is free, but neither/],
  ] as const) {
    const { answer: other } = await read(text);
    expect(other.notice).toMatch(notice);
    expect(JSON.stringify(other)).not.toMatch(/hunter2|Mach/);
  }
});

test('two machines in one text are two', async () => {
  const other = ZONEINFO.replaceAll('present  3303424', 'present  3303400');
  const { answer } = await read(ZONEINFO + other);
  expect(answer.machines).toBe(2);
  expect(answer.moments.map(({ machine }) => machine)).toEqual([1, 2]);
});

test('swap devices: who is next, and the command that mends it', async () => {
  const { answer } = await read(SWAPS);
  const [list] = answer.swap_lists;
  expect(list && swapCaption(list, answer.swaps).title).toBe(
    'nvme0n1p3 is next. zram0 waits until it is full.',
  );
  const disks = await read(SWAPS.replace('/dev/zram0', '/dev/nvme1n1p1'));
  const [own] = disks.answer.swap_lists;
  expect(own && swapCaption(own, disks.answer.swaps).title).toBe(
    'nvme0n1p3 is next, but for nodes with a disk of their own. nvme1n1p1 waits until it is full.',
  );
  expect(list?.mend).toBe('swapoff /dev/zram0 && swapon -p 100 /dev/zram0');
  expect(answer.swaps[0]?.free).toBe(16777212 - 9437180);
  const equal = await read(SWAPS.replace('-3', '-2'));
  const [turns] = equal.answer.swap_lists;
  expect(turns && swapCaption(turns, equal.answer.swaps).title).toBe('nvme0n1p3 and zram0 take turns.');
  const { answer: short } = await read(SWAPS.slice(0, -4));
  const [cut] = short.swap_lists;
  expect(cut && swapCaption(cut, short.swaps).title).toBe('Which device is next is not in this text.');
  expect(cut?.reason).toMatch(/^the device at line 3 is cut off/);
});

test('a list without a device says that no swap is on, and what follows', async () => {
  const { answer } = await read(SWAPS.slice(0, SWAPS.indexOf('\n') + 1));
  const [list] = answer.swap_lists;
  expect(list && swapCaption(list, answer.swaps)).toEqual({
    title: 'No swap is on.',
    lead: 'Nothing is swapped on: nothing anonymous can be reclaimed.',
  });
});

test('zones whose marks the rule does not give are named first', async () => {
  const { answer } = await read(ZONEINFO.replace('low      12403', 'low      12500'));
  expect(asPrintedWords(answer.zones)).toMatch(/^The marks of node 0 Normal are as printed/);
  expect(asPrintedWords((await read(ZONEINFO)).answer.zones)).toBe('');
  const all = answer.zones.map((zone) => ({ ...zone, marks: 'not told' as const }));
  expect(asPrintedWords(all)).toMatch(/^The marks of 4 of 4 zones are/);
});

test('swap devices of two nodes: each asks its own disk first, and a link says so again', async () => {
  const nodes = '/sys/class/nvme/nvme0/numa_node:0\n/sys/class/nvme/nvme1/numa_node:1\n';
  const text = `${SWAPS.trimEnd()}\n/dev/nvme1n1p1 partition 8388604 524288 -4\n${nodes}`;
  const { answer } = await read(text);
  const [list] = answer.swap_lists;
  expect(list && swapCaption(list, answer.swaps).title).toBe(
    'Node 1 swaps to nvme1n1p1 next, every other node to nvme0n1p3.',
  );
  const names = (orders: NodeOrder[]): unknown =>
    orders.map(({ node, groups }) => [node, groups.map((group) => group.map(({ name }) => shortName(name)))]);
  const [a, zram, c] = ['nvme0n1p3', 'zram0', 'nvme1n1p1'];
  expect(list && names(ordersOf(list, answer.swaps))).toEqual([
    [1, [[c], [a], [zram]]],
    [-1, [[a], [zram], [c]]],
  ]);
  const whole = await read(ZONEINFO + text);
  const [of] = whole.answer.swap_lists;
  expect(of && swapCaption(of, whole.answer.swaps).title).toBe(
    'Node 0 swaps to nvme0n1p3 next, node 1 to nvme1n1p1.',
  );
  const [moment] = whole.answer.moments;
  const again = await read(moment ? textOfNumbers(numbersOf(whole.answer, moment)) : '');
  expect(again.answer.swap_lists[0]?.nodes).toEqual(of?.nodes);
  const rules = list ? rulesOf(list, answer.swaps) : [];
  expect(rules.map(({ rule, orders }) => [rule, orders.length])).toEqual([
    ['global', 1],
    ['node', 2],
    ['roundrobin', 1],
  ]);
  expect(names(rules[2]?.orders ?? [])).toEqual([[-1, [[a, zram, c]]]]);
});

test('a report: each zone as a sum, and what counted where it stands', async () => {
  const text = `noise é\n${REPORT}`;
  const { answer } = await read(text);
  const [report] = answer.reports;
  expect(report && reportCaption(report).title).toBe(
    '44.3 MiB were free, and none of it was for this request.',
  );
  expect(report?.zones.map((zone) => zoneCheckWords(zone, report))).toEqual([
    'node 0 DMA: 3,412 free, against min 5 and 7,982 kept from such requests: −4,575 left, not above 0.',
    'node 0 DMA32: 6,113 free, against min 1,038 and 5,080 kept from such requests: −5 left, not above 0.',
    'node 0 Normal: 1,808 free, against min 1,817: −9 left, not above 0.',
  ]);
  const parts = partsOf(text, report?.lines ?? [1, 1], report?.counted ?? []);
  expect(parts.map(({ text: words }) => words).join('')).toBe(REPORT.trimEnd());
  const marked = parts.filter(({ counted }) => counted).map(({ text: words }) => words);
  expect(marked).toEqual(expect.arrayContaining(['order=0,', 'free:7232kB', 'min:7268kB', '5080', '7982']));
  expect(marked.join(' ')).not.toMatch(/managed|2902|high:/);
});

test('swap devices as a model: what is free of them, on their nodes, under two rules', async () => {
  const nodes = '/sys/class/nvme/nvme0/numa_node:0\n/sys/class/nvme/nvme1/numa_node:1\n';
  const { answer } = await read(`${SWAPS}/dev/nvme1n1p1 partition 8388604 524288 7\n${nodes}`);
  const [list] = answer.swap_lists;
  if (!list) throw new Error('no list');
  const slots = [8388604 - 524288, 16777212 - 9437180, 8126460].map((kib) => Math.round(kib / 4 / 49));
  expect(swapModelOf(list, answer.swaps, 0)).toEqual({
    params: {
      nodes: 2,
      demand: [1, 1],
      devices: 3,
      dev_pages: slots, // of priority 7 first
      dev_node: [1, 0, -1],
      dev_prio: [7, -1, -1],
    },
    rules: ['node', 'roundrobin'],
    scale: 49,
  });
  const unknown = answer.swaps.map((swap): Swap => ({ ...swap, free: 0 }));
  expect(swapModelOf(list, unknown, 0)).toHaveProperty('cannot');
  expect(swapModelOf(list, answer.swaps, 17)).toHaveProperty('cannot');
});

/** The report, with what could have been reclaimed. */
function withMemory(swap: string): string {
  const memory = [
    'active_anon:1902114 inactive_anon:40118 isolated_anon:0',
    ' active_file:61 inactive_file:84 isolated_file:0',
    ' slab_reclaimable:6204 slab_unreclaimable:21250',
    'Node 0 active_anon:7608456kB inactive_file:336kB all_unreclaimable? yes',
  ];
  const [first = '', ...rest] = REPORT.trimEnd().split('\n');
  return [first, ...memory, ...rest, swap].join('\n') + '\n';
}

test('a report: what would have helped, and where its reserves come from', async () => {
  const { answer } = await read(withMemory('Free swap  = 0kB\nTotal swap = 2097152kB'));
  const [report] = answer.reports;
  expect(report && helpOf(report).sentences).toEqual([
    'The nearest was node 0 DMA32: 6 pages more free there, 24 KiB, and it would have passed.',
    'Without its reserve node 0 DMA32 and node 0 DMA would have passed, for 8,482 pages, 33.1 MiB, once: vm.lowmem_reserve_ratio keeps them for requests that can use no higher zone.',
    'More than 2 GiB of swap would have put it off: 7.41 GiB of anonymous memory had nowhere to go.',
  ]);
  expect(report && helpOf(report).command?.line).toBe(LIMIT);
  const none = (await read(withMemory('Free swap  = 0kB\nTotal swap = 0kB'))).answer.reports[0];
  expect(none && helpOf(none).sentences.at(-1)).toBe(
    'With swap, 7.41 GiB of anonymous memory could have been swapped out, as far as the swap goes.',
  );
  expect(report && reserveSums(report).map(({ zone, from, pages }) => [zone.zone, from, pages])).toEqual([
    ['DMA32', 'Normal', 5080],
    ['DMA', 'Normal', 7982],
  ]);
  const blocks = await read(
    REPORT.replaceAll('order=0', 'order=4').replaceAll(/free:\d+kB/g, 'free:90000kB'),
  );
  const [large] = blocks.answer.reports;
  expect(large && helpOf(large).sentences.join(' ')).not.toMatch(/MemoryMax|swap/);
});

test('a report of nothing free, and one where no zone was asked', async () => {
  const title = async (text: string) => {
    const [report] = (await read(text)).answer.reports;
    return report && reportCaption(report).title;
  };
  expect(await title(REPORT.replace(/free:\d+kB/g, 'free:0kB'))).toBe('No page was free.');
  expect(await title(REPORT.replace(/0x140cca\([^)]*\)/, '0x0()'))).toBe(
    '44.3 MiB were free, and no zone was asked.',
  );
});

test('an OOM report whose zones pass min is against high, and of blocks where those failed', async () => {
  const words = async (text: string) => {
    const [report] = (await read(text)).answer.reports;
    return report ? againstMark(report).map((zone) => zoneCheckWords(zone, report)) : [];
  };
  // 16,000 kB: above min and its reserve of 0, and below high.
  expect((await words(REPORT.replace('free:7232kB', 'free:16000kB'))).at(-1)).toBe(
    'node 0 Normal: 4,000 free, against high 4,417: −417 left, not above 0.',
  );
  const order = REPORT.replace('order=0', 'order=4').replace('free:7232kB', 'free:40000kB');
  expect((await words(order)).at(-1)).toMatch(/enough pages; whether one block is of this order is not in/);
});

test('free pages of a confined request are those of its nodes; large blocks that it may not take are none', async () => {
  const [report] = (await read(REPORT)).answer.reports;
  if (!report) throw new Error('no report');
  expect(reportCaption({ ...report, confined: 'cpuset' }).title).toBe(
    '44.3 MiB were free on the nodes that it may use, and none of it was for this request.',
  );
  // 64 blocks of 32 kB, reserved for high orders.
  const reserved = `${REPORT.replace('order=0', 'order=3').replace('free:7232kB', 'free:40000kB')}Node 0 Normal: 9488*4kB (U) 0*8kB 0*16kB 64*32kB (H) 0*64kB 0*128kB 0*256kB 0*512kB 0*1024kB 0*2048kB 0*4096kB = 40000kB\n`;
  const [blocks] = (await read(reserved)).answer.reports;
  if (!blocks) throw new Error('no report');
  expect(blocks.zones.at(-1)?.check?.block).toBe(false);
  const words = [reportCaption(blocks).title, ...helpOf(blocks).sentences].join(' ');
  expect(words).toMatch(/in no block large enough that this request may take/);
  expect(words).toMatch(/none of them in such a block that it may take\. .* reserved for high orders \(H\)/);
  expect(words).not.toMatch(/too small/);
});

test('one meminfo is one piece, however many of its lines are read', async () => {
  const lines = ['MemTotal: 8048624 kB', 'MemFree: 164452 kB', 'MemAvailable: 1204316 kB'];
  const between = 'Unevictable: 0 kB\nMlocked: 0 kB\nDirty: 8 kB\n';
  const { answer } = await read(`${lines.join('\n')}\n${between}SwapTotal: 0 kB\nSwapFree: 0 kB\n`);
  expect(answer.pieces.length).toBeGreaterThan(1);
  expect(chipsOf(answer).map(({ name, lines: at }) => [name, ...at])).toEqual([['/proc/meminfo', 1, 8]]);
});

test('a reserve that is not told is none of 0', async () => {
  const { answer, ask } = await read(ZONEINFO.replaceAll(/.*protection:.*\n/g, ''));
  const [distance] = ask(requestText(REQUEST, {})).moments;
  const drawn = drawnOf(zonesOf(answer, 1), distance?.zones ?? []);
  expect(drawn.zones.map((zone) => zoneCells(zone)[5])).toEqual(['–', '–', '–', '–']);
});

test('a report: what was left to reclaim, in its own numbers', async () => {
  const rowsOf = async (swap: string) => {
    const { answer } = await read(withMemory(swap));
    const [report] = answer.reports;
    expect(report?.reclaim.given_up).toBe(true);
    return report ? reclaimRows(report).map(({ what, words, bytes }) => [what, words, bytes]) : [];
  };
  expect(await rowsOf('Free swap  = 0kB\nTotal swap = 2097152kB')).toEqual([
    ['files', '84 inactive, 61 active', '580 KiB'],
    ['anonymous', 'all of 2 GiB of swap is full: none can be reclaimed', '7.41 GiB'],
    ['slab', '6,204 pages said to be reclaimable', '24.2 MiB'],
  ]);
  expect((await rowsOf('Free swap  = 0kB\nTotal swap = 0kB'))[1]?.[1]).toBe(
    'no swap is on: none can be reclaimed',
  );
  expect((await rowsOf(''))[1]?.[1]).toBe('how much swap is free is not in the text');
  expect(unlessDemoted([{ node: 0 }, { node: 0 }])).toBe('');
  expect(unlessDemoted([{ node: 0 }, { node: 2 }])).toMatch(/^, unless demotion/);
});

test('each step of a slider is another value, of a like factor, to both ends', () => {
  for (const range of [...Object.values(RANGES), EVICTION_RANGE, RATE_RANGE])
    for (const now of [...range, 11, 1234, range[1] - 1]) {
      const stops = stopsOf(range, now);
      expect(stops).toContain(now);
      // Right is the next one and Left the one before it, so that the one undoes the other.
      const steps = stops.slice(1).map((stop, i) => [stops[i] ?? NaN, stop] as const);
      expect(steps.every(([from, to]) => to > from)).toBe(true);
      const factor = (range[1] / range[0]) ** (1 / 100);
      expect(steps.filter(([from, to]) => from >= range[0] && to > Math.ceil(from * factor))).toEqual([]);
      expect([stops.find((stop) => stop >= range[0]), stops.findLast((stop) => stop <= range[1])]).toEqual([
        ...range,
      ]);
    }
});

test('settings: the request, and the lines to copy', () => {
  const change = { watermark_scale_factor: 100, lowmem_reserve_ratio: [256, 64, 32] };
  expect(requestText(REQUEST, change)).toBe(
    'GFP_HIGHUSER_MOVABLE order=0 node=0 watermark_scale_factor=100 lowmem_reserve_ratio=256,64,32',
  );
  expect(commandOf(change)).toBe(
    'sysctl -w vm.watermark_scale_factor=100 && sysctl -w "vm.lowmem_reserve_ratio=256 64 32"',
  );
  expect(linesOf(change)).toBe('vm.watermark_scale_factor = 100\nvm.lowmem_reserve_ratio = 256 64 32');
});

test('how long a text may be, where its lines are, where chips stand', () => {
  expect(tooLong(MOST)).toBe('');
  expect(tooLong(100 * 1024 * 1024, 'x.txt')).toMatch(/^x\.txt has 100 MiB, and 32 MiB are read at most/);
  expect(['a\nbc\nd', ''].map((text) => lineStart(text, 3))).toEqual([5, 0]);
  expect(
    placedAt(
      [
        [1, 2],
        [3, 3],
        [9, 9],
      ],
      18,
      48,
    ),
  ).toEqual([
    { top: 0, height: 36 },
    { top: 48, height: 6 },
    { top: 144, height: 18 },
  ]);
});

test('a sysctl that the marks were not computed from is said beside them', () => {
  expect(otherScaleWords([0, 41], 500)).toMatch(/watermark_scale_factor = 500, which these marks/);
  for (const same of [0, 41, undefined]) expect(otherScaleWords([0, 41], same)).toBe('');
  expect(otherScaleWords(undefined, 500)).toBe('');
});
