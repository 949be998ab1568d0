import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { load } from '../testing/loader';
import { counters } from './counters';
import { captureReport } from '../report/capture-report';
import { swaps } from './swaps';
import { zones } from './zones';

/** A line of tracefs text; `at` in µs. */
function on(cpu: number, at: number, task: string, event: string): string {
  const [comm = '', pid = ''] = task.split('-');
  const time = (100 + at / 1e6).toFixed(6).padStart(12);
  return `${comm.padStart(16)}-${pid.padEnd(7)} [00${cpu}] ..... ${time}: ${event}\n`;
}
const line = (at: number, task: string, event: string) => on(0, at, task, event);
const trace = (...lines: string[]) => load(`# tracer: nop\n#\n${lines.join('')}`);
const derived = async (...lines: string[]) => captureReport(await trace(...lines), 'a').derived;

describe('kswapd', () => {
  const OTHER = 'mm_page_free: page=00000000f00d pfn=0x1f order=0';
  const wake = (at: number, nid = 0, cpu = 0) =>
    on(cpu, at, `kswapd${nid}-50`, `mm_vmscan_kswapd_wake: nid=${nid} order=0`);
  const sleep = (at: number, nid = 0, cpu = 0) =>
    on(cpu, at, `kswapd${nid}-50`, `mm_vmscan_kswapd_sleep: nid=${nid}`);
  const other = (at: number, cpu = 0) => on(cpu, at, 'cc-7', OTHER);
  const duty = async (...lines: string[]) => (await derived(...lines)).duty;
  /** µs of each node: awake, known, unknown; times woken. */
  const of = async (...lines: string[]) =>
    (await duty(...lines)).nodes.map((n) => [
      n.nid,
      n.awake / 1000,
      n.known / 1000,
      n.unknown / 1000,
      n.wakes,
    ]);

  it('is awake from its wake-up to its sleep; another order is no other wake-up', async () => {
    expect(await of(wake(0), wake(100), sleep(300), wake(900), sleep(1000))).toEqual([[0, 400, 1000, 0, 2]]);
  });

  it('is part of the whole capture, from its first event of any kind to its last', async () => {
    const found = await duty(other(0), wake(400), sleep(500), other(1000));
    expect(found.nodes).toEqual([
      { nid: 0, wakes: 1, awake: 100_000, known: 1_000_000, unknown: 0, share: 0.1 },
    ]);
  });

  it('was awake before a first sleep, and is after a last wake-up', async () => {
    expect(await of(other(0), sleep(100), wake(700), other(1000))).toEqual([[0, 400, 1000, 0, 1]]);
  });

  it('of each node by itself', async () => {
    const found = await of(other(0), wake(100, 1), wake(200, 0), sleep(300, 1), sleep(800, 0), other(1000));
    expect(found).toEqual([
      [0, 600, 1000, 0, 1],
      [1, 200, 1000, 0, 1],
    ]);
  });

  it('keeps the order of lines of one time, as a clock of jiffies tells many', async () => {
    expect(await of(other(0), wake(100), sleep(200), wake(200), sleep(300), other(1000))).toEqual([
      [0, 200, 1000, 0, 2],
    ]);
    expect(await of(other(0), wake(100), sleep(100), other(1000))).toEqual([[0, 0, 1000, 0, 1]]);
  });

  it('between two sleeps is not known', async () => {
    expect(await of(wake(0), sleep(100), sleep(400), other(1000))).toEqual([[0, 100, 700, 300, 1]]);
  });

  describe('where events were lost', () => {
    const lost = (cpu: number) => `CPU:${cpu} [LOST 5 EVENTS]\n`;

    it('is not known, and then what the next event tells of it', async () => {
      // Asleep before, awake behind: woken up in between.
      expect(await of(wake(0), sleep(100), lost(0), other(500), sleep(600), other(1000))).toEqual([
        [0, 200, 600, 400, 1],
      ]);
      expect(await of(wake(0), sleep(100), lost(0), other(500), wake(600), other(1000))).toEqual([
        [0, 500, 600, 400, 2],
      ]);
      // Awake before, and then another wake-up: it may have slept.
      expect(await of(other(0), wake(100), lost(0), other(500), wake(600), sleep(700))).toEqual([
        [0, 100, 200, 500, 1],
      ]);
      // Nothing is recorded any more.
      expect(await of(wake(0), sleep(100), lost(0), other(500), other(1000))).toEqual([
        [0, 100, 100, 900, 1],
      ]);
    });

    it('on a CPU on which it has no event, nothing of it is missing', async () => {
      expect(await of(wake(0), sleep(100), other(200, 1), lost(1), other(500, 1), other(1000))).toEqual([
        [0, 100, 1000, 0, 1],
      ]);
    });

    it('the beginning of a CPU on which it has an event is not known while its buffer holds nothing', async () => {
      const started = '##### CPU 1 buffer started ####\n';
      const lines = [other(0), sleep(100), started, other(300, 1), wake(400, 0, 1), sleep(500), other(1000)];
      expect(await of(...lines)).toEqual([[0, 100, 700, 300, 1]]);
      // Known awake before: a wake-up says nothing of the time before it.
      expect(await of(wake(0), started, other(300, 1), wake(400, 0, 1), sleep(500), other(1000))).toEqual([
        [0, 100, 600, 400, 0],
      ]);
    });
  });

  it('is not known where only one of the two is recorded, or nothing', async () => {
    expect(await duty(wake(0), wake(5), other(9))).toEqual({ nodes: [], why: 'sleep' });
    expect(await duty(sleep(0, 3))).toEqual({ nodes: [], why: 'wake-up' });
    expect(await duty(other(0))).toEqual({ nodes: [], why: null });
  });

  it('is no share of a capture without length', async () => {
    expect((await duty(wake(0), sleep(0))).nodes).toEqual([
      { nid: 0, wakes: 0, awake: 0, known: 0, unknown: 0, share: null },
    ]);
  });

  it('is no share of a clock that counts events', async () => {
    const count = (n: number, event: string) => `kswapd0-50      [000] ..... ${n}: ${event}\n`;
    const lines = [7, 9].flatMap((n) => [
      count(n, 'mm_vmscan_kswapd_wake: nid=0 order=0'),
      count(n + 1, 'mm_vmscan_kswapd_sleep: nid=0'),
    ]);
    expect(await duty(...lines)).toEqual({ nodes: [], why: 'time' });
  });
});

