/** Grips of Swap-in: each stands where the drawing has what it sets, and a drag shows what the core then makes of it. */
import { describe, expect, test } from 'vitest';
import type { ParamValues } from '../../core/params';
import { find, model } from '../testing/swap-in';
import { handlesOf } from './controls';
import { factsOf } from './facts/facts';
import { MODES } from './facts/spans';

const WIDTH = 671;

async function gripsOf(large: string | undefined, overrides: ParamValues = {}, width = WIDTH) {
  const source = await model('swap-in-hybrid', overrides);
  const k = find(source, ({ event }) => event?.kind === 'swap_ra' && event.win === 1);
  const shown = { info: source.info, frame: source.frame(k) };
  const handles = handlesOf({ ...shown, other: null, width, large, params: source.info.params ?? {} });
  return { handles, facts: factsOf(shown) };
}

test.each([
  ['fault', ['mode', 'disk time', 'poll delay']],
  ['many', []],
  ['windows', ['page cluster']],
  [undefined, ['mode', 'disk time', 'poll delay', 'page cluster']],
])('%s large: what is small is out of reach', async (large, ids) => {
  const { handles } = await gripsOf(large);
  expect(handles.map(({ id }) => id)).toEqual(ids);
});

describe.each([342, WIDTH])('%d px', (width) => {
  test('where a grip stands is what it is at', async () => {
    const { handles } = await gripsOf(undefined, { swap_poll_delay: 4000 }, width);
    for (const { main, place, valueAt } of handles) {
      expect(Math.round(valueAt(place(main.value))), main.words).toBe(main.value);
      expect(place(main.max).x, main.words).toBeLessThanOrEqual(width);
    }
  });
});

const hybrid = MODES.indexOf('hybrid');

test('the sleep that a drag sets is the one that the core then takes', async () => {
  const before = await gripsOf('fault');
  const after = await gripsOf('fault', { swap_poll_delay: 3000 });
  const delay = (of: typeof before) => of.handles.find(({ id }) => id === 'poll delay');
  // From 0, which is half the mean, to what the same pixels are worth as a time of their own.
  expect(delay(before)?.place(3000).x).toBeCloseTo(delay(after)?.place(3000).x ?? 0, 5);
  const track = after.facts.rows[hybrid]?.track?.cpu ?? [];
  const asleep = track.find(({ kind }) => kind === 'asleep');
  expect((asleep?.to ?? 0) - (track[0]?.to ?? 0)).toBe(3000);
});

test('the disk’s time: this fault’s own share of the mean', async () => {
  const before = await gripsOf('fault');
  const after = await gripsOf('fault', { dev_ns: 14_000 });
  const disk = (of: typeof before) => of.handles.find(({ id }) => id === 'disk time');
  const read = (of: typeof before) => of.facts.rows[hybrid]?.track?.disk.find(({ kind }) => kind === 'read');
  const [was, is] = [read(before), read(after)].map((span) => (span ? span.to - span.from : 0));
  expect((is ?? 0) / (was ?? 1)).toBeCloseTo(1.4, 2);
  expect(disk(before)?.main.value).toBe(10_000);
  expect(disk(after)?.main.value).toBe(14_000);
});

test('what a real machine calls them', async () => {
  const { handles } = await gripsOf(undefined);
  const lines = handles.map(({ main }) => main.command?.(2) ?? null);
  expect(lines).toEqual(['vm.swap_poll = 2', null, 'vm.swap_poll_delay_ns = 2', 'vm.page-cluster = 2']);
});
