/** A stock kernel's trace, with files of /proc beside it, as the text of a capture. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
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
