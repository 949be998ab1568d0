import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { atOnce } from '../../core/work/work';
import { load } from '../testing/loader';
import { FOREIGN } from '../testing/samples';
import { missingIn } from './gaps';
import { wakerPhrase, wakersIn } from './wakers';

const on = (cpu: number, us: number, task: string, event: string) =>
  `${task.padStart(16)}      [00${cpu}] .....   1.${String(us).padStart(6, '0')}: ${event}\n`;
const call = (us: number, task: string, nid = 0, cpu = 1) =>
  on(cpu, us, task, `mm_vmscan_wakeup_kswapd: nid=${nid} order=0 gfp_flags=GFP_KERNEL`);
const sleep = (us: number, nid = 0) => on(0, us, `kswapd${nid}-6`, `mm_vmscan_kswapd_sleep: nid=${nid}`);
const wake = (us: number, nid = 0) =>
  on(0, us, `kswapd${nid}-6`, `mm_vmscan_kswapd_wake: nid=${nid} order=0`);

/** Who woke the kswapd of a node that woke at so many µs from the first line. */
async function waker(us: number, lines: string[], nid = 0): Promise<string | null> {
  const { store, report } = await load(`# tracer: nop\n#\n${lines.join('')}`);
  const found = wakersIn(store, atOnce(missingIn(store, report)))
    .get(nid)
    ?.of(us * 1000);
  return found?.comm ?? null;
}

it('is the first that called since the node’s kswapd fell asleep', async () => {
  const lines = [
    call(0, 'early-1'),
    sleep(10),
    call(20, 'cc-7'),
    call(25, 'ld-8'),
    wake(30),
    call(40, 'late-2'),
  ];
  expect(await waker(30, lines)).toBe('cc');
  expect(await waker(30, [call(0, 'first-1'), wake(30)])).toBe('first');
  expect(await waker(30, [sleep(0), call(5, 'other-1', 1), wake(30)])).toBeNull();
  expect(await waker(30, [sleep(0), wake(30), call(31, 'late-2')])).toBeNull();
});

it('is not known where a call may be missing, of any CPU', async () => {
  const lost = 'CPU:3 [LOST 5 EVENTS]\n';
  const other = (us: number, cpu: number) => on(cpu, us, 'a-1', 'sched_waking: comm=b pid=2');
  const asleep = [sleep(0), other(1, 3)];
  expect(await waker(30, [...asleep, lost, other(15, 3), call(20, 'cc-7'), wake(30)])).toBeNull();
  expect(await waker(30, [...asleep, call(20, 'cc-7'), wake(30), lost, other(50, 3)])).toBeNull();
  expect(await waker(30, [...asleep, call(20, 'cc-7'), wake(30), other(40, 3), lost, other(50, 3)])).toBe(
    'cc',
  );
  const started = '##### CPU 3 buffer started ####\n';
  expect(await waker(30, [sleep(0), started, other(15, 3), call(20, 'cc-7'), wake(30)])).toBeNull();
});

it('of a real capture is known where all buffers are whole, and comes before the wake-up', async () => {
  const { store, report } = await load(readFileSync(join(FOREIGN, 'ftrace/numa-reclaim.txt.zst')));
  const all = wakersIn(store, atOnce(missingIn(store, report)));
  expect([...all.keys()].sort()).toEqual([0, 1]);
  // kswapd1 slept at 154.407779, usemem-0 called, kswapd1 woke up; what CPU 1 recorded before 148 s was overwritten.
  const at = (s: number) => Math.round(s * 1e9 - Number(store.base));
  const found = all.get(1)?.of(at(154.671818));
  expect(found && wakerPhrase(found)).toMatch(/^usemem-0 223, order 0, GFP_HIGHUSER_MOVABLE/);
  expect(found?.ts).toBeCloseTo(at(154.665441), -3);
  expect(all.get(0)?.of(at(142.035977))).toBeNull();
});
