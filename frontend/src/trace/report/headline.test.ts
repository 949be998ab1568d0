/** The sentence above a capture: made of what the text says, as a look at its lines finds it. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { Reporter } from './reporter';
import { captureReport } from './capture-report';
import { headlineOf, sentenceOf } from './headline';
import { bundled } from '../testing/captures';
import { inColumns } from '../testing/columns';
import { load } from '../testing/loader';
import { samples } from '../testing/samples';

const HEAD = '# tracer: nop\n#\n';
const line = (us: number, task: string, event: string) =>
  `${inColumns(task)} [000] ...1.    ${(24 + us / 1e6).toFixed(6)}: ${event}\n`;
const clausesOf = async (text: string | Uint8Array<ArrayBuffer>) => {
  const reported = new Reporter(await load(text));
  const says = await reported.says(() => true);
  expect(says).toEqual(headlineOf(reported.report('a')));
  return says ?? [];
};
const said = async (...lines: string[]) => sentenceOf(await clausesOf(HEAD + lines.join('')));

describe('the sentence', () => {
  it('tells of kswapd, direct reclaim and requests', async () => {
    expect(
      await said(
        line(0, 'kswapd0-60', 'mm_vmscan_kswapd_wake: nid=0 order=0'),
        line(10, 'cc-200', 'mm_vmscan_direct_reclaim_begin: order=0 gfp_flags=GFP_KERNEL'),
        line(30, 'cc-200', 'mm_vmscan_direct_reclaim_end: nr_reclaimed=7'),
        line(40, 'ld-300', 'mm_vmscan_direct_reclaim_begin: order=0 gfp_flags=GFP_KERNEL'),
        line(50, 'cc-1', 'block_rq_issue: 259,0 R 4096 () 2048 + 8 [cc]'),
        line(51, 'cc-1', 'block_rq_issue: 8,0 W 4096 () 2048 + 8 [cc]'),
        line(61, 'cc-1', 'block_rq_complete: 8,0 W () 2048 + 8 [0]'),
        line(75, 'kswapd0-60', 'mm_vmscan_kswapd_sleep: nid=0'),
        line(80, 'cc-1', 'block_rq_complete: 259,0 R () 2048 + 8 [0]'),
        line(100, 'kswapd0-60', 'mm_vmscan_kswapd_wake: nid=0 order=0'),
      ),
    ).toBe(
      'kswapd was awake 75.0 % of the capture on node 0; 1 direct reclaim took 20 µs; ' +
        '2 requests had a p99 of 30 µs.',
    );
  });

  it('tells of what part of the capture it knows how long kswapd was awake, node by node', async () => {
    const other = (us: number, cpu: number) =>
      line(us, 'a-1', 'sched_waking: comm=b pid=2').replace('[000]', `[00${cpu}]`);
    const kswapd = (us: number, nid: number, what: string) =>
      line(us, `kswapd${nid}-60`, `mm_vmscan_kswapd_${what}: nid=${nid} order=0`).replace(
        '[000]',
        `[00${nid}]`,
      );
    const lines = [
      ...[other(0, 0), kswapd(100, 0, 'wake'), kswapd(200, 0, 'sleep')],
      '##### CPU 1 buffer started ####\n',
      ...[other(600, 1), kswapd(700, 1, 'sleep'), other(1000, 0)],
    ];
    expect(await said(...lines)).toBe(
      'kswapd was awake 10.0 % of the capture on node 0, 25.0 % of 400 µs known on node 1.',
    );
    const alone = lines.filter((text) => !text.includes('nid=0 '));
    expect(await said(...alone)).toBe('kswapd was awake for an unknown time: no wake-up is recorded.');
  });

  it('tells of one as of one, and of an end that is not known as of none', async () => {
    const reclaim = line(10, 'cc-200', 'mm_vmscan_direct_reclaim_begin: order=0 gfp_flags=GFP_KERNEL');
    expect(await said(reclaim, line(50, 'cc-1', 'block_rq_issue: 259,0 R 4096 () 2048 + 8 [cc]'))).toBe(
      '1 direct reclaim began; 1 request went to disks.',
    );
    expect(await said(reclaim, line(30, 'cc-200', 'mm_vmscan_direct_reclaim_end: nr_reclaimed=7'))).toBe(
      '1 direct reclaim took 20 µs.',
    );
  });

  describe('with what /proc/vmstat counted before and after', () => {
    const file = async (stalls: string) => ({
      name: 'vmstat',
      ...(await load(`nr_free_pages 7\n${stalls}`)),
    });
    const says = async (text: string, ...stalls: string[]) => {
      const files = await Promise.all(stalls.map(file));
      return sentenceOf(headlineOf(captureReport(await load(HEAD + text), 'a', files)));
    };
    const END = line(30, 'cc-200', 'mm_vmscan_direct_reclaim_end: nr_reclaimed=7');
    const reclaim = line(10, 'cc-200', 'mm_vmscan_direct_reclaim_begin: order=0 gfp_flags=GFP_KERNEL') + END;
    const before = 'allocstall_normal 5\nallocstall_movable 10\n';
    const after = 'allocstall_normal 6\nallocstall_movable 13\n';

    it('tells it beside what the capture has, whichever file was added first', async () => {
      const whole = '1 direct reclaim took 20 µs (vmstat counted 4).';
      expect(await says(reclaim, before, after)).toBe(whole);
      expect(await says(reclaim, after, before)).toBe(whole);
      expect(await says(END, before, after)).toBe('1 direct reclaim ended (vmstat counted 4).');
      expect(await says(reclaim, 'allocstall 3\n', 'allocstall 3\n')).toBe(
        '1 direct reclaim took 20 µs (vmstat counted 0).',
      );
    });

    it('tells it where the capture has none', async () => {
      const wake = line(0, 'a-1', 'sched_waking: comm=b pid=2');
      expect(await says(wake, before, after)).toBe(
        'vmstat counted 4 direct reclaims, this capture has none.',
      );
      expect(await says(wake, before, before)).toBe('Nothing about kswapd, direct reclaim or requests.');
    });

    it('tells nothing of one file, or of a counter that one of them has not', async () => {
      const alone = '1 direct reclaim took 20 µs.';
      expect(await says(reclaim, after)).toBe(alone);
      expect(await says(reclaim, 'allocstall_normal 5\n', after)).toBe(alone);
      expect(await says(reclaim, '', '')).toBe(alone);
    });
  });

  it('says so where none of these is known', async () => {
    expect(await said(line(0, 'a-1', 'sched_waking: comm=b pid=2'))).toBe(
      'Nothing about kswapd, direct reclaim or requests.',
    );
  });

  it('says which events of a script can be counted as a tracepoint', async () => {
    const { path = '' } = samples.find(({ id }) => id === 'bpftrace/debian-6.1-keyvalue') ?? {};
    const says = await clausesOf(readFileSync(path));
    expect(sentenceOf(says)).toMatch(/\b(\w+) can be counted as \w+_\1 in the report/);
  });

  it.each([
    ['zram-global', 'zram0 gave 97.0 % of 16,895 slots, zram1 3.0 %; 264 decisions with their inputs.'],
    [
      'cache-fair',
      'kswapd was awake 3.7 % of the capture on node 0, 8.3 % on node 1; 1,829 decisions with their inputs.',
    ],
    // Of several questions the first answer to each.
    [
      'swap-in-zswap',
      'zram0 gave 100.0 % of 3,584 slots; reads from swap: 1,534 from zswap (p99 333 µs); 3,963 decisions with their inputs.',
    ],
  ])('of decisions says what they came to: %s', async (id, says) => {
    const { path = '' } = bundled.find((capture) => capture.id === id) ?? {};
    expect(sentenceOf(await clausesOf(readFileSync(path)))).toBe(says);
  });

  it('is given up when nobody wants it any more', async () => {
    expect(await new Reporter(await load(HEAD)).says(() => false)).toBeNull();
  });
});

/** Two lines of a window of 1024 px hold this many; without what a phone leaves out, three of one of 390 px. */
const MOST = 150;
const MOST_ON_PHONE = 125;

it.each(samples)('of $id fits its place', async ({ path }) => {
  const clauses = await clausesOf(readFileSync(path));
  expect(clauses.length).toBeGreaterThan(0);
  expect(sentenceOf(clauses).length).toBeLessThanOrEqual(MOST);
  expect(clauses.map(({ text }) => text).join('; ').length).toBeLessThan(MOST_ON_PHONE);
});