describe('placement', () => {
  const give = (at: number, task: string, pfn: string, order: number) =>
    line(
      at,
      task,
      `mm_page_alloc: page=00000000f00d pfn=${pfn} order=${order} migratetype=0 gfp_flags=GFP_KERNEL`,
    );
  const zone = (nid: number, from: number, pages: number) =>
    `Node ${nid}, zone      DMA\n  pages free     1\n        min      1\n        low      2\n` +
    `        high     3\n        spanned  ${pages}\n        present  ${pages}\n        managed  ${pages}\n        protection: (0, 0)\n  pagesets\n` +
    `  start_pfn:           ${from}\n`;
  const placedBeside = async (texts: readonly string[], ...lines: string[]) => {
    const files = await Promise.all(texts.map(async (text) => ({ name: 'beside', ...(await load(text)) })));
    return captureReport(await trace(...lines), 'a', files).derived.placement;
  };
  const placed = (zoneinfo: string, ...lines: string[]) =>
    placedBeside(zoneinfo === '' ? [] : [zoneinfo], ...lines);
  const TWO = zone(0, 1, 99) + zone(1, 100, 100);

  it('is in pages, by task and by the node whose zone has the frame', async () => {
    const lines = [give(0, 'cc-7', '0x1', 0), give(1, 'cc-7', '0x64', 3), give(2, 'ld-9', '0xc7', 1)];
    expect(await placed(TWO, ...lines)).toEqual({
      nodes: [0, 1],
      tasks: [
        { pid: 7, comm: 'cc', allocations: 2, failed: 0, pages: [1, 8], unknown: 0, home: null, away: null },
        { pid: 9, comm: 'ld', allocations: 1, failed: 0, pages: [0, 2], unknown: 0, home: null, away: null },
      ],
    });
  });

  it('is not known where no zone has the frame, or zones of two nodes, or no file tells of zones', async () => {
    const outside = [give(0, 'cc-7', '0xc9', 0), give(1, 'cc-7', '0xc8', 0)];
    const [task] = (await placed(TWO, ...outside))?.tasks ?? [];
    expect(task).toMatchObject({ allocations: 2, pages: [0, 0], unknown: 2 });
    const both = zone(0, 0, 200) + zone(1, 100, 100);
    const shared = await placed(both, give(0, 'cc-7', '0x10', 0), give(1, 'cc-7', '0x70', 0));
    expect(shared?.tasks).toMatchObject([{ pages: [1, 0], unknown: 1 }]);
    expect(await placed('', give(0, 'cc-7', '0x1', 2))).toMatchObject({ nodes: [], tasks: [{ unknown: 4 }] });
    expect(await placed(TWO, line(0, 'a-1', 'sched_waking: comm=b pid=2'))).toBeNull();
  });

  it('is at home or away where the CPUs of nodes are known, as numactl and lscpu write them', async () => {
    const give = (cpu: number, at: number, task: string, pfn: string, order: number) =>
      on(
        cpu,
        at,
        task,
        `mm_page_alloc: page=00000000f00d pfn=${pfn} order=${order} migratetype=0 gfp_flags=GFP_KERNEL`,
      );
    const lines = [
      give(0, 0, 'cc-7', '0x1', 0),
      give(9, 1, 'cc-7', '0x64', 3),
      give(2, 2, 'cc-7', '0x64', 1),
      give(1, 3, 'cc-7', '0x64', 4), // a CPU of no node
      give(0, 4, 'cc-7', '0xc9', 5), // a frame of no node
      give(0, 5, 'cc-7', '0x0', 6), // failed
      give(0, 6, 'ld-9', '0x64', 0),
    ];
    const numactl = 'available: 2 nodes (0-1)\nnode 0 cpus: 0 2\nnode 1 cpus: 8 9 10\nnode 0 size: 1 MB\n';
    const lscpu = 'NUMA:\n  NUMA node(s):  2\n  NUMA node0 CPU(s):  0,2\n  NUMA node1 CPU(s):  8-10\n';
    for (const cpus of [numactl, lscpu]) {
      const found = await placedBeside([TWO, cpus], ...lines);
      expect(found?.tasks).toMatchObject([
        { comm: 'cc', pages: [1, 26], unknown: 32, home: 9, away: 2 },
        { comm: 'ld', home: 0, away: 1 },
      ]);
    }
    expect((await placedBeside([numactl], ...lines))?.tasks[0]).toMatchObject({ home: 0, away: 0 });
  });

  it('is none of an allocation that failed', async () => {
    const [task] = (await placed(TWO, give(0, 'cc-7', '0x0', 4), give(1, 'cc-7', '0x1', 0)))?.tasks ?? [];
    expect(task).toMatchObject({ allocations: 2, failed: 1, pages: [1, 0], unknown: 0 });
  });
});

