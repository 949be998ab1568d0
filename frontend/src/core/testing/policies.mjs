/**
 * For tests: a small capture of each policy beside swap device selection, decided as the kernel decides,
 * so that the checker calls every decision the same.
 */
import { capture, line } from './capture.mjs';

const nodes = [
  line('node', { nid: 0, cpus: 1, pages: 1000 }),
  line('node', { nid: 1, cpus: 2, pages: 1000 }),
];

/** A task reads through two nodes, two allocations each. @param {number} n decisions */
export function interleave(n) {
  const lines = Array.from({ length: n }, (_, i) => {
    const nid = Math.floor(i / 2) % 2;
    const cnt = i % 2;
    const prev = i === 0 ? 1023 : cnt ? nid : 1 - nid;
    const values = { caller: 0, mode: 3, nodes: 3, prev, cnt, g: 2, nid, cnt_after: 1 - cnt };
    return line('interleave', { ts: 1000 + 10 * i, cpu: 0, pid: 7, comm: '<b>reader', ...values });
  });
  const policy = line('mempolicy', { ts: 900, pid: 7, mode: 3, nodes: 3, comm: '<b>reader' });
  return capture([...nodes, policy, ...lines], { 'vm.numa_interleave_granularity': '2' });
}

/** Faults that read one page each, under hybrid polling. @param {number} n faults; two decisions each */
export function swapIn(n) {
  const lines = Array.from({ length: n }, (_, i) => i).flatMap((i) => {
    const at = { ts: 1000 + 20 * i, cpu: 1, pid: 9 };
    const ra = { ra: 0, type: 0, max_win: 8, prev: 5, cur: 900 + 16 * i, hits: 0, prev_win: 1, win: 1 };
    const how = { type: 0, offset: 40 + i, single: 1, can_poll: 1, mode: 2, mean: 9001, how: 6, sleep: 4501 };
    return [
      line('swap_ra', { ...at, ...ra, lo: 0, hi: 100000 }),
      line('swap_in', { ...at, ts: at.ts + 1, ...how }),
      line('swap_in_done', { ...at, ts: at.ts + 9, type: 0, offset: 40 + i, how: 6, lat: 8000, slept: 4501 }),
    ];
  });
  return capture([...nodes, ...lines], { 'vm.swap_poll': '2' });
}

/** GFP_KERNEL of 6.12, and the flags of the fast path: low mark, kswapd may be woken. */
const GFP_KERNEL = 0xcc0;
const ALLOC_WMARK_LOW = 1;
const ALLOC_KSWAPD = 2048;
/** Zones are node * 8 + index; zone_bit: local, near. */
const NORMAL = 2;
const DMA32 = 1;
const LOCAL_NEAR = 12;

/** The preferred zone falls below its mark, so the next one gives, and kswapd is woken. @param {number} n walks */
export function zones(n) {
  const lines = Array.from({ length: n }, (_, i) => i).flatMap((i) => {
    const at = { ts: 1000 + 20 * i, cpu: 0, pid: 11 };
    const walk = {
      gfp: GFP_KERNEL,
      flags: ALLOC_WMARK_LOW | ALLOC_KSWAPD,
      highest: 2,
      list: 0,
      pref: NORMAL,
      nodes: '3',
      visits: 2,
      visit_zone: [NORMAL, DMA32],
      visit_verdict: [6, 0],
      visit_flags: [LOCAL_NEAR, LOCAL_NEAR],
      visit_batch: [0, 0],
      visit_free: [1900 - i, 52000],
      visit_unusable: [0, 0],
      visit_mark: [2000, 2048],
      visit_reserve: [0, 256],
      zone: DMA32,
      pfn: 4096 + i,
    };
    const wake = {
      nid: 0,
      zone: NORMAL,
      gfp: GFP_KERNEL,
      highest: 2,
      asleep: i % 2,
      visits: i % 2,
      visit_zone: i % 2 ? [NORMAL] : [],
      visit_flags: i % 2 ? [0] : [],
      visit_free: i % 2 ? [1900] : [],
      visit_unusable: i % 2 ? [0] : [],
      visit_mark: i % 2 ? [2500] : [],
      visit_reserve: i % 2 ? [0] : [],
      verdict: i % 2 ? 0 : 1,
    };
    return [line('zone_select', { ...at, ...walk }), line('kswapd_wake', { ...at, ts: at.ts + 1, ...wake })];
  });
  const list = line('zonelist', { nid: 0, n: 2, zone: [NORMAL, DMA32] });
  const settings = { 'vm.zone_alloc_policy': 'preferred', 'vm.kswapd_wake_mark': 'high' };
  return capture([...nodes, list, ...lines], settings);
}
