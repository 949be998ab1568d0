/** Free pages counted back, beside a count made of the same text by plain lines. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { zstdDecompressSync } from 'node:zlib';
import { Reporter } from '../../../trace/report/reporter';
import { load } from '../../../trace/testing/loader';
import { FOREIGN } from '../../../trace/testing/samples';
import { idleProgress } from '../../testing/progress';
import { Capture } from '../capture';

const HEAD = '# tracer: nop\n#\n';
const line = (us: number, event: string) =>
  `           cc-7      [000] .....   1.${String(us).padStart(6, '0')}: ${event}\n`;
const page = (us: number, what: 'alloc' | 'free', pfn: number, order: number) =>
  line(us, `mm_page_${what}: page=00000000f00d pfn=0x${pfn.toString(16)} order=${order}`);

const zone = (nid: number, name: string, free: number, from: number | null, spanned: number) =>
  `Node ${nid}, zone ${name}\n  pages free     ${free}\n        min      10\n        low      20\n        high     30\n` +
  `        spanned  ${spanned}\n        managed  ${spanned}\n        protection: (0)\n  pagesets\n` +
  (from === null ? '' : `  start_pfn:           ${from}\n`);

async function counted(trace: string | Uint8Array<ArrayBuffer>, ...files: string[]) {
  const loaded = await load(trace);
  const capture = await Capture.of(loaded.store, idleProgress, loaded.report);
  const reported = new Reporter(loaded);
  for (const [i, file] of files.entries()) reported.add({ ...(await load(file)), name: String(i) });
  await capture.countFree(reported.zones(), idleProgress);
  return { capture, free: capture.tracks.filter(({ free }) => free !== undefined) };
}

it('goes back from the end by orders, each page in its own zone', async () => {
  const trace =
    HEAD +
    page(0, 'free', 5, 0) +
    page(10, 'alloc', 100, 3) +
    page(20, 'alloc', 250, 1) +
    page(30, 'free', 100, 2) +
    page(40, 'alloc', 9999, 4);
  const { free, capture } = await counted(trace, zone(0, 'DMA', 50, 0, 200) + zone(1, 'DMA', 60, 200, 100));
  expect(free.map(({ name, node, rows }) => [name, node, rows.length])).toEqual([
    ['node 0 DMA free', 0, 3],
    ['node 1 DMA free', 1, 1],
  ]);
  const [a, b] = free.map((track) => track.free?.pages);
  const at = (us: number) => [a?.mean(us * 1000, us * 1000 + 1), b?.mean(us * 1000, us * 1000 + 1)];
  expect([at(5), at(15), at(25), at(35)]).toEqual([
    [54, 62],
    [46, 62],
    [46, 60],
    [50, 60],
  ]);
  expect(capture.info().tracks.at(-1)?.free).toMatchObject({ zone: { min: 10, low: 20, high: 30 }, from: 0 });
  await capture.countFree([], idleProgress);
  expect(capture.tracks.some(({ free }) => free !== undefined)).toBe(false);
});

describe('where it cannot be counted it says why', () => {
  const trace = HEAD + page(0, 'free', 5, 0) + page(10, 'alloc', 100, 3);
  const why = async (text: string, file: string) => {
    const { capture, free } = await counted(text, file);
    return [free.length, ...capture.info().notCounted.map((not) => not.why)];
  };
  it.each([
    ['only one kind of event', HEAD + page(0, 'free', 5, 0), zone(0, 'DMA', 50, 0, 200), /no mm_page_alloc/],
    ['no numbers of pages', trace, zone(0, 'DMA', 50, null, 200), /which pages/],
    ['more than the zone has', trace, zone(0, 'DMA', 198, 0, 200), /leaves its bounds/],
    [
      'lost to the end',
      `${trace}CPU:0 [LOST 7 EVENTS]\n${line(10, 'own: a=1')}`,
      zone(0, 'DMA', 50, 0, 200),
      /lost/,
    ],
  ])('%s', async (_, text, file, expected) => {
    const [free, words] = await why(text, file);
    expect(free).toBe(0);
    expect(words).toMatch(expected);
  });
  it('zones that lie among each other', async () => {
    const found = await why(trace, zone(0, 'DMA', 50, 0, 200) + zone(1, 'DMA', 50, 100, 200));
    expect(found).toEqual([0, expect.stringMatching(/among/), expect.stringMatching(/among/)]);
  });
});

it('numa-reclaim: least, most and events of each zone are those of its lines', async () => {
  const packed = readFileSync(join(FOREIGN, 'ftrace/numa-reclaim.txt.zst'));
  const proc = (when: string) =>
    readFileSync(join(FOREIGN, `ftrace/numa-reclaim/${when}.zoneinfo.txt`), 'utf8');
  // As they lie in a folder: the later one counts.
  const { free } = await counted(new Uint8Array(packed), proc('after'), proc('before'));
  expect(free).toHaveLength(3);

  const lines = zstdDecompressSync(packed).toString().split('\n');
  const seen = new Map<string, number>();
  const pages: { t: number; alloc: boolean; pfn: number; order: number }[] = [];
  for (const text of lines) {
    const [, cpu, time] = /\[(\d+)\].*?\s(\d+\.\d+): /.exec(text) ?? [];
    if (!cpu || !time) continue;
    if (!seen.has(cpu)) seen.set(cpu, Number(time));
    const [, what, pfn, order] = / mm_page_(alloc|free): .*pfn=(0x[0-9a-f]+) order=(\d+)/.exec(text) ?? [];
    if (what)
      pages.push({ t: Number(time), alloc: what === 'alloc', pfn: Number(pfn), order: Number(order) });
  }
  const since = Math.max(...seen.values());
  for (const track of free) {
    const part = proc('after')
      .split(/^(?=Node )/m)
      .find((text) =>
        text.replace(/, zone +/, ' ').startsWith(`N${track.name.slice(1).replace(' free', '')}\n`),
      );
    const of = (name: RegExp) => Number(name.exec(part ?? '')?.[1]);
    const [from, spanned] = [of(/start_pfn: +(\d+)/), of(/spanned +(\d+)/)];
    let now = of(/pages free +(\d+)/);
    let [least, most] = [now, now];
    const own = pages.filter(({ pfn }) => pfn >= from && pfn < from + spanned);
    for (const { t, alloc, order } of own.toReversed()) {
      if (t < since) break;
      now += (alloc ? 1 : -1) * 2 ** order;
      [least, most] = [Math.min(least, now), Math.max(most, now)];
    }
    expect(track.rows.length).toBe(own.length);
    expect([track.free?.pages.least, track.free?.pages.most]).toEqual([least, most]);
  }
});
