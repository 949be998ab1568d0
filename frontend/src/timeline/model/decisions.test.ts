/** Rows of what a patched kernel tells: of a text made up line by line, and of bundled captures. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { captureReport } from '../../trace/report/capture-report';
import { bundled } from '../../trace/testing/captures';
import { load } from '../../trace/testing/loader';
import { idleProgress } from '../testing/progress';
import { LocalCapture } from '../worker/local-capture';
import { Capture } from './capture';

const MS = 1_000_000;
const ONES = 'ffffffffffffffff';
const ones = (n: number) => Array<string>(n).fill(ONES).join(',');
const event = (kind: string, ms: number, fields: string, comm = 'writer') =>
  `${kind} ts=${1e9 + ms * MS} cpu=0 pid=7 seq=0 ${fields} comm=${comm}\n`;
/** A lane of 8 bits, the first of a word. */
const first = (lane: number) => `${ONES.slice(2)}${lane.toString(16).padStart(2, '0')}`;

const list = (ms: number, used: number, op = 0) =>
  event(
    'swap_list',
    ms,
    `op=${op} reason=0 list=-1 type=0 prio=-2 node_id=0 mode=0 least=-2 pages=1000 used=${used} list_prio=${ones(4)} name=nvme0n1`,
  );
const select = (ms: number, used: number, ret: number) =>
  event(
    'swap_select',
    ms,
    `mode=0 nid=0 list=0 goal=64 batch=64 order=1 avail=900 pass=0 list_n=1 list_type=${first(0)},${ONES} ` +
      `list_prio=${ones(4)} list_used=ffffffff${used.toString(16).padStart(8, '0')},${ones(7)} visits=1 ` +
      `visit_type=${first(0)} visit_verdict=${first(0)} visit_next=${ONES} end=0 type=0 ret=${ret}`,
  );
const free = (ms: number, n: number, used: number) => event('swap_free', ms, `type=0 n=${n} used=${used}`);
const asked = (ms: number, slot: number, comm: string) =>
  event(
    'swap_in',
    ms,
    `type=0 offset=${slot} order=0 single=1 zero=0 zswap=0 fs=0 sync=0 can_poll=1 mode=2 delay=0 mean=0 mean_n=0 window=0 how=4 sleep=0`,
    comm,
  );
const done = (ms: number, slot: number, how: number, lat: number, slept = 0, polls = 0) =>
  event(
    'swap_in_done',
    ms,
    `type=0 offset=${slot} how=${how} lat=${lat * MS} slept=${slept * MS} polls=${polls} yields=0 window=0 window_n=0 status=0`,
    'swapper/0',
  );
const walk = (ms: number, zones: readonly number[], took: number, order = 0) => {
  const lanes = (of: readonly number[]) =>
    [...Array.from({ length: 8 }, (_, i) => of[i] ?? 0xff)]
      .reverse()
      .map((lane) => lane.toString(16).padStart(2, '0'))
      .join('');
  return event(
    'zone_select',
    ms,
    `mode=1 gfp=1 flags=1 order=${order} highest=2 list=0 pref=2 nodes=${ONES} reclaim=0 spread=0 pass=0 visits=${zones.length} ` +
      `visit_zone=${lanes(zones)} visit_verdict=${lanes(zones.map((zone) => (zone === took ? 0 : 2)))} visit_flags=${ONES} ` +
      `visit_batch=${ones(4)} visit_free=${ones(4)} visit_unusable=${ones(4)} visit_mark=${ones(4)} visit_reserve=${ones(4)} ` +
      `end=${took < 0 ? 1 : 0} zone=${took} batch=5 charged=9 pfn=1`,
  );
};
const page = (ms: number, nid: number, on: number) =>
  event('interleave_page', ms, `mode=3 by_place=0 order=0 nid=${nid} page_nid=${on} pfn=1`);

const captureOf = async (text: string | Uint8Array<ArrayBuffer>) => {
  const { store, report } = await load(text);
  const capture = await Capture.of(store, idleProgress, report);
  const local = new LocalCapture(capture);
  const place = (name: string) => capture.tracks.findIndex((track) => track.name === name);
  const counts = (name: string, from = 0, to = store.span + 1) =>
    local.counts(from, to).tracks[place(name)] ?? null;
  const said = (name: string, at = 0) =>
    local.stepSpan(place(name), at - 1, { t0: 0, t1: store.span }, 1)?.words ?? '';
  return { capture, store, report, place, counts, said, info: local.info() };
};
const made = (...lines: string[]) => captureOf(`mmscope-capture 1\n${lines.join('')}`);

