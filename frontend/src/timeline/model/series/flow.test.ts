/** How much of something there is, beside sums that plain lines of the same text give. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { zstdDecompressSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { load } from '../../../trace/testing/loader';
import { FOREIGN } from '../../../trace/testing/samples';
import { idleProgress } from '../../testing/progress';
import { Capture } from '../capture';
import { BINS, levelFor, tileSpan } from './tiles';

const flowsOf = async (text: string | Uint8Array<ArrayBuffer>) => {
  const { store } = await load(text);
  const capture = await Capture.of(store, idleProgress);
  const flows = capture.tracks.flatMap(({ name, flow, node }, i) => (flow ? [{ name, flow, node, i }] : []));
  return { capture, flows };
};

const line = (us: number, event: string) =>
  `  cc-5  [000] .....   1.${String(us).padStart(6, '0')}: ${event}\n`;
const done = (us: number, rwbs: string, sectors: number) =>
  line(us, `block_rq_complete: 8,0 ${rwbs} () 64 + ${sectors} none,0,0 [0]`);

it('a request counts by its direction, behind the F of a flush too; a discard moves nothing', async () => {
  const text = [
    line(0, 'mm_page_free: page=00000000f00d pfn=0x1f order=0'),
    ...['W', 'WS', 'FWFS', 'R', 'RA', 'D', 'FF'].map((rwbs, i) => done(10 + 10 * i, rwbs, 2 ** i)),
  ].join('');
  const { flows } = await flowsOf(`# tracer: nop\n#\n${text}`);
  const all = flows.map(({ name, flow }) => [name, flow.over(0, 1e9)]);
  expect(all).toEqual([
    ['8:0 written', { all: 512 * (1 + 2 + 4), got: null }],
    ['8:0 read', { all: 512 * (8 + 16), got: null }],
  ]);
  // From one time up to, but not at, another.
  expect(flows[0]?.flow.over(10_000, 20_000).all).toBe(512);
});

it('numa-reclaim: as plain lines have it, in any stretch and in the tiles', async () => {
  const text = zstdDecompressSync(readFileSync(join(FOREIGN, 'ftrace/numa-reclaim.txt.zst'))).toString();
  const { capture, flows } = await flowsOf(text);
  const base = BigInt(capture.info().base);
  const from = base + 52_000_000_000n;
  const to = base + 60_000_000_000n;
  const sums = new Map<string, number>();
  const add = (name: string, by: string | undefined) => sums.set(name, (sums.get(name) ?? 0) + Number(by));
  for (const line of text.split('\n')) {
    const [, s, us] = /(\d+)\.(\d{6}): /.exec(line) ?? [];
    const t = BigInt(s ?? 0) * 1_000_000_000n + BigInt(us ?? 0) * 1000n;
    if (t < from || t >= to) continue;
    const reclaim = /shrink_inactive: nid=(\d) nr_scanned=(\d+) nr_reclaimed=(\d+)/.exec(line);
    if (reclaim) {
      add(`node ${reclaim[1]} reclaimed`, reclaim[2]);
      add(`got ${reclaim[1]}`, reclaim[3]);
    }
    const request = /block_rq_complete: (\d+),(\d+) ([WR])\S* \(\) \d+ \+ (\d+) /.exec(line);
    if (request) add(`${request[1]}:${request[2]} ${request[3] === 'W' ? 'written' : 'read'}`, request[4]);
  }
  expect(flows.length).toBeGreaterThanOrEqual(5);
  for (const { name, flow, node, i } of flows) {
    const { all, got } = flow.over(52e9, 60e9);
    const plain = sums.get(name) ?? 0;
    expect([name, all, got]).toEqual([
      name,
      flow.sort.unit === 'bytes' ? 512 * plain : plain,
      flow.sort.unit === 'bytes' ? null : sums.get(`got ${node}`),
    ]);
    const level = levelFor(capture.store.span / 1000);
    let tiles = 0;
    for (let number = 0; number * tileSpan(level) <= capture.store.span; number++) {
      const sum = capture.tile(i, level, number).sums[0] ?? new Float64Array(BINS);
      tiles += sum.reduce((a, b) => a + b, 0);
    }
    expect(tiles).toBe(flow.over(0, capture.store.span + 1).all);
    expect(capture.mostOf(i)).toBeGreaterThan(0);
  }
});
