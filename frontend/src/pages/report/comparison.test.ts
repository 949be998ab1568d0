import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { captureReport } from '../../trace/report/capture-report';
import { NUMBERS } from '../../trace/report/numbers';
import { load } from '../../trace/testing/loader';
import { comparedSide, comparedTraces } from './comparison';

/** `at` in µs. */
const on = (cpu: number, at: number, event: string) =>
  `            cc-7       [00${cpu}] ..... ${(100 + at / 1e6).toFixed(6)}: ${event}\n`;
const BEGIN = 'mm_vmscan_direct_reclaim_begin: order=0 gfp_flags=GFP_KERNEL';
const END = 'mm_vmscan_direct_reclaim_end: nr_reclaimed=32';
const LOST = 'CPU:0 [LOST 12 EVENTS]\n';
const stalls = (...lengths: number[]) =>
  lengths.map((length, i) => on(0, i * 1000, BEGIN) + on(0, i * 1000 + length, END)).join('');

const side = async (text: string, name = 'a') =>
  comparedSide(captureReport(await load(`# tracer: nop\n#\n${text}`), name));
const compared = async (a: string, b: string) => comparedTraces(await side(a), await side(b));
const row = ({ rows }: Awaited<ReturnType<typeof compared>>, name: string, part: number | null = null) =>
  rows.find((of) => of.name === name && of.part === part);

describe('two traces', () => {
  it('differ in numbers that both tell', async () => {
    const found = row(await compared(stalls(100, 200), stalls(100, 300)), 'direct_p99');
    expect(found).toMatchObject({ a: 200_000, b: 300_000, percent: 50, unit: 'ns', verdict: 'worse' });
    expect(found?.words).toEqual([
      'direct_p99 (less is better)',
      '200 µs',
      '300 µs',
      '+100 µs',
      '+50.0',
      'worse',
    ]);
    expect(found?.unknown).toBeNull();
  });

  it('what one does not tell is unknown, not 0', async () => {
    const found = await compared(stalls(100), on(0, 0, 'mm_vmscan_kswapd_wake: nid=0 order=0'));
    for (const name of ['direct_count', 'direct_p99', 'direct_pages']) {
      const { a, b, percent, verdict, unknown } = row(found, name) ?? {};
      expect([a === null, b, percent, verdict]).toEqual([false, null, null, 'unknown']);
      expect(unknown).toBe(
        'B has no event mm_vmscan_direct_reclaim_begin and no mm_vmscan_direct_reclaim_end',
      );
    }
    expect(found.neither).toContain('request_p99');
    expect(row(found, 'request_p99')).toBeUndefined();
  });

  it('halves have no length', async () => {
    const found = row(await compared(stalls(100), on(0, 0, END) + on(0, 5, BEGIN)), 'direct_longest');
    expect(found).toMatchObject({ b: null, verdict: 'unknown' });
    expect(found?.unknown).toBe('B does not tell: no direct reclaim has both beginning and end');
  });

  it('where events were lost, what is left is shown and not compared', async () => {
    const found = await compared(stalls(100), stalls(100) + LOST + on(0, 9000, BEGIN) + on(0, 9500, END));
    const { b, percent, verdict, unknown, words } = row(found, 'direct_p99') ?? {};
    expect([b, percent, verdict]).toEqual([500_000, null, 'unknown']);
    expect(unknown).toBe('B lost 12 events');
    expect(words?.slice(1, 4)).toEqual(['100 µs', '~500 µs', '–']);
  });

  it('nodes stand by themselves; one that a trace does not have is unknown', async () => {
    const kswapd = (nid: number) =>
      on(nid, 100, `mm_vmscan_kswapd_wake: nid=${nid} order=0`) +
      on(nid, 200, `mm_vmscan_kswapd_sleep: nid=${nid}`);
    const found = await compared(kswapd(0) + kswapd(1) + on(0, 500, END), kswapd(0) + on(0, 300, END));
    expect(row(found, 'kswapd_awake', 0)).toMatchObject({ a: 25, b: 50, percent: 100, verdict: 'more' });
    expect(row(found, 'kswapd_awake', 1)).toMatchObject({ b: null, unknown: 'B has no such node' });
  });

  it('clocks of two sorts have no lengths in common', async () => {
    const read = async (name: string) => {
      const file = join(import.meta.dirname, '../../../../datasets/foreign/ftrace', name);
      return comparedSide(captureReport(await load(readFileSync(file)), name));
    };
    const found = comparedTraces(
      await read('debian-6.1-clock-x86-tsc.txt.gz'),
      await read('debian-6.1-clock-mono.txt.gz'),
    );
    expect(row(found, 'request_p99')).toMatchObject({ verdict: 'unknown', percent: null });
    expect(row(found, 'request_p99')?.unknown).toBe('the two clocks count different things');
    expect(row(found, 'read_count')?.unknown).toBeNull();
  });

  it('from 0 is no percentage', async () => {
    const reads = (rwbs: string) => on(0, 0, `block_rq_issue: 259,0 ${rwbs} 4096 () 8 + 8 none,0,0 [cc]`);
    const found = row(await compared(reads('W'), reads('R')), 'read_count');
    expect(found).toMatchObject({ a: 0, b: 1, percent: null, verdict: 'more', unknown: null });
    expect(found?.words[4]).toBe('from 0');
  });
});

it('docs/compare.md has each number, and no other', () => {
  const page = readFileSync(join(import.meta.dirname, '../../../../docs/compare.md'), 'utf8');
  const names = [...page.matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name);
  expect(names).toEqual(NUMBERS.map(({ name }) => name));
});