it('slots in use are what the last event said, from the first one on; so many of all it has', async () => {
  const { counts, capture, place, info } = await made(
    ...[page(0, 0, 0), list(100, 0), select(200, 0, 10), free(300, 5, 15), list(400, 15, 1), page(500, 0, 0)],
  );
  const at = (from: number, to: number) => {
    const { mean, extreme } = counts('nvme0n1 in use', from * MS, to * MS) ?? {};
    return [mean, extreme];
  };
  expect([at(0, 100), at(100, 200), at(200, 300), at(250, 350), at(300, 500)]).toEqual([
    [null, null],
    [0, 0],
    [20, 20],
    [17.5, 20],
    [15, 15],
  ]);
  expect(info.tracks[place('nvme0n1 in use')]?.usage).toEqual({ most: 20, size: 1000 });
  expect(capture.tracks[place('nvme0n1 in use')]?.usage?.slots.from).toBe(100 * MS);
  expect([counts('nvme0n1 gave')?.flow, counts('nvme0n1 got back')?.flow]).toEqual([
    { all: 20, got: null },
    { all: 5, got: null },
  ]);
});

it('what was in use before a loss is not known', async () => {
  const { counts } = await made(
    list(0, 0),
    select(100, 0, 10),
    'lost n=3\n',
    free(200, 5, 15),
    page(400, 0, 0),
  );
  expect(counts('nvme0n1 in use', 0, 200 * MS)?.mean).toBeNull();
  expect(counts('nvme0n1 in use', 0, 400 * MS)?.mean).toBe(15);
});

it('a read takes as long as its end tells, and is of the task that asked for its slot last', async () => {
  const { counts, said } = await made(
    ...[list(0, 5), asked(100, 9, 'cc'), asked(150, 9, 'ld'), done(200, 9, 4, 40), done(300, 8, 6, 10, 8, 2)],
    page(400, 0, 0),
  );
  expect(counts('nvme0n1 read: slept')?.mean).toBeCloseTo(0.1, 9);
  expect(said('nvme0n1 read: slept')).toMatch(
    /^A page of nvme0n1 was read back from .*: 40 ms, for ld 7, slept, slot 9\.$/,
  );
  expect(said('nvme0n1 read: hybrid')).toMatch(/: 10 ms, slept 8 ms, polled 2 times, slot 8\.$/);
});

it('a zone gave a share of the pages that walks asked for which looked at it', async () => {
  const { counts, place, report, store } = await made(
    ...[
      walk(0, [2, 1], 1, 3),
      walk(100, [2], 2),
      walk(200, [2, 1, 10], -1),
      page(300, 1, 0),
      page(400, 1, 1),
    ],
  );
  expect(counts('node 0 Normal gave')?.flow).toEqual({ all: 10, got: 1 });
  expect(counts('node 0 DMA32 gave')?.flow).toEqual({ all: 9, got: 8 });
  expect(counts('node 1 Normal gave')?.flow).toEqual({ all: 1, got: 0 });
  expect(counts('node 1 dealt')?.flow).toEqual({ all: 2, got: 1 });
  expect(place('node 0 dealt')).toBe(-1);
  const { walks } = captureReport({ store, report }, 'a').derived;
  expect(walks.map(({ nid, name, gave, passed }) => [nid, name, gave, passed])).toEqual([
    [0, 'DMA32', 8, [{ why: 'batch', n: 1 }]],
    [0, 'Normal', 1, [{ why: 'batch', n: 2 }]],
    [1, 'Normal', 0, [{ why: 'batch', n: 1 }]],
  ]);
});

it('a bundled capture says why kswapd woke', async () => {
  const { path = '' } = bundled.find(({ id }) => id === 'cache-fair') ?? {};
  const { said, capture, place, counts, store, report } = await captureOf(readFileSync(path));
  expect(said('kswapd0 awake', 1)).toMatch(
    /^kswapd0 was awake from .*: 3\.11 ms, woken by reader \d+, order 0, as node 0 Normal had 2,462 free pages and needed more than 3,501\.$/,
  );
  const { duty, wakes } = captureReport({ store, report }, 'a').derived;
  expect(duty.nodes).toHaveLength(2);
  for (const { nid, awake, wakes: times } of duty.nodes) {
    const track = capture.tracks[place(`kswapd${nid} awake`)];
    expect(track?.spans?.length).toBe(times);
    expect(track?.level?.time(0, store.span)).toBeCloseTo(awake, 3);
    const { asked: all, woken: got } = wakes.find((of) => of.nid === nid) ?? {};
    expect(counts(`kswapd${nid} woken`)?.flow).toEqual({ all, got });
  }
});
