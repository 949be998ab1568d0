/** Every sample of datasets/foreign through the real module: counts as the tools that wrote them have them. */
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { TRACE_KINDS } from './gen/tables';
import { load } from './testing/load';
import { samples } from './testing/samples';
import type { TraceReport } from './report';

/** Of the kinds that the table knows, by name without the system that some texts write before it. */
function known(counts: readonly (readonly [string, number])[]): Record<string, number> {
  const own = counts.map(([name, count]) => [name.replace(/^.*:/, ''), count] as const);
  // Lost events have rows here, and are counted apart there.
  return Object.fromEntries(own.filter(([name]) => name in TRACE_KINDS && name !== 'lost'));
}

/** The rest of a first line that still names its event: whoever counts lines with a time does not see it. */
const WITHOUT_TIME: Partial<Record<string, Record<string, number>>> = {
  'ugly/perf-script-cut': { mm_vmscan_wakeup_kswapd: 1 },
};

const counted = ({ kinds }: TraceReport) => known(kinds.map(({ name, count }) => [name, count]));

describe('samples', () => {
  it.each(samples)('$id has the events that others count', async ({ id, path, counts }) => {
    expect(existsSync(path)).toBe(true);
    const { store, report } = await load(readFileSync(path));
    expect(report.lines).toBe(counts.lines);
    const expected = known(Object.entries(counts.kinds));
    for (const [kind, more] of Object.entries(WITHOUT_TIME[id] ?? {}))
      expected[kind] = (expected[kind] ?? 0) + more;
    expect(counted(report)).toMatchObject(expected);
    expect(store.kinds.map((k) => [k.name, k.rows])).toEqual(report.kinds.map((k) => [k.name, k.count]));
    for (const { ts } of store.kinds) expect(ts.every((t, i) => i === 0 || t >= (ts[i - 1] ?? 0))).toBe(true);
  });
});
