/** Pages built by hand as include/linux/ring_buffer.h and the kernel's header_page describe them for a 32-bit kernel. */
import { expect, test } from 'vitest';
import { readLayout } from './layout';
import { readPage } from './page';

const FORMATS = `\tfield: u64 timestamp;\toffset:0;\tsize:8;\tsigned:0;
\tfield: local_t commit;\toffset:8;\tsize:4;\tsigned:1;
\tfield: int overwrite;\toffset:8;\tsize:1;\tsigned:1;
\tfield: char data;\toffset:12;\tsize:4084;\tsigned:0;
name: mm_swap_free
ID: 283
format:
\tfield:unsigned short common_type;\toffset:0;\tsize:2;\tsigned:0;
\tfield:int common_pid;\toffset:4;\tsize:4;\tsigned:1;

\tfield:u64 used;\toffset:8;\tsize:8;\tsigned:0;
\tfield:s16 type;\toffset:16;\tsize:2;\tsigned:1;
\tfield:char name[16];\toffset:18;\tsize:16;\tsigned:0;

print fmt: "type=%d", REC->type
`;

const layout = readLayout(FORMATS);
const word = (value: number) => [value & 255, (value >>> 8) & 255, (value >>> 16) & 255, value >>> 24];
/** A record head: 5 bits of kind, 27 of time. */
const head = (kind: number, delta: number) => word((delta * 32 + kind) >>> 0);

function page(
  records: readonly number[],
  { base = 1000, flags = 0, behind = [] as number[] } = {},
): Uint8Array {
  const bytes = new Uint8Array(4096).fill(0xee);
  bytes.set([...word(base), ...word(0), ...word((records.length | flags) >>> 0), ...records, ...behind]);
  return bytes;
}

const record = (id: number, pid: number) => [id & 255, id >> 8, 0, 0, ...word(pid)];

test('a layout names its records and their fields, arrays by their elements', () => {
  expect(layout).toMatchObject({ commit: 8, data: 12 });
  expect(layout.records.get(283)?.fields.slice(2)).toEqual([
    { name: 'used', offset: 8, size: 8, element: 8, signed: false },
    { name: 'type', offset: 16, size: 2, element: 2, signed: true },
    { name: 'name', offset: 18, size: 16, element: 1, signed: false },
  ]);
});

test.each([
  ['', 'lacks its pages'],
  ['name: x\nID: 1\n\tfield:u64 a;\toffset:0;\tsize:8;\n', 'not a field'],
])('a text that is no layout is refused: %j', (text, why) => {
  expect(() => readLayout(text)).toThrow(why);
});

test('times add up over records of both lengths, extensions of time and discarded records', () => {
  const { records, lost } = readPage(
    page([
      ...head(2, 5), ...record(283, 7),
      ...head(30, 3), ...word(1),
      ...head(0, 1), ...word(12), ...record(283, 8),
      ...head(29, 4), ...word(8), ...word(0),
      ...head(2, 2), ...record(283, 9),
    ]),
    layout,
  ); // prettier-ignore
  expect(records.map(({ ts, bytes }) => [ts, bytes.getInt32(4, true)])).toEqual([
    [1005, 7],
    [1005 + 2 ** 27 + 3 + 1, 8],
    [1005 + 2 ** 27 + 4 + 4 + 2, 9],
  ]);
  expect(lost).toBe(0);
});

test('an absolute time replaces the low bits; a null event ends a page; what nobody named is passed over', () => {
  const { records } = readPage(
    page([
      ...head(31, 7),
      ...word(3),
      ...head(2, 1),
      ...record(99, 1),
      ...head(2, 1),
      ...record(283, 2),
      ...head(29, 0),
      ...word(0),
    ]),
    layout,
  );
  expect(records.map(({ ts }) => ts)).toEqual([3 * 2 ** 27 + 9]);
});

test('lost events: their number behind the records, or at least one', () => {
  const one = [...head(2, 0), ...record(283, 1)];
  expect(readPage(page(one, { flags: 0xc0000000, behind: word(41) }), layout).lost).toBe(41);
  expect(readPage(page(one, { flags: 0x80000000 }), layout).lost).toBe(1);
  expect(readPage(page(one, { flags: 0xc0000000, behind: word(-1) }), layout).lost).toBe(1);
});

test('a page that contradicts itself is refused', () => {
  expect(() => readPage(page([...head(28, 0), ...record(283, 1)]), layout)).toThrow('stands out of its page');
  const long = page([]);
  long.set(word(5000), 8);
  expect(() => readPage(long, layout)).toThrow('5000 bytes');
  expect(() => readPage(new Uint8Array(4), layout)).toThrow(RangeError);
});
