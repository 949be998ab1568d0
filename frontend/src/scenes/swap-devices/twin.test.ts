import { expect, test } from 'vitest';
import { factsOf } from './facts/facts';
import { decide, run } from '../testing/swap-devices';
import { textOf } from '../../core/message';
import type { PublishedTable } from '../../capture/sources/published-results';
import type { Frame } from '../scene';
import { fileOf } from '../testing/source';
import { twinOf } from './twin';

const of = (frame: Frame, provenance: 'model' | 'kernel' = 'model') =>
  twinOf(factsOf(frame), frame.k, { provenance });

const lines = (frame: Frame) => of(frame).folds.flatMap((fold) => fold.lines);

test('a table as swapon prints it, one line per list, and the decision', async () => {
  const source = await run({ nodes: 2, devices: 2, demand: [1, 1], dev_pages: [16383, 262143] });
  const base = decide(source.frame(5), {
    cpu: 2,
    nid: 1,
    list: 1,
    list_type: [1, 0],
    list_prio: [1, 2],
    type: 1,
    visit_type: [1],
    pid: 42,
    comm: 'usemem',
  });
  const dev = base.after.dev.map((row, type) => ({ ...row, used: [0, 247347][type] ?? row.used }));
  const frame = { ...base, after: { ...base.after, dev } };
  const { title, columns, rows } = of(frame);
  expect(textOf(title)).toBe('$ swapon --show');
  expect(columns).toEqual(['NAME', 'TYPE', 'SIZE', 'USED', 'PRIO']);
  expect(rows.map(({ cells }) => cells)).toEqual([
    ['swapA', 'partition', '64M', '0B', '-2'],
    ['swapB', 'partition', '1024M', '966.2M', '-3'],
  ]);
  expect(lines(frame)).toEqual([
    'list 0: swapA 1, swapB 3',
    'list 1: swapB 1, swapA 2',
    'decision 5: usemem[42] cpu 2, node 1, list 1, goal 64, batch 64, order 0; swapB took; swapB gives 64',
  ]);
});

test('a kernel names device files; what is unknown is a dash; what is swapped off is not there', async () => {
  const frame = (await run({}, 'kernel')).frame(5);
  const dev = frame.after.dev.map((row, type) =>
    type === 0 ? { ...row, pages: 0 } : type === 1 ? { ...row, present: 0 } : row,
  );
  const { rows } = of({ ...frame, after: { ...frame.after, dev } }, 'kernel');
  expect(rows.map((r) => r.cells[0])).toEqual(['/dev/swapA', '/dev/swapC', '/dev/swapD']);
  expect(rows[0]?.cells[2]).toBe('-');
});

test('a device without a name has no file', async () => {
  const frame = (await run({}, 'kernel')).frame(5);
  const nameless = frame.before.dev.map((row, type) => (type === 3 ? { ...row, name: '' } : row));
  const { rows } = of({ ...frame, before: { ...frame.before, dev: nameless } }, 'kernel');
  expect(rows.map(({ cells }) => cells[0])).toEqual([
    '/dev/swapA',
    '/dev/swapB',
    '/dev/swapC',
    'swap device 3',
  ]);
});

test('the device that is chosen stands out; one on no list is grey', async () => {
  const frame = decide((await run()).frame(5), { type: 2 });
  const dev = frame.after.dev.map((row, type) =>
    type === 0 ? { ...row, listed: 0, why_off: 'full' as const } : row,
  );
  const { rows } = of({ ...frame, after: { ...frame.after, dev } });
  expect(rows.map(({ look, node }) => [look, node])).toEqual([
    ['off', 0],
    [undefined, 1],
    ['hot', 2],
    [undefined, 3],
  ]);
});

test('what was printed at the end of the published run', async () => {
  const frame = (await run()).frame(5);
  const published = {
    title: 'A table',
    used: [['zram0', '15.7G']] as const,
    citation: 'A document',
    url: null,
  };
  const { printed } = twinOf(factsOf(frame), 5, { provenance: 'model', published });
  expect(printed?.lines.map(textOf)).toEqual(['same experiment, at its end', 'zram0 15.7G']);
  expect(printed).toMatchObject({ citation: 'A document', url: null });
});

test('of another machine under the same rule, where the table came along', async () => {
  const { tables: all } = JSON.parse(String(await fileOf('datasets/published/swap_devices.json'))) as {
    tables: PublishedTable[];
  };
  const tables = all.map((t) => ({ ...t, citation: 'A document', url: null }));
  const facts = factsOf((await run()).frame(5));
  const { printed } = twinOf(facts, 5, { provenance: 'model', tables });
  expect(printed?.lines.map(textOf)).toEqual([
    'other machine, same rule',
    'zram0 15.7G, zram1 3.4G, zram2 3.4G, zram3 2.6G',
  ]);
  expect(twinOf(facts, 5, { provenance: 'model', tables: [] }).printed).toBeNull();
});

test('one list for all, and lists nobody has seen', async () => {
  const rr = (await run({ rule: 'roundrobin' })).frame(3);
  expect(lines(rr)[0]).toMatch(/^one list: swap[A-D] 1, /);
  const frame = (await run()).frame(0);
  const list = frame.before.list.map((row) => ({ ...row, known: 0, n: 0, type: [], prio: [] }));
  const blind = { ...frame, before: { ...frame.before, list } };
  expect(lines(blind).slice(-2)).toEqual(['list 3: not seen yet', 'no decision yet']);
});
