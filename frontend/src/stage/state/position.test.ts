import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clamp, decisionAt, extent, realigned, stepped, type Position, type Run } from './position';

const run = (...ts: number[]): Run => ({ ts: Float64Array.from(ts), span: (ts.at(-1) ?? 0) + 5 });
const A = run(10, 20, 20, 40);
const B = run(15, 20);
const at = (k: number): Position => ({ align: 'decision', k, t: 0 });
const when = (t: number): Position => ({ align: 'time', k: 0, t });

describe('by decision', () => {
  it('a shorter run waits at its end', () => {
    expect(decisionAt(A, at(3))).toBe(3);
    expect(decisionAt(B, at(3))).toBe(2);
    expect(extent([A, B], 'decision')).toBe(4);
  });

  it('steps stay between the moment before the first decision and the last', () => {
    expect(stepped([A, B], at(0), -1).k).toBe(0);
    expect(stepped([A, B], at(3), 10).k).toBe(4);
  });
});

describe('by time', () => {
  it('a run has reached what happened up to the cursor', () => {
    expect([0, 10, 19, 20, 39, 1e9].map((t) => decisionAt(A, when(t)))).toEqual([0, 1, 1, 3, 3, 4]);
  });

  it('a step goes to the next decision of whichever run, and back', () => {
    const forward = [0, 1, 2, 3].reduce<number[]>(
      (seen) => [...seen, stepped([A, B], when(seen.at(-1) ?? 0), 1).t],
      [0],
    );
    expect(forward).toEqual([0, 10, 15, 20, 40]);
    const back = [0, 1, 2, 3].reduce<number[]>(
      (seen) => [...seen, stepped([A, B], when(seen.at(-1) ?? 0), -1).t],
      [40],
    );
    expect(back).toEqual([40, 20, 15, 10, 0]);
  });

  it('stepping on and back shows the same decisions again', () => {
    const times = fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(times, times, fc.nat({ max: 60 }), (a, b, t) => {
        const runs = [run(...a.sort((x, y) => x - y)), run(...b.sort((x, y) => x - y))];
        const start = clamp(runs, when(t));
        const there = stepped(runs, start, 1);
        fc.pre(there.t !== start.t);
        const back = stepped(runs, there, -1);
        expect(runs.map((r) => decisionAt(r, back))).toEqual(runs.map((r) => decisionAt(r, start)));
      }),
    );
  });
});

it('realigning shows the same decision of the run it is seen from', () => {
  const t = realigned(A, at(4), 'time');
  expect(t).toMatchObject({ align: 'time', t: 40 });
  expect(realigned(A, t, 'decision')).toMatchObject({ align: 'decision', k: 4 });
});
