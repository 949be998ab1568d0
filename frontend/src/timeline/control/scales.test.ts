import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { PaneId } from '../../core/panes';
import type { Desks } from '../desks';
import type { ScenePatch } from '../draw/scene';
import type { ReadInfo } from '../model/capture';
import { createTimelineStore, EMPTY_SLOT } from '../state';
import { Scales } from './scales';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Two captures, and what their workers were told of the other one. */
function two() {
  const store = createTimelineStore();
  const info = {} as ReadInfo;
  store.setState({ slots: { A: { ...EMPTY_SLOT, info }, B: { ...EMPTY_SLOT, info } } });
  const told: [PaneId, ScenePatch['others']][] = [];
  const desks = {
    send: (slot: PaneId, { others }: ScenePatch) => told.push([slot, others]),
  } as unknown as Desks;
  return { store, told, scales: new Scales(store, desks) };
}

it('each is told only what is greater in the other, and only when that changes', () => {
  const { scales, told } = two();
  scales.take('A', { free: 5, read: 9 });
  expect(told.splice(0)).toEqual([['B', { free: 5, read: 9 }]]);
  scales.take('B', { free: 7, read: 2 });
  expect(told.splice(0)).toEqual([
    ['A', { free: 7 }],
    ['B', { read: 9 }],
  ]);
  scales.take('B', { free: 7, read: 3 });
  expect(told.splice(0)).toEqual([]);
  scales.forget('B');
  expect(told.splice(0)).toEqual([
    ['A', {}],
    ['B', { free: 5, read: 9 }],
  ]);
});

it('the words at the rows are the greater of both, when nothing has moved for a while', () => {
  const { scales } = two();
  let told = 0;
  scales.listen(() => told++);
  scales.take('A', { free: 5, read: 9 });
  vi.advanceTimersByTime(100);
  scales.take('B', { free: 7 });
  vi.advanceTimersByTime(100);
  expect([scales.tops, told]).toEqual([{}, 0]);
  vi.advanceTimersByTime(100);
  expect([scales.tops, told]).toEqual([{ free: 7, read: 9 }, 1]);
});

it('goes from one scale to the other and back', () => {
  const { scales, store } = two();
  const seen = [0, 1].map(() => {
    scales.next();
    return store.getState().scaleBy;
  });
  expect(seen).toEqual(['capture', 'view']);
});
