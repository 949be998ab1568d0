import { expect, it } from 'vitest';
import { atOnce } from '../../core/work/work';
import { missingIn, wholeSince } from '../../trace/statistics/gaps';
import { kindOf, synthetic } from '../testing/captures';
import { idleProgress } from '../testing/progress';
import { orderOf, type Order } from './events/event-order';
import { placeOf, rank, TimeIndex } from './events/track-rows';
import { tracksOf, type Track } from './tracks';
import type { TraceStore } from '../../trace/store/store';

const load = async (store: TraceStore): Promise<{ order: Order; tracks: Track[] }> => {
  const order = await orderOf(store, idleProgress);
  return { order, tracks: await tracksOf(store, order, idleProgress) };
};

it('the order holds every event once, by time and then by line', async () => {
  const store = synthetic(5000);
  const order = await orderOf(store, idleProgress);
  expect(order.length).toBe(5000);
  const lineAt = (i: number) => store.kinds[order.kind[i] ?? 0]?.line[order.row[i] ?? 0] ?? 0;
  const lines = Array.from({ length: order.length }, (_, i) => lineAt(i));
  expect(lines).toEqual(Array.from({ length: 5000 }, (_, i) => i + 1));
  expect(order.ts).toEqual(order.ts.slice().sort());
});

it('every track holds exactly the events whose fields say so', async () => {
  const store = synthetic(4000, 7);
  const { tracks } = await load(store);
  const counted = (group: string) =>
    Object.fromEntries(tracks.filter((t) => t.group === group).map((t) => [t.name, t.rows.length]));
  const count = (groups: Map<string, number>, name: string | null) => {
    if (name !== null) groups.set(name, (groups.get(name) ?? 0) + 1);
  };
  const none = () => new Map<string, number>();
  const expected = { cpu: none(), node: none(), zone: none(), device: none(), task: none() };
  for (const kind of store.kinds) {
    const values = (name: string) =>
      kind.fields.find((f) => f.name === name)?.values as Int32Array | undefined;
    for (let row = 0; row < kind.rows; row++) {
      count(expected.cpu, kind.cpu[row] === 0xffff ? null : `CPU ${kind.cpu[row] ?? ''}`);
      count(expected.task, kind.comm[row] === 0 ? null : (store.names[kind.comm[row] ?? 0] ?? ''));
      const node = values('nid')?.[row] ?? values('node')?.[row];
      count(expected.node, node === undefined ? null : `node ${node}`);
      const zone = values('zone')?.[row];
      count(expected.zone, zone === undefined ? null : `node ${node ?? ''} ${store.names[zone] ?? ''}`);
      const dev = values('dev')?.[row];
      count(expected.device, dev === undefined ? null : `${dev >>> 20}:${dev & 0xfffff}`);
    }
  }
  for (const { name, pids, group } of tracks) {
    const of = store.kinds.flatMap((kind) =>
      Array.from(kind.pid).filter((_, row) => store.names[kind.comm[row] ?? 0] === name),
    );
    const several = new Set(of);
    const only = several.size === 1 ? (of[0] ?? null) : null;
    expect(pids, name).toEqual(group === 'task' ? { count: several.size, only } : undefined);
  }
  for (const [group, counts] of Object.entries(expected)) {
    expect(counted(group), group).toEqual(Object.fromEntries(counts));
  }
  const tasks = tracks.filter((t) => t.group === 'task').map((t) => t.rows.length);
  expect(tasks).toEqual([...tasks].sort((a, b) => b - a));
});

it('a track’s events are in order of time, and the index finds each time', async () => {
  const store = synthetic(3000, 3);
  for (const { rows } of (await load(store)).tracks) {
    const index = new TimeIndex(rows);
    for (let i = 1; i < rows.length; i++) expect(rows.ts(i)).toBeGreaterThanOrEqual(rows.ts(i - 1));
    for (let i = 0; i < rows.length; i += 37) {
      for (const t of [rows.ts(i), rows.ts(i) + 1]) expect(index.rank(t)).toBe(rank(rows, t));
    }
    expect(index.rank(-1)).toBe(0);
    expect(index.rank(Infinity)).toBe(rows.length);
  }
});