describe('reclaim', () => {
  const shrink = (nid: number, scanned: number, got: number) =>
    `mm_vmscan_lru_shrink_inactive: nid=${nid} nr_scanned=${scanned} nr_reclaimed=${got} nr_dirty=0 nr_writeback=0 nr_congested=0 nr_immediate=0 nr_activate_anon=0 nr_activate_file=0 nr_ref_keep=0 nr_unmap_fail=0 priority=12 flags=RECLAIM_WB_FILE|RECLAIM_WB_ASYNC`;

  it('is reclaimed over scanned, by node and by who did it', async () => {
    const { efficiency } = await derived(
      line(0, 'kswapd1-60', shrink(1, 32, 8)),
      line(1, 'kswapd1-60', shrink(1, 32, 24)),
      line(2, 'cc-200', shrink(1, 10, 1)),
      line(3, 'kswapd0-59', shrink(0, 0, 0)),
    );
    const found = efficiency.map((e) => [e.nid, e.by, e.scanned, e.reclaimed, e.share]);
    expect(found).toEqual([
      [0, 'kswapd', 0, 0, null],
      [1, 'kswapd', 64, 32, 0.5],
      [1, 'tasks', 10, 1, 0.1],
    ]);
  });

  it('is not known where there is no event of it', async () => {
    const { waits, efficiency } = await derived(line(0, 'a-1', 'mm_vmscan_kswapd_sleep: nid=0'));
    expect([waits, efficiency]).toEqual([[], []]);
  });
});

