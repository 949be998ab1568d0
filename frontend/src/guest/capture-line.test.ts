/** The layout is that of the bundled guest; records are built by hand in it. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { instantiate } from '../core/wasm/module';
import { wasmModule } from '../core/testing/wasm';
import { CaptureLines } from './capture-line';
import { readLayout, type RecordLayout } from './layout';

const { formats } = JSON.parse(
  readFileSync(new URL('../../../datasets/guest/guest.json', import.meta.url), 'utf8'),
) as { formats: string };
const layout = readLayout(formats);
const { description } = await instantiate(await wasmModule());

const named = (name: string): RecordLayout => {
  const found = [...layout.records.values()].find((record) => record.name === name);
  if (!found) throw new Error(name);
  return found;
};

/** One page with these records, a ns apart, the first at 1001. Values of fields by name; what is not named is 0. */
function page(
  ...records: readonly (readonly [string, Readonly<Record<string, bigint | string>>])[]
): Uint8Array {
  const bytes = new Uint8Array(4096);
  const view = new DataView(bytes.buffer);
  view.setBigUint64(0, 1000n, true);
  let at = layout.data;
  for (const [name, values] of records) {
    const { id, fields } = named(name);
    const length = Math.ceil(Math.max(32, ...fields.map(({ offset, size }) => offset + size)) / 4) * 4 + 16;
    view.setUint32(at, 32, true);
    view.setUint32(at + 4, length + 4, true);
    at += 8;
    view.setUint16(at, id, true);
    for (const { name: field, offset, element } of fields) {
      const value = values[field];
      if (typeof value === 'string') bytes.set(new TextEncoder().encode(value), at + offset);
      else if (value !== undefined)
        for (let byte = 0; byte < element; byte++)
          bytes[at + offset + byte] = Number((value >> BigInt(8 * byte)) & 255n);
    }
    at += length;
  }
  view.setUint32(layout.commit, at - layout.data, true);
  return bytes;
}

test('an event is a line with the fields of its kind: hexadecimal where a capture has it, the task by its name', () => {
  const lines = new CaptureLines(layout, description, new Map([[7, 'kswapd0']]));
  const [line = ''] = lines
    .take(page(['mm_interleave', { common_pid: 7n, mode: 3n, nodes: 15n, prev: -1n, g: 16n }]))
    .split('\n');
  expect(line).toBe(
    'interleave ts=1001 cpu=0 pid=7 seq=0 caller=0 mode=3 nodes=f prev=-1 cnt=0 g=16 nid=0 cnt_after=0 comm=kswapd0',
  );
  expect(lines.events).toBe(1);
});

test('vectors are words, seq stands before a kind’s own fields, a disk’s name is text', () => {
  const lines = new CaptureLines(layout, description, new Map());
  const text = lines.take(
    page(
      ['mm_swap_select', { common_pid: 9n, seq: 12n, list_type: 0xffn, avail: -3n }],
      ['mm_swap_list', { common_pid: 9n, seq: 13n, name: 'zram 0\\' }],
    ),
  );
  expect(text).toContain('swap_select ts=1001 cpu=0 pid=9 seq=12 mode=0 ');
  expect(text).toContain(' list_type=ff,0 ');
  expect(text).toContain(' avail=-3 ');
  expect(text).toContain(' name=zram 0\\x5c comm=<...>\n');
});

test('tasks are known by what the trace says of them, from then on', () => {
  const lines = new CaptureLines(layout, description, new Map([[5, 'init']]));
  const wake = ['mm_kswapd_wake', { common_pid: 5n }] as const;
  const text = lines.take(
    page(
      wake,
      ['task_newtask', { pid: 5n, comm: 'fork' }],
      wake,
      ['task_rename', { pid: 5n, newcomm: 'eat' }],
      wake,
    ),
  );
  expect([...text.matchAll(/comm=(\S+)/g)].map(([, name]) => name)).toEqual(['init', 'fork', 'eat']);
});

test('the CPU counts as that of the node it was moved to; other marks are marks only', () => {
  const lines = new CaptureLines(layout, description, new Map());
  const wake = ['mm_kswapd_wake', {}] as const;
  const text = lines.take(
    page(['print', { buf: 'a phase\n' }], wake, ['print', { buf: 'cpu on node 2\n' }], wake),
  );
  expect(text).toMatch(/^mark ts=1001 text=a phase\nkswapd_wake ts=1002 cpu=0 /);
  expect(text).toMatch(/\nmark ts=1003 text=cpu on node 2\nkswapd_wake ts=1004 cpu=2 /);
});

test('lost events are a line before what came after them', () => {
  const lines = new CaptureLines(layout, description, new Map());
  const bytes = page(['mm_kswapd_wake', {}]);
  const view = new DataView(bytes.buffer);
  view.setUint32(layout.commit, (view.getUint32(layout.commit, true) | 0x80000000) >>> 0, true);
  expect(lines.take(bytes)).toMatch(/^lost n=1\nkswapd_wake /);
  expect(lines.lost).toBe(1);
});
