import { expect, it } from 'vitest';
import { createTimelineStore } from './state';
import { Scales } from './scales';

it('the words at the rows are the greater of both; of what has gone nothing is left', () => {
  const scales = new Scales(createTimelineStore());
  let changes = 0;
  scales.listen(() => changes++);
  scales.take('A', { free: 5, read: 9 });
  scales.take('B', { free: 7 });
  expect([scales.tops, changes]).toEqual([{ free: 7, read: 9 }, 2]);
  scales.forget('A');
  expect([scales.tops, changes]).toEqual([{ free: 7 }, 3]);
});

it('goes from one scale to the other and back', () => {
  const store = createTimelineStore();
  const scales = new Scales(store);
  const seen = [0, 1].map(() => {
    scales.next();
    return store.getState().scaleBy;
  });
  expect(seen).toEqual(['capture', 'view']);
});