describe('waits', () => {
  const began = (at: number, task: string) =>
    line(at, task, 'mm_vmscan_direct_reclaim_begin: order=0 gfp_flags=GFP_KERNEL');
  const ended = (at: number, task: string, got = 1) =>
    line(at, task, `mm_vmscan_direct_reclaim_end: nr_reclaimed=${got}`);
  const waited = async (...lines: string[]) => (await derived(...lines)).waits;

  it('are from a beginning to the end of the same task that follows it', async () => {
    const found = await waited(
      began(0, 'cc-200'),
      began(10, 'ld-300'),
      ended(30, 'cc-200', 7),
      ended(110, 'ld-300', 5),
      began(200, 'ld-300'),
    );
    const task = (pid: number, comm: string, us: number) => ({
      ...{ pid, comm, n: 1, p50: us * 1000, p99: us * 1000, longest: us * 1000, waited: us * 1000 },
    });
    expect(found).toEqual([
      {
        ...{ name: 'direct reclaim', unended: 1, unbegun: 0, got: 12, gotUnbegun: null },
        held: { n: 2, p50: 30_000, p99: 100_000, longest: 100_000 },
        tasks: [task(300, 'ld', 100), task(200, 'cc', 30)],
      },
    ]);
  });

  it('of four are half of them the second or less', async () => {
    const us = [9_500, 13_700, 70_700, 196_000];
    const [found] = await waited(
      ...us.flatMap((long, i) => [began(i * 1e6, 'cc-200'), ended(i * 1e6 + long, 'cc-200')]),
    );
    expect(found?.held).toEqual({ n: 4, p50: 13_700_000, p99: 196_000_000, longest: 196_000_000 });
  });

  it('of which a half is missing are counted apart, with the pages they tell of', async () => {
    const [found] = await waited(
      ended(0, 'cc-200', 301),
      began(10, 'cc-200'),
      began(20, 'cc-200'),
      ended(30, 'cc-200', 7),
    );
    expect(found).toMatchObject({ unended: 1, unbegun: 1, got: 7, gotUnbegun: 301 });
    expect(found?.held).toMatchObject({ n: 1, longest: 10_000 });
    const [only] = await waited(began(0, 'cc-200'));
    expect(only).toMatchObject({ unended: 1, unbegun: 0, held: null, got: null, gotUnbegun: null });
  });

  it('are not known where events between the two halves were lost', async () => {
    const lost = (cpu: number) => `CPU:${cpu} [LOST 3 EVENTS]\n`;
    const [own] = await waited(began(0, 'cc-200'), lost(0), ended(30, 'cc-200'));
    expect(own).toMatchObject({ held: null, unended: 1, unbegun: 1 });
    const [another] = await waited(began(0, 'cc-200'), lost(3), ended(30, 'cc-200'));
    expect(another).toMatchObject({ unended: 0, unbegun: 0, held: { n: 1 } });
  });

  it('are told apart by their kind, and throttling by what its event says', async () => {
    const found = await waited(
      line(0, 'cc-200', 'mm_vmscan_memcg_reclaim_begin: order=0 gfp_flags=GFP_KERNEL'),
      line(
        5,
        'cc-200',
        'mm_vmscan_throttled: nid=0 usec_timeout=100000 usect_delayed=90000 reason=VMSCAN_THROTTLE_WRITEBACK',
      ),
      line(9, 'cc-200', 'mm_vmscan_memcg_reclaim_end: nr_reclaimed=2'),
    );
    expect(found.map(({ name, held, got }) => [name, held?.n, held?.longest, got])).toEqual([
      ['cgroup reclaim', 1, 9_000, 2],
      ['throttling', 1, 90_000_000, null],
    ]);
  });
});

