import { expect, test } from 'vitest';
import type { Measured } from '../core/session';
import { Pool, type Job, type Runner } from './pool';

const job = (n: number): Job => ({ key: String(n), params: { seed: n }, capture: null });
const result = (n: number): Measured[] => [{ measure: 'home', part: 0, of: 1, text: String(n) }];

/** A worker that answers each run when it is let. */
class Fake implements Runner<Measured[]> {
  static all: Fake[] = [];
  stopped = false;
  asked: { seed: number; answer: (found: Measured[] | string) => void }[] = [];
  constructor() {
    Fake.all.push(this);
  }
  run(params: { seed?: unknown } | null): Promise<Measured[] | string> {
    return new Promise((answer) => this.asked.push({ seed: Number(params?.seed), answer }));
  }
  stop(): void {
    this.stopped = true;
  }
}
const settle = () => new Promise((resolve) => setTimeout(resolve));

test('every worker is kept busy, each run comes once, and what is known is not made again', async () => {
  Fake.all = [];
  const pool = new Pool(() => new Fake(), 2);
  const found: [number, unknown][] = [];
  const all = pool.make([1, 2, 3, 4, 5].map(job), (i, rows) => found.push([i, rows]));
  const answered = new Set<unknown>();
  for (let n = 0; n < 5; n++) {
    await settle();
    const open = Fake.all.flatMap((w) => w.asked).filter((a) => !answered.has(a));
    expect(open).toHaveLength(Math.min(2, 5 - n));
    const last = open.at(-1);
    answered.add(last);
    last?.answer(last.seed === 3 ? 'no such zone' : result(last.seed));
  }
  await all;
  expect(found.map(([i]) => i).sort()).toEqual([0, 1, 2, 3, 4]);
  expect(found.find(([i]) => i === 2)?.[1]).toBe('no such zone');
  expect(Fake.all).toHaveLength(2);
  const again: number[] = [];
  void pool.make([1, 2, 3].map(job), (i) => again.push(i));
  await settle();
  expect(again).toEqual([0, 1]); // a run that failed is tried again
});

test('stopped at once: nothing comes any more, and workers are ended', async () => {
  Fake.all = [];
  const pool = new Pool(() => new Fake(), 3);
  const found: number[] = [];
  const all = pool.make([1, 2, 3, 4].map(job), (i) => found.push(i));
  await settle();
  pool.stop();
  await all;
  for (const { asked } of Fake.all) asked[0]?.answer(result(1));
  await settle();
  expect(found).toEqual([]);
  expect(Fake.all.every((w) => w.stopped)).toBe(true);
  expect(pool.kept('1')).toBeNull();
});
