import { expect, test } from 'vitest';
import type { StateView } from '../../core/types';
import { Computation, type Job, type Runner } from './computation';
import type { Outcome } from './measure';

const outcome = (n: number): Outcome => ({ stats: { n }, state: {} as StateView, measured: [] });

/** A runner whose runs end when the test says so; `runs` holds the seeds it was asked for. */
function held() {
  const runs: { seed: unknown; end: (outcome: Outcome) => void; fail: (words: string) => void }[] = [];
  let stopped = 0;
  const start = (): Runner => ({
    run: (params) =>
      new Promise((end, reject) => {
        const fail = (words: string) => {
          reject(new Error(words));
        };
        runs.push({ seed: params.seed, end, fail });
      }),
    stop: () => {
      stopped++;
    },
  });
  return { runs, start, stopped: () => stopped };
}

const jobs = (...names: string[]): Job[] => names.map((run, seed) => ({ run, params: () => ({ seed }) }));
const turn = () => new Promise((done) => setImmediate(done));

test('runs go one by one, in order, and none is computed twice', async () => {
  const { runs, start } = held();
  const computation = new Computation(start);
  const first = computation.compute(jobs('a', 'b'), []);
  await turn();
  expect(runs.map((r) => r.seed)).toEqual([0]);
  expect(computation.store.getState()).toMatchObject({ current: 'a', wanted: ['a', 'b'] });
  runs[0]?.end(outcome(1));
  await turn();
  runs[1]?.fail('too_many');
  await first;
  expect([...computation.store.getState().outcomes]).toEqual([
    ['a', outcome(1)],
    ['b', 'too_many'],
  ]);
  await computation.compute(jobs('b', 'a'), []);
  expect(runs).toHaveLength(2);
  expect(computation.store.getState().current).toBeNull();
});

test('stopped, it keeps what it has and goes on from there', async () => {
  const { runs, start, stopped } = held();
  const computation = new Computation(start);
  void computation.compute(jobs('a', 'b'), []);
  await turn();
  runs[0]?.end(outcome(1));
  await turn();
  computation.stop();
  expect([stopped(), computation.store.getState().current]).toEqual([1, null]);
  runs[1]?.fail('stopped');
  await turn();
  expect([...computation.store.getState().outcomes.keys()]).toEqual(['a']);
  void computation.compute(jobs('a', 'b'), []);
  await turn();
  expect(runs.map((r) => r.seed)).toEqual([0, 1, 1]);
});
