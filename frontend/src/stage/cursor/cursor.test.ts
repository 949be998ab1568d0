import { Blob } from 'node:buffer';
import { beforeEach, expect, test, vi } from 'vitest';
import { LocalSource } from '../../capture/local/source';
import { zones } from '../../core/testing/policies.mjs';
import { wasmModule, zstdModule } from '../../core/testing/wasm';
import * as decision from '../../scenes/zones/decision';
import type { Frame, SourceInfo } from '../../scenes/scene';
import { NONE } from '../../capture/sources/spec';
import { Cursor } from './cursor';
import { LAG } from './frames';
import { createStageStore, emptyPane, type StageStore } from '../state/store';
import type { PaneWorker } from '../workers/client';

let store: StageStore;
let cursor: Cursor;
let core: LocalSource;
/** Positions and decisions drawn and narrated, whenever one of them changed. */
let seen: { k: number; drawn: number | undefined; narrated: number | undefined }[];

beforeEach(async () => {
  core = new LocalSource(wasmModule, () => Promise.resolve(decision), zstdModule);
  const blob = new Blob([zones(20)]) as globalThis.Blob;
  const outcome = await core.load({ kind: 'blob', blob }, 'zones', () => undefined);
  if (!outcome.ok) throw new Error(outcome.failure.message);
  const source = { spec: NONE, info: {} as SourceInfo, columns: outcome.value.columns };
  const pane = { ...emptyPane(), source };
  store = createStageStore({ scenarios: [], captures: [], published: [] }, 'zones');
  store.setState({ panes: { A: pane, B: { ...pane, source: null } } });
  // In the page it answers from another thread, and as late.
  cursor = new Cursor(store, { get: () => core as unknown as PaneWorker });
  seen = [];
  store.subscribe(({ position: { k }, drawing: now, text: narrated }) => {
    seen.push({ k, drawn: now.A?.frame.k, narrated: narrated.A?.frame.k });
  });
});

const drawn = (k: number) => vi.waitUntil(() => store.getState().drawing.A?.frame.k === k);

test('a step by hand moves the cursor at once; drawing and text follow together', async () => {
  cursor.step(3);
  expect(store.getState().position.k).toBe(3);
  await drawn(3);
  cursor.step(-2);
  await drawn(1);
  expect(seen.map((s) => s.narrated)).toEqual(seen.map((s) => s.drawn));
});

test('while it plays, cursor and drawing change at once, and no step is lost', async () => {
  store.setState({ playing: true, speed: 64 });
  cursor.step(1);
  cursor.step(1);
  expect(store.getState().position.k).toBe(0);
  cursor.step(1);
  await drawn(3);
  const played = seen.filter((s) => s.drawn !== undefined);
  expect(played.map((s) => s.k)).toEqual(played.map((s) => s.drawn));
});

test('text lags behind while it plays fast, and catches up when it stops', async () => {
  store.setState({ playing: true, speed: 64 });
  vi.spyOn(performance, 'now').mockReturnValue(1000);
  cursor.step(1);
  await drawn(1);
  cursor.step(1);
  await drawn(2);
  expect(store.getState().text.A?.frame.k).toBe(1);
  store.setState({ playing: false });
  expect(store.getState().text.A?.frame.k).toBe(2);
  vi.restoreAllMocks();
});

test('played fast, panes take turns; at rest both are where the cursor is', async () => {
  store.setState(({ panes: { A } }) => ({ panes: { A, B: A } }));
  cursor.step(1);
  await drawn(1);
  store.setState({ playing: true, speed: 64 });
  const both = () => {
    const { A, B } = store.getState().drawing;
    return [A?.frame.k, B?.frame.k];
  };
  const pairs: ReturnType<typeof both>[] = [];
  store.subscribe(() => pairs.push(both()));
  for (let k = 2; k < 8; k++) {
    cursor.step(1);
    await vi.waitUntil(() => store.getState().position.k === k);
  }
  expect(pairs.filter(([a = 0, b = 0]) => Math.abs(a - b) > LAG)).toEqual([]);
  expect(pairs.filter(([a, b]) => a !== b)).not.toEqual([]);
  store.setState({ playing: false });
  await vi.waitUntil(() => both().every((k) => k === 7));
  const { A, B } = store.getState().drawing;
  expect([A?.other, B?.other]).toEqual([B?.frame, A?.frame]);
  expect(store.getState().text).toEqual({ A, B });
});

