import { expect, test } from 'vitest';
import { capture, line } from '../../core/testing/capture.mjs';
import { zones } from '../../core/testing/policies.mjs';
import { fits } from '../fit';
import { shortName } from '../voices/zone';
import { cell, tick } from './decision';
import { textSource } from '../testing/zones';
import { zones as scene } from '.';

test('zones in two characters', () => {
  expect([0, 1, 2, 3, 10, 17].map(shortName)).toEqual(['0A', '0D', '0N', '0M', '1N', '2D']);
});

test('cells: the zone that gave the page, a new batch, kswapd asked for', async () => {
  const source = await textSource(zones(2));
  const cells = [1, 2, 3, 4].map((k) => {
    const { event, before } = source.frame(k);
    if (!event) throw new Error('no event');
    return cell(event, before);
  });
  expect(cells.map((c) => c.letter)).toEqual(['0D', 'k', '0D', 'K']);
  expect(cells.map((c) => c.key)).toEqual(['zone 1', 'awake 0', 'zone 1', 'woken 0']);
  expect(cells.every((c) => c.node === 0)).toBe(true);
});

test('a walk without a page differs from one that starts over', async () => {
  const ends = [1, 2, 3].map((end) => line('zone_select', { ts: 1, zone: -1, end, list: 0, pref: 2 }));
  const source = await textSource(capture(ends));
  const letters = [1, 2, 3].map((k) => {
    const { event, before } = source.frame(k);
    return event && cell(event, before).letter;
  });
  expect(letters).toEqual(['–', '↺', '↺']);
});

test('marks, losses and kswapd going to sleep are marks on the overview; levels are not', async () => {
  const source = await textSource(zones(1));
  const { event } = source.frame(1);
  if (!event) throw new Error('no event');
  expect(tick({ ...event, kind: 'mark', text: 'stream\u202e' } as never)).toEqual({ words: 'stream\ufffd' });
  const sleep = { ...event, kind: 'kswapd_sleep', nid: 1, reclaimed: 640, why: 'balanced' } as never;
  expect(tick(sleep)?.words).toBe('kswapd1 sleeps after 640 pages');
  expect(tick({ ...event, kind: 'zone_level' } as never)).toBeNull();
});

test('the scene is for what decides zones', () => {
  expect(fits(scene, { kinds: { zone_select: 10, zone_batch: 3 } })).toBe(true);
  expect(fits(scene, { kinds: { swap_select: 10, kswapd_wake: 1 } })).toBe(false);
});
