import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import {
  beginAgain,
  forgetProgress,
  homeworkOf,
  keepMark,
  keepName,
  keepProgress,
  keepStep,
  lessonProgress,
} from './progress';

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
  forgetProgress();
  vi.unstubAllGlobals();
});

it('keeps the step shown last, and that the last one has been shown', () => {
  keepProgress('v1', 'in-turn', 3, 7);
  expect(lessonProgress()).toEqual({ 'in-turn': { step: 3, of: 7, done: false, turn: 1 } });
  keepProgress('v2', 'when-kswapd-wakes', 1, 8);
  keepProgress('v1', 'in-turn', 7, 7);
  keepProgress('v1', 'in-turn', 2, 7);
  expect(lessonProgress()['in-turn']).toEqual({ step: 2, of: 7, done: true, turn: 4 });
  expect(lessonProgress()['when-kswapd-wakes']?.turn).toBe(2);
  forgetProgress();
  expect(lessonProgress()).toEqual({});
});

it('has progress and homework of a lesson in one record, and answers to another text apart', () => {
  keepProgress('v1', 'in-turn', 7, 7);
  keepStep('v1', 6);
  keepMark('v1', 6, 0, 'other');
  keepMark('v1', 6, 0, 'right');
  keepName('v1', 'Ada');
  expect([...kept.keys()]).toEqual(['mmscope.lessons']);
  expect(homeworkOf('v1')).toEqual({ name: 'Ada', seen: [6], marks: { '6.0': 'other' } });
  keepProgress('v2', 'in-turn', 1, 8);
  expect(homeworkOf('v2')).toEqual({ name: '', seen: [], marks: {} });
  expect(lessonProgress()['in-turn']).toMatchObject({ step: 1, of: 8, done: true });
  // How far one has come is forgotten, and what is to be handed in is not.
  forgetProgress();
  expect(lessonProgress()).toEqual({});
  expect(homeworkOf('v1').marks).toEqual({ '6.0': 'other' });
  beginAgain('v1');
  expect(homeworkOf('v1')).toEqual({ name: 'Ada', seen: [], marks: {} });
});

it('reads progress as it was kept by id', () => {
  kept.set('mmscope.lessons', '{"in-turn":{"step":2,"of":8,"done":true,"turn":3}}');
  expect(lessonProgress()).toEqual({ 'in-turn': { step: 2, of: 8, done: true, turn: 3 } });
  keepProgress('v1', 'in-turn', 3, 8);
  expect(lessonProgress()['in-turn']).toMatchObject({ step: 3, of: 8, done: true });
});

it('keeps the fifty that were read last', () => {
  for (let n = 0; n < 60; n++) keepName(`v${n}`, 'Ada');
  expect(homeworkOf('v9').name).toBe('');
  expect(homeworkOf('v10').name).toBe('Ada');
});

it.each(['', 'null', '[1]', '{', '{"a":{"step":9,"of":8,"done":true,"turn":1}}', '{"a":1}'])(
  'reads %j, and what is none counts as not begun',
  (text) => {
    kept.set('mmscope.lessons', text);
    expect(lessonProgress()).toEqual({});
  },
);

it('lasts as long as the page where the browser forbids it', () => {
  vi.stubGlobal('localStorage', undefined);
  keepProgress('v1', 'in-turn', 3, 7);
  expect(lessonProgress()['in-turn']?.step).toBe(3);
});
