import { expect, test } from 'vitest';
import { factsOf } from './facts';
import { decide, run } from './testing/frames';
import { twinRows, twinText } from './twin-text';

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
  expect(twinText(factsOf(frame), frame, 'model')).toBe(
    `$ swapon --show
NAME  TYPE       SIZE   USED PRIO
swapA partition   64M     0B   -2
swapB partition 1024M 966.2M   -3

list 0: swapA 1, swapB 3
list 1: swapB 1, swapA 2
decision 5: usemem[42] cpu 2, node 1, list 1, goal 64, batch 64, order 0; swapB took; swapB gives 64
`,
  );
});

test('a kernel names device files; what is unknown is a dash; what is swapped off is not there', async () => {
  const frame = (await run({}, 'kernel')).frame(5);
  const dev = frame.after.dev.map((row, type) =>
    type === 0 ? { ...row, pages: 0 } : type === 1 ? { ...row, present: 0 } : row,
  );
  const rows = twinRows(factsOf({ ...frame, after: { ...frame.after, dev } }), 'kernel');
  expect(rows.map((r) => r.cells[0])).toEqual(['/dev/swapA', '/dev/swapC', '/dev/swapD']);
  expect(rows[0]?.cells[2]).toBe('-');
});

test('one list for all, and lists nobody has seen', async () => {
  const rr = (await run({ rule: 'roundrobin' })).frame(3);
  expect(twinText(factsOf(rr), rr, 'model')).toMatch(/^one list: swap[A-D] 1, /m);
  const frame = (await run()).frame(0);
  const list = frame.before.list.map((row) => ({ ...row, known: 0, n: 0, type: [], prio: [] }));
  const blind = { ...frame, before: { ...frame.before, list } };
  expect(twinText(factsOf(blind), blind, 'model')).toContain('list 3: not seen yet\nno decision yet');
});