test('played fast, frames come several in a message, hardly late, and are those asked for one by one', async () => {
  const steps = vi.spyOn(core, 'steps');
  store.setState({ playing: true, speed: 64 });
  const played: Frame[] = [];
  for (let k = 2; k <= 40; k += 2) {
    cursor.step(2);
    await vi.waitUntil(() => store.getState().position.k === k);
    const frame = store.getState().drawing.A?.frame;
    if (!frame) throw new Error('nothing is drawn');
    expect(k - frame.k).toBeLessThan(LAG);
    played.push(frame);
  }
  expect(steps.mock.calls.length).toBeLessThan(8);
  store.setState({ playing: false });
  await drawn(40);
  for (const frame of played) {
    cursor.seek(frame.k);
    await vi.waitUntil(() => store.getState().drawing.A?.frame.k === frame.k);
    expect(store.getState().drawing.A?.frame).toEqual(frame);
  }
});

test('what was on its way when it stopped still arrives; where a person went counts more', async () => {
  store.setState({ playing: true, speed: 64 });
  cursor.step(1);
  store.setState({ playing: false });
  await drawn(1);
  expect(store.getState().position.k).toBe(1);
  store.setState({ playing: true });
  cursor.step(1);
  store.setState({ playing: false });
  cursor.seek(9);
  await drawn(9);
  expect(store.getState().position.k).toBe(9);
});

test('the cursor stays within the run, but for a position whose sources are awaited', async () => {
  cursor.await({ align: 'decision', k: 900, t: 0 });
  cursor.move(store.getState().position);
  expect(store.getState().position.k).toBe(900);
  cursor.arrive(store.getState().position);
  const last = store.getState().panes.A.source?.columns.ts.length ?? 0;
  expect(store.getState().position.k).toBe(last);
  expect(cursor.canStep).toBe(false);
  await drawn(last);
});

test('a step by hand begins with what was before, and a jump is there at once', async () => {
  cursor.step(1);
  await drawn(1);
  expect(store.getState()).toMatchObject({ step: 0, drawing: { A: { moved: true } } });
  store.setState({ step: 0.4 });
  await cursor.refresh();
  expect(store.getState().step).toBe(0.4);
  cursor.seek(9);
  await drawn(9);
  expect(store.getState().step).toBe(1);
});

test('a step back undoes what is drawn; only then it is as it was, and is narrated', async () => {
  cursor.seek(9);
  await drawn(9);
  const whole = store.getState().drawing.A;
  const undone = (k: number) => vi.waitUntil(() => store.getState().back?.A?.frame.k === k);
  cursor.step(-1);
  expect(store.getState().position.k).toBe(8);
  await undone(8);
  expect(store.getState()).toMatchObject({
    step: 1,
    drawing: { A: { ...whole, moved: true } },
    text: { A: whole },
  });
  store.setState({ step: 0.3 });
  await cursor.refresh();
  expect(store.getState()).toMatchObject({ step: 0.3, drawing: { A: { frame: whole?.frame } } });
  // Once more meanwhile: from where it would have come to.
  cursor.step(-1);
  await undone(7);
  expect(store.getState()).toMatchObject({ step: 1, drawing: { A: { frame: { k: 8 }, moved: true } } });
  cursor.arriveBack();
  expect(store.getState()).toMatchObject({ step: 1, back: null, drawing: { A: { frame: { k: 7 } } } });
  expect(store.getState().text).toEqual(store.getState().drawing);
  cursor.step(-1);
  await undone(6);
  cursor.seek(12);
  await drawn(12);
  expect(store.getState()).toMatchObject({ step: 1, back: null });
});

test('from part to part, on and back, by the stops that the scene has', async () => {
  store.setState({ course: () => ({ stops: [161, 400, 540], discs: new Map() }) });
  cursor.seek(4);
  await drawn(4);
  const seen: number[] = [];
  const press = async (by: 1 | -1, times: number) => {
    for (let i = 0; i < times; i++) {
      const before = store.getState();
      cursor.part(by);
      await vi.waitUntil(() => store.getState().drawing !== before.drawing);
      const { position, step } = store.getState();
      seen.push(position.k - 1 + Math.round(step * 1200) / 1200);
    }
  };
  await press(1, 4);
  await press(-1, 3);
  const at = (ms: number) => 4 + ms / 1200;
  const stops = [at(161), at(400), 5, at(161) + 1, 5, at(400), at(161)];
  expect(seen.map((x) => x.toFixed(6))).toEqual(stops.map((x) => x.toFixed(6)));
});

test('any moment between two decisions can be held', async () => {
  cursor.hold(4.25);
  await drawn(5);
  expect(store.getState()).toMatchObject({ step: 0.25, position: { k: 5 }, drawing: { A: { moved: true } } });
  cursor.hold(4.75);
  await vi.waitUntil(() => store.getState().step === 0.75);
  cursor.hold(4);
  await drawn(4);
  expect(store.getState().step).toBe(1);
  cursor.hold(-3);
  await drawn(0);
  cursor.step(1);
  await drawn(1);
  expect(store.getState().step).toBe(0);
});
