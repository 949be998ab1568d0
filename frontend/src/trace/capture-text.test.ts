/** A stock kernel's trace, with files of /proc beside it, as the text of a capture. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { TRACEPOINTS } from '../core/coverage';
import { captureText } from './capture-text';
import { traceModules } from './testing/wasm';

const ROOT = join(import.meta.dirname, '../../../datasets/foreign/ftrace');
const blob = (name: string) => new Blob([readFileSync(join(ROOT, name))]);
const text = async (...snapshots: string[]) => {
  const input = { kind: 'blob', blob: blob('debian-6.1-default.txt.gz') } as const;
  const added = snapshots.map((name) => blob(`debian-6.1-default/${name}.txt`));
  return (await (await captureText(traceModules, input, added)).text()).split('\n');
};

it('zones and counters of added files stand before all events; nothing else is changed', async () => {
  const plain = await text();
  const added = await text('after.zoneinfo', 'after.swaps', 'after.vmstat');
  const own = added.filter((line) => !/^(zone|stat) /.test(line));
  expect(own).toEqual(plain);
  const machine = added.slice(2, 2 + added.length - plain.length);
  expect(machine.every((line) => /^(zone|stat) ts=0 /.test(line))).toBe(true);
  const proc = readFileSync(join(ROOT, 'debian-6.1-default/after.zoneinfo.txt'), 'utf8');
  // Zones without memory say nothing of pages managed.
  const managed = [...proc.matchAll(/managed +([1-9]\d*)/g)].map(([, pages]) => pages);
  expect(machine.flatMap((line) => /^zone .*managed=(\d+)/.exec(line)?.[1] ?? [])).toEqual(managed);
});

/** Kinds of event that come of one event of each tracepoint. */
async function observed(tracepoints: readonly string[]): Promise<Set<string>> {
  const lines = tracepoints.map((name, i) => {
    const request = '8,0 R 4096 () 8 + 8 [cc]';
    const reclaim = 'nid=0 order=0 nr_scanned=9 nr_reclaimed=3';
    return `    cc-9    [000] .....   1.00000${i}: ${name}: ${name.startsWith('block') ? request : reclaim}\n`;
  });
  const input = { kind: 'blob', blob: new Blob(['# tracer: nop\n#\n', ...lines]) } as const;
  const made = await (await captureText(traceModules, input)).text();
  return new Set([...made.matchAll(/^(\w+) ts=/gm)].map(([, kind = '']) => kind));
}

it('a kind of ours is made of the tracepoints that a denial names, and not without one of them', async () => {
  const kinds = Object.entries(TRACEPOINTS).filter(([kind, [first]]) => kind !== first);
  const all = [...new Set(Object.values(TRACEPOINTS).flat())];
  const made = await observed(all);
  expect(kinds.filter(([kind]) => !made.has(kind))).toEqual([]);
  for (const [kind, tracepoints] of kinds) {
    expect(await observed(tracepoints), kind).toContain(kind);
    for (const one of tracepoints)
      expect(await observed(all.filter((name) => name !== one)), `${kind} without ${one}`).not.toContain(
        kind,
      );
  }
});
