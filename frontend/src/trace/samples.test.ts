/** Every sample of datasets/foreign through the real module: counts as the tools that wrote them have them. */
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { TRACE_KINDS } from './gen/tables';
import { load } from './testing/loader';
import { samples } from './testing/samples';
import type { TraceReport } from './trace-report';

/** Of the kinds that the table knows, by name without the system that some texts write before it. */
function known(counts: readonly (readonly [string, number])[]): Record<string, number> {
  const own = counts.map(([name, count]) => [name.replace(/^.*:/, ''), count] as const);
  // Lost events have rows here, and are counted apart there.
  return Object.fromEntries(own.filter(([name]) => name in TRACE_KINDS && name !== 'lost'));
}

/** A script's own event may have the name of a kind that it is not. */
function counted({ kinds, generics }: TraceReport): Record<string, number> {
  const all = new Map<string, number>();
  for (const { name, count } of [...kinds, ...generics]) all.set(name, (all.get(name) ?? 0) + count);
  return known([...all]);
}

describe('samples', () => {
  it.each(samples)('$id has the events that others count', async ({ path, counts }) => {
    expect(existsSync(path)).toBe(true);
    const { store, report } = await load(readFileSync(path));
    expect(report.lines).toBe(counts.lines);
    expect(counted(report)).toMatchObject(known(Object.entries(counts.kinds)));
    const kinds = store.kinds.filter((k) => !k.own);
    expect(kinds.map((k) => [k.name, k.rows])).toEqual(report.kinds.map((k) => [k.name, k.count]));
    for (const { ts } of store.kinds) expect(ts.every((t, i) => i === 0 || t >= (ts[i - 1] ?? 0))).toBe(true);
  });
});