describe('disks', () => {
  const lines = [
    line(0, 'cc-1', 'block_rq_issue: 259,0 R 4096 () 2048 + 8 [cc]'),
    line(5, 'cc-1', 'block_rq_issue: 8,0 WS 131072 () 2048 + 256 [cc]'),
    line(20, 'cc-1', 'block_rq_complete: 8,0 WS () 2048 + 256 [0]'),
    line(50, 'cc-1', 'block_rq_complete: 259,0 R () 2048 + 8 [0]'),
    line(60, 'cc-1', 'block_rq_issue: 259,0 FF 0 () 0 + 0 [cc]'),
  ];

  it('have requests, sizes and times of their own', async () => {
    const {
      disks: [big, small],
      requests,
    } = await derived(...lines);
    const one = (ns: number) => ({ n: 1, p50: ns, p99: ns, longest: ns });
    expect(big).toMatchObject({ name: '8:0', writes: 1, reads: 0, written: 131_072, requests: 1 });
    expect(big?.times).toEqual(one(15_000));
    expect(small).toMatchObject({ name: '259:0', reads: 1, read: 4096, requests: 2 });
    expect(small?.sizes).toEqual({ p50: 4096, largest: 4096 });
    expect(small?.times).toEqual(one(50_000));
    expect(requests).toEqual({ n: 3, times: { n: 2, p50: 15_000, p99: 50_000, longest: 50_000 } });
  });

  const proc = async (name: string, text: string) => ({ name, ...(await load(text)) });
  const SWAPS = (...devices: string[]) =>
    `Filename\t\t\t\tType\t\tSize\t\tUsed\t\tPriority\n${devices
      .map((name) => `${name}                               partition\t1048572\t\t0\t\t-2\n`)
      .join('')}`;
  const PARTITIONS =
    'major minor  #blocks  name\n\n 259        0    1048576 nvme0n1\n   8        0    1048576 sda\n   8        1     524288 sda1\n';

  it.each([
    ['which devices swap is on', [], 'devices', 0],
    ['which number the device has', [SWAPS('/dev/nvme0n1')], 'numbers', 0],
    ['which requests are of a part', [SWAPS('/dev/sda1'), PARTITIONS], 'partition', 0],
    ['nothing: reads of the device', [SWAPS('/dev/nvme0n1'), PARTITIONS], null, 1],
    ['nothing: it was not read', [SWAPS('/dev/sda'), PARTITIONS], null, 0],
  ])('reads of swap devices: it is not known %s', async (_, files, unknown, reads) => {
    const snapshots = await Promise.all(files.map((text, i) => proc(String(i), text)));
    const { swapReads } = captureReport(await trace(...lines), 'a', snapshots).derived;
    expect(swapReads).toMatchObject({ unknown, reads });
    expect(swapReads?.times?.n ?? 0).toBe(reads);
  });
});

it('zones are those of the last look at /proc/zoneinfo', () => {
  const kind = (free: number) => {
    const field = (name: string, type: string, value: number) => ({
      ...{ name, type, unit: '', lanes: 1, doc: '' },
      values: Float64Array.of(value),
    });
    const fields = [
      field('zone', 'u8', 10),
      ...['managed', 'min', 'low', 'high'].map((name, i) => field(name, 'u64', 1000 - i)),
      field('free', 'u64', free),
    ];
    const none = { ts: Float64Array.of(0), cpu: Uint16Array.of(0), pid: Int32Array.of(0) };
    const rest = { comm: Uint32Array.of(0), line: Uint32Array.of(1) };
    return { id: 4, name: 'zone', system: '', doc: '', rows: 1, ...none, ...rest, fields };
  };
  const store = (free: number) => ({ base: 0n, span: 0, names: [], kinds: [kind(free)] });
  expect(zones([store(5), store(9)])).toEqual([
    { nid: 1, name: 'Normal', managed: 1000, min: 999, low: 998, high: 997, free: 9, span: null },
  ]);
});

describe('files of /proc, as two kernels wrote them', () => {
  const proc = (name: string) =>
    readFileSync(join(import.meta.dirname, '../../../../datasets/foreign/ftrace', name), 'utf8');

  it('swaps: every device once, with the priority and size of its line; a later file overrides', async () => {
    const files = ['before', 'after'].map((when) => proc(`numa-reclaim/${when}.swaps.txt`));
    const stores = await Promise.all(files.map(async (text) => (await load(text)).store));
    const expected = (files[1] ?? '')
      .trim()
      .split('\n')
      .slice(1)
      .map((line) => line.split(/\s+/))
      .map(([path = '', , size, used, priority]) => ({
        name: path.replace('/dev/', ''),
        pages: Number(size) / 4,
        used: Number(used) / 4,
        priority: Number(priority),
      }));
    expect(expected).toHaveLength(2);
    expect(swaps(stores)).toEqual(expected.sort((a, b) => b.priority - a.priority));
  });

  it('vmstat: every counter as it stands in the file, and its change between two', async () => {
    const files = ['before', 'after'].map((when) => proc(`numa-reclaim/${when}.vmstat.txt`));
    const loaded = await Promise.all(
      files.map(async (text) => ({ name: 'x', store: (await load(text)).store })),
    );
    const read = files.map(
      (text) =>
        new Map(
          text
            .trim()
            .split('\n')
            .map((l) => l.split(' ') as [string, string]),
        ),
    );
    const { rows } = counters(loaded);
    expect(rows.length).toBe(new Set(read.flatMap((of) => [...of.keys()])).size);
    for (const { name, values, change } of rows) {
      const [from, to] = read.map((of) => of.get(name)).map((v) => (v === undefined ? null : Number(v)));
      expect([name, ...values]).toEqual([name, from, to]);
      expect(change).toBe(from == null || to == null ? null : to - from);
    }
  });
});
