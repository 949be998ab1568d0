import { beforeAll, expect, it } from 'vitest';
import type { TraceStore } from '../../../trace/store/store';
import { idleProgress } from '../../testing/progress';
import { kindOf, synthetic } from '../../testing/captures';
import { detailOf, lineOf } from '../events/event-phrases';
import { measureOf } from '../events/measure';
import { orderOf, type Order } from '../events/event-order';
import { parseQuery, search } from './query';
import { AllRows } from '../events/track-rows';
import { spreadOf, statisticsOf } from '../statistics';

let store: TraceStore;
let order: Order;
beforeAll(async () => {
  store = synthetic(6000, 11);
  order = await orderOf(store, idleProgress);
});

const linesFor = async (text: string) => {
  const found = await search(parseQuery(text, store), store, order, idleProgress);
  return Array.from(found, (i) => lineOf(store, order.kind[i] ?? 0, order.row[i] ?? 0));
};

it('each word narrows the search, and nothing that fits is left out', async () => {
  const all = Array.from({ length: order.length }, (_, i) =>
    lineOf(store, order.kind[i] ?? 0, order.row[i] ?? 0),
  );
  const cases: [string, (line: (typeof all)[number]) => boolean][] = [
    ['kind:kswapd', (l) => l.name.includes('kswapd')],
    ['kind:block cpu:2', (l) => l.name.startsWith('block') && l.cpu === '2'],
    ['task:FIO', (l) => l.comm === 'fio'],
    ['order>=2', (l) => / order=[23]\b/.test(` ${l.fields}`)],
    ['zone=normal', (l) => l.fields.includes('zone=Normal')],
    ['kswapd0', (l) => l.comm === 'kswapd0'],
    ['rwbs', () => false],
    ['compaction', (l) => l.name.includes('compaction')],
  ];
  for (const [text, fits] of cases) {
    const lines = await linesFor(text);
    expect(lines, text).toEqual(all.filter(fits));
    if (text !== 'rwbs') expect(lines.length, text).toBeGreaterThan(10);
  }
});

it('what makes no sense is said', () => {
  for (const text of ['cpu:many', 'nothing=1', 'kind:', 'knd:kswapd', 'order:3', 'event:']) {
    expect(parseQuery(text, store).complaint, text).not.toBeNull();
  }
  expect(parseQuery('knd:kswapd', store).complaint).toBe('“knd:” is not one of kind:, task:, cpu: and pid:.');
  expect(parseQuery('order:3', store).complaint).toBe('“order:” is a field: write order=… for its value.');
  for (const text of ['cpu:1 fio', '259:0', '0-3:'])
    expect(parseQuery(text, store).complaint, text).toBeNull();
});

it('a search can be cancelled', async () => {
  const cancel = new AbortController();
  cancel.abort(new Error('enough'));
  const events = Array.from({ length: 600_000 }, (_, i) => ({ ts: i, cpu: 0, pid: 1, comm: 1, line: i + 1 }));
  const big = { base: 0n, span: 1, kinds: [kindOf({ id: 64, name: 'many' }, events, [])], names: [''] };
  await expect(orderOf(big, { signal: cancel.signal, progress: () => undefined })).rejects.toThrow('enough');
});

it('quantiles are values that are there', () => {
  const values = Float64Array.from({ length: 200 }, (_, i) => 200 - i);
  expect(spreadOf(values)).toEqual({ n: 200, min: 1, max: 200, mean: 100.5, p50: 100, p99: 198 });
  expect(spreadOf(new Float64Array(0))).toBeNull();
});

it('statistics of a stretch are those of its events, end excluded', async () => {
  const [from, to] = [order.ts[1000] ?? 0, order.ts[5000] ?? 0];
  const measure = measureOf(store, 'bytes');
  const found = await statisticsOf(store, new AllRows(order), from, to, measure, idleProgress);
  const inside = Array.from(order.ts.keys()).filter(
    (i) => (order.ts[i] ?? 0) >= from && (order.ts[i] ?? 0) < to,
  );
  expect(found.count).toBe(inside.length);
  expect(found.kinds.reduce((n, k) => n + k.count, 0)).toBe(inside.length);
  expect(found.perSecond).toBeCloseTo((inside.length / (to - from)) * 1e9);
  const values = inside.flatMap((i) => {
    const value = measure?.values[order.kind[i] ?? 0]?.(order.row[i] ?? 0) ?? NaN;
    return Number.isNaN(value) ? [] : [value];
  });
  expect(found.spread).toMatchObject({
    n: values.length,
    min: Math.min(...values),
    max: Math.max(...values),
  });
  expect(found.kinds.find((k) => k.name === 'block_rq_issue')?.spread?.n).toBe(values.length);
  expect(found.kinds.find((k) => k.name === 'block_rq_complete')?.spread).toBeNull();
});

it('an event is written with the kernel’s names, and a dash is left for what the line did not have', () => {
  const at = { ts: 5, cpu: 0xffff, pid: -0x80000000, comm: 0, line: 0xffffffff };
  const fields = [
    { name: 'mode', type: 'u8', values: Uint8Array.of(2) },
    { name: 'delay', type: 'u64', unit: 'ns', values: BigUint64Array.of((1n << 64n) - 1n) },
    { name: 'offset', type: 'u64', values: BigUint64Array.of((1n << 60n) + 1n) },
  ];
  const kinds = [kindOf({ id: 25, name: 'swap_in' }, [at], fields)];
  const detail = detailOf({ base: 10n ** 18n + 1n, span: 5, kinds, names: ['', '\u202ex'] }, 0, 0);
  expect(detail).toMatchObject({ cpu: '', pid: '', comm: '', line: null, time: '1000000000000000006' });
  expect(detail.list.map((f) => f.value)).toEqual(['hybrid', '', String((1n << 60n) + 1n)]);
});
