import { expect, test } from 'vitest';
import type { Measured } from '../../core/session';
import type { RunStorage } from './storage';
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
});

/** A shelf in memory. `late`: answers when it is asked to. */
class Memory implements RunStorage<Measured[]> {
  readonly runs = new Map<string, Measured[]>();
  find(keys: readonly string[]) {
    return Promise.resolve(new Map([...this.runs].filter(([key]) => keys.includes(key))));
  }
  put(key: string, found: Measured[]) {
    this.runs.set(key, found);
  }
  count() {
    return Promise.resolve(this.runs.size);
  }
  forget() {
    this.runs.clear();
    return Promise.resolve();
  }
}
const lasting = (n: number): Job => ({ ...job(n), lasting: true });

/** Makes these, each answered at once; which came, and from where. */
async function made(pool: Pool<Measured[]>, jobs: Job[]) {
  const found: string[] = [];
  Fake.all = [];
  const all = pool.make(jobs, (i, rows, from) =>
    found.push(`${i} ${from} ${typeof rows === 'string' ? rows : rows[0]?.text}`),
  );
  const answered = new Set<unknown>();
  for (let left = jobs.length; left > 0; left--) {
    await settle();
    for (const one of Fake.all.flatMap((w) => w.asked).filter((a) => !answered.has(a))) {
      answered.add(one);
      one.answer(one.seed > 90 ? 'no' : result(one.seed));
    }
  }
  await all;
  return found.sort();
}

test('what another visit kept is not made again; failures and what has no lasting name are not kept', async () => {
  const shelf = new Memory();
  const first = new Pool(() => new Fake(), 2, shelf);
  expect(await made(first, [lasting(1), lasting(2), job(3), lasting(99)])).toEqual([
    '0 made 1',
    '1 made 2',
    '2 made 3',
    '3 made no',
  ]);
  expect([...shelf.runs.keys()]).toEqual(['1', '2']);
  const second = new Pool(() => new Fake(), 2, shelf);
  expect(await made(second, [lasting(1), lasting(2), lasting(4)])).toEqual([
    '0 kept 1',
    '1 kept 2',
    '2 made 4',
  ]);
  expect(await made(second, [lasting(1), lasting(4)])).toEqual(['0 known 1', '1 known 4']);
  await second.forget();
  expect(await second.count()).toBe(0);
  expect(await made(second, [lasting(1)])).toEqual(['0 made 1']);
});

test('stopped while the shelf is asked: nothing comes, and no worker is started', async () => {
  const shelf = new Memory();
  let answer: () => void = () => undefined;
  shelf.find = () =>
    new Promise((resolve) => {
      answer = () => {
        resolve(new Map([['1', result(1)]]));
      };
    });
  const pool = new Pool(() => new Fake(), 2, shelf);
  Fake.all = [];
  const found: number[] = [];
  const all = pool.make([lasting(1), lasting(2)], (i) => found.push(i));
  await settle();
  pool.stop();
  answer();
  await all;
  expect([found, Fake.all]).toEqual([[], []]);
});
