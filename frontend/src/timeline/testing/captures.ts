/** Captures made up for tests: a few kinds, CPUs, tasks and disks, the same for the same seed. */
import type { KindColumns, Numbers, TextColumn, TraceStore } from '../../trace/store/store';

/** Numbers from 0 to 1, repeatable (mulberry32). */
export function random(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

export const NAMES = ['', 'kswapd0', 'fio', 'kworker/1:0', 'Normal', 'DMA32', 'WS'];

interface FieldSpec {
  name: string;
  type: string;
  unit?: string;
  values: Numbers | TextColumn;
}

export function kindOf(
  about: { id: number; name: string; system?: string },
  events: { ts: number; cpu: number; pid: number; comm: number; line: number }[],
  fields: FieldSpec[],
): KindColumns {
  return {
    system: '',
    doc: `A ${about.name}.`,
    ...about,
    rows: events.length,
    ts: Float64Array.from(events, (e) => e.ts),
    cpu: Uint16Array.from(events, (e) => e.cpu),
    pid: Int32Array.from(events, (e) => e.pid),
    comm: Uint32Array.from(events, (e) => e.comm),
    line: Uint32Array.from(events, (e) => e.line),
    fields: fields.map((f) => ({ unit: '', lanes: 1, doc: `The ${f.name}.`, ...f })),
  };
}

/** `n` events of four kinds over `span` ns, some of them in bursts and some at the same time. */
export function synthetic(n: number, seed = 1, span = 1e9): TraceStore {
  const next = random(seed);
  const whole = (below: number) => Math.floor(next() * below);
  const times = Float64Array.from({ length: n }, () => {
    const burst = next() < 0.3;
    return Math.floor(burst ? span * 0.4 + next() * span * 1e-4 : next() * span);
  }).sort();
  if (n > 0) times[0] = 0;
  const lists: { ts: number; cpu: number; pid: number; comm: number; line: number }[][] = [[], [], [], []];
  times.forEach((ts, i) => {
    const cpu = next() < 0.01 ? 0xffff : whole(4);
    const comm = next() < 0.05 ? 0 : 1 + whole(3);
    lists[whole(4)]?.push({ ts, cpu, pid: comm === 2 ? 200 + (i % 3) : 100 + comm, comm, line: i + 1 });
  });
  const [wake = [], alloc = [], issue = [], complete = []] = lists;
  const u8 = (rows: unknown[], below: number) =>
    Uint8Array.from(rows, () => (next() < 0.02 ? 0xff : whole(below)));
  const big = (rows: unknown[]) => BigUint64Array.from(rows, () => BigInt(whole(2 ** 31)) * 1024n);
  const sectors = (rows: unknown[]) => BigUint64Array.from(rows, () => BigInt(whole(64) * 8));
  const disks = (rows: unknown[]) => Uint32Array.from(rows, () => (259 << 20) | whole(2));
  const kinds = [
    kindOf({ id: 64, name: 'mm_vmscan_kswapd_wake', system: 'vmscan' }, wake, [
      { name: 'nid', type: 's32', values: Int32Array.from(wake, () => whole(3)) },
      { name: 'order', type: 'u8', values: u8(wake, 4) },
    ]),
    kindOf({ id: 65, name: 'mm_compaction_suitable', system: 'compaction' }, alloc, [
      { name: 'node', type: 's32', values: Int32Array.from(alloc, () => whole(2)) },
      { name: 'zone', type: 'name', values: Uint32Array.from(alloc, () => 4 + whole(2)) },
      { name: 'pages', type: 'u64', unit: 'pages', values: big(alloc) },
    ]),
    kindOf({ id: 66, name: 'block_rq_issue', system: 'block' }, issue, [
      { name: 'dev', type: 'dev', values: disks(issue) },
      { name: 'sector', type: 'u64', values: sectors(issue) },
      { name: 'bytes', type: 'u32', unit: 'bytes', values: Uint32Array.from(issue, () => 512 * whole(256)) },
      { name: 'rwbs', type: 'name', values: Uint32Array.from(issue, () => 6) },
    ]),
    kindOf({ id: 67, name: 'block_rq_complete', system: 'block' }, complete, [
      { name: 'dev', type: 'dev', values: disks(complete) },
      { name: 'sector', type: 'u64', values: sectors(complete) },
    ]),
  ];
  return { base: 1_000_000_000n, span: times[n - 1] ?? 0, kinds, names: NAMES };
}
