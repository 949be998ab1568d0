import { expect, test } from 'vitest';
import type { PaneId } from '../../core/panes';
import { whole } from '../model/time/span';
import { Axis } from './axis';
import { createTimelineStore, EMPTY_SLOT, type SlotState } from './state';
import { VisibleSpans } from './visible-spans';

function opened(spans: Partial<Record<PaneId, number>>) {
  const store = createTimelineStore();
  store.setState({ linked: true });
  const views = new VisibleSpans(() => undefined);
  const axis = new Axis(store, views);
  for (const slot of ['A', 'B'] as const) {
    const span = spans[slot];
    if (span === undefined) continue;
    const info = { span } as NonNullable<SlotState['info']>;
    store.setState(({ slots }) => ({ slots: { ...slots, [slot]: { ...EMPTY_SLOT, info } } }));
    axis.begin(slot, null);
  }
  return { axis, views, store };
}

test('a longer capture that is opened second is seen whole, on one axis with the first', () => {
  const { views } = opened({ A: 1e6, B: 5e6 });
  expect([views.get('A'), views.get('B')]).toEqual([whole(5e6), whole(5e6)]);
  expect(opened({ A: 5e6, B: 1e6 }).views.get('B')).toEqual(whole(5e6));
});

test('where the first was moved, the second stands as it does', () => {
  const { axis, views, store } = opened({ A: 1e6 });
  axis.set('A', { t0: 1000, t1: 2000 });
  const info = { span: 5e6 } as NonNullable<SlotState['info']>;
  store.setState(({ slots }) => ({ slots: { ...slots, B: { ...EMPTY_SLOT, info } } }));
  axis.begin('B', null);
  expect([views.get('A'), views.get('B')]).toEqual([
    { t0: 1000, t1: 2000 },
    { t0: 1000, t1: 2000 },
  ]);
});

test('captures that are still being read stay on one axis, whichever of them grows', () => {
  const sizes = { A: [1e6, 2e6, 9e6], B: [3e6, 5e6] };
  for (const turns of ['AABB', 'ABAB', 'BAAB', 'BBAA', 'BABA', 'ABBA']) {
    const { axis, views, store } = opened({ A: 1e6, B: 3e6 });
    const read = { A: 1, B: 1 };
    for (const slot of turns as Iterable<PaneId>) {
      const span = sizes[slot][read[slot]++];
      const before = axis.span(slot);
      if (span === undefined) continue;
      const info = { span } as NonNullable<SlotState['info']>;
      store.setState(({ slots }) => ({ slots: { ...slots, [slot]: { ...EMPTY_SLOT, info } } }));
      axis.grown(slot, before);
      expect(views.get('A'), turns).toEqual(views.get('B'));
      expect(views.get('A'), turns).toEqual(whole(Math.max(axis.span('A'), axis.span('B'))));
    }
  }
});
