import { expect, test } from 'vitest';
import { keyOf } from './digest';
import { BrowserStorage, rowsOf, textOf } from './storage';

const ROWS = [
  { measure: 'home' as const, part: 0, of: 7, text: '51.667245' },
  { measure: 'device_share' as const, part: 3, of: 0, text: '0' },
];

test('what is kept is what was made', () => {
  expect(rowsOf(textOf(ROWS))).toEqual(ROWS);
  expect(rowsOf(textOf([]))).toEqual([]);
});

test.each([
  '',
  '{',
  'null',
  '[[1]]',
  '[["home",0,"<b>",1]]',
  '[["speed",0,"1",1]]',
  '[["home",-1,"1",1]]',
  '[["home",0.5,"1",1]]',
  '[["home",0,"1",1,2]]',
  '[["home",0,1,1]]',
])('%s is as good as nothing', (text) => {
  expect(rowsOf(text)).toBeNull();
});

test('a run is named by all it depends on, in any order', () => {
  const key = keyOf('core capture', { rule: 'node', seed: 1 });
  expect(keyOf('core capture', { seed: 1, rule: 'node' })).toBe(key);
  const others = [
    keyOf('core other', { rule: 'node', seed: 1 }),
    keyOf('core capture', { rule: 'global', seed: 1 }),
    keyOf('core capture', { rule: 'node', seed: 2 }),
    keyOf('core capture', { rule: 'node', seed: 1, nodes: 2 }),
  ];
  expect(new Set([key, ...others]).size).toBe(5);
});

test('without a place to keep runs nothing is kept, and nothing fails', async () => {
  // There is no IndexedDB here.
  const shelf = new BrowserStorage();
  shelf.put('one', ROWS);
  expect(await shelf.count()).toBe(0);
  expect(await shelf.find(['one'])).toEqual(new Map());
  await shelf.forget();
});
