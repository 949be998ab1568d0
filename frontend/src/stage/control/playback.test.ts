import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { STEP_MS } from '../../scenes/timing';
import { BACK_MS } from '../cursor/clock';
import { createStageStore, type DrawnFrame, type StageState, type StageStore } from '../state/store';
import type { StageController } from './controller';
import { Playback } from './playback';

let store: StageStore;
let now = 0;
let due: ((now: number) => void) | null = null;
let still = false;
/** Shares drawn, in their order. */
let shares: number[] = [];

const frame = (k: number) => ({ frame: { k }, other: null, moved: true }) as unknown as DrawnFrame;
const drawn = (k: number): StageState['drawing'] => ({ A: frame(k), B: null });

/** Runs the page's frames, 20 ms apart, until none is asked for. */
function run(): void {
  while (due) {
    const next = due;
    due = null;
    now += 20;
    next(now);
  }
}

beforeEach(() => {
  now = 1000;
  still = false;
  due = null;
  shares = [];
  vi.stubGlobal('requestAnimationFrame', (next: (now: number) => void) => {
    due = next;
    return 1;
  });
  vi.stubGlobal('cancelAnimationFrame', () => {
    due = null;
  });
  vi.stubGlobal('matchMedia', () => ({ matches: still }));
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  store = createStageStore({ scenarios: [], captures: [], published: [] }, 'zones');
  const panes = store.getState().panes;
  const source = { info: {} } as unknown as NonNullable<StageState['panes']['A']['source']>;
  store.setState({ panes: { ...panes, A: { ...panes.A, source } } });
  const arriveBack = () => {
    store.setState(({ back }) => (back ? { drawing: back, back: null, step: 1 } : {}));
  };
  new Playback({ store, cursor: { arriveBack } } as unknown as StageController);
  store.subscribe(({ step }, before) => {
    if (step !== before.step) shares.push(step);
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test('a step runs from its beginning to its end, and is over where nothing more comes', () => {
  store.setState({ drawing: drawn(1), step: 0 });
  run();
  expect(shares.slice(0, 3)).toEqual([0, 20 / STEP_MS, 40 / STEP_MS]);
  expect(shares).toHaveLength(1 + STEP_MS / 20);
  expect(shares.at(-1)).toBe(1);
  shares = [];
  store.setState({ course: () => ({ stops: [160, 540], discs: new Map() }) });
  store.setState({ drawing: drawn(2), step: 0 });
  run();
  expect(shares).toHaveLength(1 + 540 / 20);
  expect(shares.at(-2)).toBeCloseTo(520 / STEP_MS, 6);
  expect(shares.at(-1)).toBe(1);
});

test('a step back is the same in reverse, and then the state before', () => {
  store.setState({ drawing: drawn(2), step: 1, back: drawn(1) });
  run();
  const undone = shares.slice(0, -1);
  expect(undone).toHaveLength(BACK_MS / 20 - 1);
  expect(undone).toEqual([...undone].sort((a, b) => b - a));
  expect(Math.min(...undone)).toBeGreaterThan(0);
  expect(store.getState()).toMatchObject({ drawing: drawn(1), back: null, step: 1 });
});

test('a moment that is held stays', () => {
  store.setState({ drawing: drawn(1), step: 0 });
  due?.((now += 20));
  store.setState({ step: 0.4 });
  run();
  expect(store.getState().step).toBe(0.4);
});

test('with reduced motion one has all of a step at once, back too', () => {
  still = true;
  store.setState({ drawing: drawn(1), step: 0 });
  expect(store.getState().step).toBe(1);
  store.setState({ drawing: drawn(1), back: drawn(0) });
  expect(store.getState()).toMatchObject({ drawing: drawn(0), back: null, step: 1 });
  expect(due).toBeNull();
});