it('an event is found in the order again', async () => {
  const store = synthetic(500, 9);
  const order = await orderOf(store, idleProgress);
  for (let i = 0; i < order.length; i++) {
    expect(placeOf(order, order.kind[i] ?? 0, order.row[i] ?? 0, order.ts[i] ?? 0)).toBe(i);
  }
});

it('zones, swap devices and nodes of CPUs of our own captures have their names', async () => {
  const at = (ts: number) => ({ ts, cpu: 2, pid: 5, comm: 1, line: ts + 1 });
  const heap = new TextEncoder().encode('zram1');
  const kinds = [
    kindOf(
      { id: 1, name: 'node' },
      [at(0)],
      [
        { name: 'nid', type: 's16', values: Int16Array.of(3) },
        { name: 'cpus', type: 'x64', values: BigUint64Array.of(0b100n) },
      ],
    ),
    kindOf(
      { id: 16, name: 'swap_list' },
      [at(1)],
      [
        { name: 'type', type: 's16', values: Int16Array.of(1) },
        { name: 'name', type: 'text', values: { places: Uint32Array.of(0, 5), heap } },
      ],
    ),
    kindOf(
      { id: 33, name: 'zone_batch' },
      [at(2)],
      [{ name: 'zone', type: 'u8', values: Uint8Array.of(10) }],
    ),
  ];
  const { tracks } = await load({ base: 0n, span: 2, kinds, names: ['', 'x'] });
  const named = tracks.map((t) => [t.group, t.name, t.node]);
  expect(named).toContainEqual(['cpu', 'CPU 2', 3]);
  expect(named).toContainEqual(['device', 'zram1', null]);
  expect(named).toContainEqual(['zone', 'node 1 Normal', 1]);
});

it('a gap reaches from the event before on that CPU to the line that tells of it, or from the beginning', () => {
  const on = (ts: number, cpu: number) => ({ ts, cpu, pid: 1, comm: 1, line: ts + 1 });
  const kinds = [
    kindOf({ id: 64, name: 'mm_vmscan_kswapd_wake' }, [on(10, 0), on(20, 1), on(50, 0)], []),
    kindOf({ id: 65, name: 'mm_vmscan_kswapd_sleep' }, [on(0, 0), on(12, 0), on(30, 2)], []),
    kindOf(
      { id: 3, name: 'lost' },
      [on(20, 1), on(50, 0), on(60, 0xffff)],
      [{ name: 'n', type: 'u64', values: BigUint64Array.of(2n, 7n, (1n << 64n) - 1n) }],
    ),
  ];
  const store = { base: 0n, span: 60, kinds, names: ['', 'x'] };
  const missing = atOnce(missingIn(store, { buffers_started: 0, overwritten: 0 }));
  expect(missing.gaps).toEqual([
    { from: 0, to: 20, cpu: 1, n: 2 },
    { from: 12, to: 50, cpu: 0, n: 7 },
    { from: 50, to: 60, cpu: null, n: null },
  ]);
  expect([missing.begins.size, wholeSince(missing)]).toEqual([0, 60]);
  // Of buffers that were written over either the heading tells, or a line where each of them begins.
  const { begins } = atOnce(missingIn(store, { buffers_started: 0, overwritten: 7 }));
  expect(atOnce(missingIn(store, { buffers_started: 1, overwritten: 0 })).begins).toEqual(begins);
  expect(begins).toEqual(
    new Map([
      [0, 0],
      [1, 20],
      [2, 30],
    ]),
  );
  expect(wholeSince({ gaps: [], begins })).toBe(30);
});
