import { afterEach, expect, test, vi } from 'vitest';
import { BrowserStorage } from './browser-storage';

afterEach(() => {
  vi.unstubAllGlobals();
});

test('what the browser keeps is read from there: cleared there, it is gone', () => {
  const kept = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  });
  const storage = new BrowserStorage<number>('numbers');
  storage.write({ one: 1 });
  expect(storage.read()).toEqual({ one: 1 });
  kept.clear();
  expect(storage.read()).toEqual({});
});

test('where storage is forbidden, records last as long as the page', () => {
  vi.stubGlobal('localStorage', undefined);
  const storage = new BrowserStorage<number>('numbers');
  storage.write({ one: 1 });
  expect(storage.read()).toEqual({ one: 1 });
});
