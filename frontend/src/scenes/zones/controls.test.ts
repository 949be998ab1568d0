/** What a drag shows before one lets go is what the core then makes of it. */
import { expect, test } from 'vitest';
import { factsOf, type Marks } from './facts/facts';
import { handlesWith, marksRule } from './controls';
import { moduleOf } from '../testing/source';
import { scenarioSource } from '../testing/zones';

const K = 100;

async function marksOf(params: Parameters<typeof scenarioSource>[1]) {
  const { info, frame } = await scenarioSource('zones-preferred', { run_ms: 2000, ...params });
  const { zones } = factsOf(frame(K), info);
  return { info, frame: frame(K), zones };
}

const known = (marks: Marks | null): Marks => marks ?? { min: 0, low: 0, high: 0 };

test.each([1, 10, 115, 228, 1000, 3000])(
  'watermark_scale_factor %i: the marks of every zone',
  async (factor) => {
    const before = await marksOf({});
    const after = await marksOf({ watermark_scale_factor: factor });
    const rule = await marksRule(await moduleOf('mmscope')());
    const shown = before.zones.map(({ marks, managed }) => rule({ min: known(marks).min, managed }, factor));
    expect(shown).toEqual(after.zones.map(({ marks }) => known(marks)));
    expect(shown.some(({ min }) => min > 0)).toBe(true);
  },
);

test('the grips: where they stand is what they are at, and min is what its sysctl makes', async () => {
  const { info, frame } = await marksOf({});
  const handlesOf = handlesWith(await marksRule(await moduleOf('mmscope')()));
  const handles = handlesOf({ info, frame, other: null, width: 671, params: info.params ?? {} });
  expect(handles.map(({ id }) => id)).toEqual(['high', 'low', 'min']);
  for (const { main, place, valueAt } of handles) {
    // Above that a quarter of min rules, where a grip stands still.
    const value = main.name === 'min_free_kbytes' ? main.value + 8192 : 200;
    expect(Math.round(valueAt(place(value)))).toBeCloseTo(value, -1);
    expect(main.command?.(value)).toBe(`vm.${main.name} = ${value}`);
  }
  const [min] = handles.slice(-1);
  const value = 131_072;
  const after = await marksOf({ min_free_kbytes: value });
  // The sum of the zones is a page or so off what the kernel divides.
  const normal = known(after.zones[0]?.marks ?? null);
  const [, low = ''] = /low ([\d,]+)/.exec(min?.note(value) ?? '') ?? [];
  const all = after.zones.map(({ marks }) => known(marks).low);
  expect(all.some((l) => Math.abs(l - Number(low.replaceAll(',', ''))) <= 4)).toBe(true);
  expect(normal.min).toBeGreaterThan(0);
});
