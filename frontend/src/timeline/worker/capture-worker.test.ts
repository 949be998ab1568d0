/** What is drawn while the rest is read, and what becomes of it. */
import { expect, it } from 'vitest';
import { loadTrace, type LoadedTrace, type TraceInput } from '../../trace/loader';
import { traceModules } from '../../trace/testing/wasm';
import { CaptureWorker } from './capture-worker';
import type { ReadInfo } from '../model/capture';

const HEAD = '# tracer: nop\n#\n';
const line = (i: number) =>
  `         kswapd${i % 2}-${60 + (i % 2)}      [00${i % 4}] ...1.    ${(24 + i * 1e-5).toFixed(6)}: ` +
  (i % 3 === 0 ? `own_event: depth=${i % 7}\n` : `mm_vmscan_kswapd_wake: nid=${i % 2} order=${i % 4}\n`);
const LINES = 160_000;
const text = HEAD + Array.from({ length: LINES }, (_, i) => line(i)).join('');
const input = (content: string): TraceInput => ({ kind: 'blob', blob: new Blob([content]) });

/** Looks as soon as it may. */
const eager = () =>
  new CaptureWorker((from, on, signal, early) =>
    loadTrace(traceModules, from, on, signal, early && { ...early, after: 0 }),
  );
const nothing = () => undefined;

it('a part is the beginning of the whole, in order of time, and stays as it is', async () => {
  const parts: LoadedTrace[] = [];
  const { store } = await loadTrace(traceModules, input(text), nothing, undefined, {
    after: 0,
    show: (part) => {
      parts.push(part);
      return Promise.resolve();
    },
  });
  expect(text.length).toBeGreaterThan(9 << 20);
  expect(parts.length).toBeGreaterThan(0);
  for (const part of parts) {
    expect(part.store.base).toBe(store.base);
    for (const kind of part.store.kinds) {
      const all = store.kinds.find((k) => k.name === kind.name);
      expect(kind.rows).toBeGreaterThan(0);
      expect(kind.rows).toBeLessThan(all?.rows ?? 0);
      expect(kind.ts).toEqual(all?.ts.slice(0, kind.rows));
      expect(kind.fields[0]?.values).toEqual((all?.fields[0]?.values as Int16Array).slice(0, kind.rows));
    }
  }
});

it('parts come before the whole, each with more events', async () => {
  const infos: ReadInfo[] = [];
  const outcome = await eager().open(input(text), nothing, (info) => infos.push(info));
  if (!outcome.ok) throw new Error(outcome.failure.message);
  expect(outcome.value.events).toBe(LINES);
  const sizes = [...infos, outcome.value].map(({ events }) => events);
  expect(sizes.length).toBeGreaterThan(1);
  expect(sizes).toEqual([...new Set(sizes)].sort((a, b) => a - b));
});

it('what is in place stays until the other one is whole; a reading that ends early leaves nothing of its own', async () => {
  const desk = eager();
  const cut = (most: number) => {
    const infos: ReadInfo[] = [];
    const reading = desk.open(input(text), nothing, (info) => {
      infos.push(info);
      if (infos.length === most) desk.cancel();
    });
    return { infos, reading };
  };
  const first = cut(1);
  expect(await first.reading).toMatchObject({ ok: false, cancelled: true });
  expect(first.infos).toHaveLength(1);
  expect(await desk.counts([{ t0: 0, t1: Infinity }])).toBeNull();

  const small = await desk.open(input(HEAD + line(1)), nothing);
  expect(small.ok && small.value.events).toBe(1);
  const second = cut(1);
  const outcome = await second.reading;
  expect(second.infos).toEqual([]);
  expect(outcome.ok && outcome.value.events).toBe(LINES);
});
