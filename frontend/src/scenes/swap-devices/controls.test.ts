import { expect, test } from 'vitest';
import { openSource, scenarioInput } from '../testing/source';
import * as reader from './decision';
import { handlesOf } from './controls';

test.each([342, 671, 1300])(
  'in %i px: each device and node, inside the drawing, and as the run has it',
  async (width) => {
    const { info, frame } = await openSource('swap-devices', reader, await scenarioInput('four-nodes'));
    const params = info.params ?? {};
    const handles = handlesOf({ info, frame: frame(50), other: null, width, params });
    expect(handles.map(({ id }) => id)).toEqual([
      ...[0, 1, 2, 3].map((n) => `demand ${n}`),
      ...[0, 1, 2, 3].flatMap((d) => [`device:${d} node`, `device:${d} size`]),
    ]);
    for (const { main, place, valueAt } of handles) {
      const at = place(main.value);
      expect(at.x).toBeLessThanOrEqual(width);
      const [values] = [params[main.name]];
      expect(main.value).toBe(typeof values === 'object' ? values[main.lane ?? 0] : values);
      if (main.name !== 'dev_pages') expect(Math.round(valueAt(at))).toBe(main.value);
      expect([main.min <= main.value, main.value <= main.max]).toEqual([true, true]);
    }
    const [prio] = handles.find(({ id }) => id === 'device:1 node')?.also ?? [];
    expect([prio?.command?.(5), prio?.command?.(-1)]).toEqual([
      'swapon -p 5 /dev/swapB',
      'swapon /dev/swapB',
    ]);
  },
);
