import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { forgetProgress, keepProgress, lessonProgress } from './progress';

const kept = new Map<string, string>();

beforeEach(() => {
  kept.clear();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

it('keeps the step shown last, and that the last one has been shown', () => {
  keepProgress('in-turn', 3, 7);
  expect(lessonProgress()).toEqual({ 'in-turn': { step: 3, of: 7, done: false, turn: 1 } });
  keepProgress('when-kswapd-wakes', 1, 8);
  keepProgress('in-turn', 7, 7);
  keepProgress('in-turn', 2, 7);
  expect(lessonProgress()['in-turn']).toEqual({ step: 2, of: 7, done: true, turn: 4 });
  expect(lessonProgress()['when-kswapd-wakes']?.turn).toBe(2);
  forgetProgress();
  expect(lessonProgress()).toEqual({});
});

it.each(['', 'null', '[1]', '{', '{"a":{"step":9,"of":8,"done":true,"turn":1}}', '{"a":1}'])(
  'reads %j, and what is none counts as not begun',
  (text) => {
    kept.set('mmscope.lessons', text);
    expect(lessonProgress()).toEqual({});
  },
);

it('is not kept where the browser forbids it', () => {
  vi.stubGlobal('localStorage', undefined);
  keepProgress('in-turn', 3, 7);
  expect(lessonProgress()).toEqual({});
});
