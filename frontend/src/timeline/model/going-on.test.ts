/** What went on, from what began and what ended. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { kswapdDuty } from '../../trace/derived/kswapd';
import { directReclaim } from '../../trace/derived/reclaim';
import { load } from '../../trace/testing/load';
import { samples } from '../../trace/testing/samples';
import { still } from '../testing/pulse';
import { Capture } from './capture';

const tracksOf = async (text: string | Uint8Array<ArrayBuffer>) => {
  const { store } = await load(text);
  const { tracks } = await Capture.of(store, still);
  return { store, tracks: tracks.filter(({ level }) => level !== undefined) };
};

const line = (us: number, pid: number, event: string) =>
  `           cc-${pid}      [000] .....   1.${String(us).padStart(6, '0')}: ${event}\n`;

it('an end alone tells nothing; what has not ended goes on; processes of one name overlap', async () => {
  const text = [
    line(0, 9, 'mm_page_free: page=00000000f00d pfn=0x1f order=0'),
    line(10, 1, 'mm_vmscan_direct_reclaim_end: nr_reclaimed=3'),
    line(20, 1, 'mm_vmscan_direct_reclaim_begin: order=0 gfp_flags=GFP_A'),
    line(25, 2, 'mm_vmscan_direct_reclaim_begin: order=0 gfp_flags=GFP_A'),
    line(30, 1, 'mm_vmscan_direct_reclaim_end: nr_reclaimed=3'),
    line(40, 9, 'mm_page_free: page=00000000f00d pfn=0x1f order=0'),
  ].join('');
  const { tracks } = await tracksOf(`# tracer: nop\n#\n${text}`);
  const [track] = tracks;
  expect(tracks.map(({ name }) => name)).toEqual(['cc']);
  expect(track?.level?.most).toBe(2);
  const mean = (from: number, to: number) => track?.level?.mean(from * 1000, to * 1000);
  expect([mean(0, 10), mean(10, 20), mean(20, 25), mean(25, 30), mean(30, 40), mean(0, 40)]).toEqual([
    0,
    0,
    1,
    2,
    1,
    (5 + 10 + 10) / 40,
  ]);
});

it('requests are in flight from issue to completion, by disk', async () => {
  const request = (us: number, what: string, dev: string, sector: number) =>
    line(us, 5, `block_rq_${what}: ${dev} R ${what === 'issue' ? '4096 ' : ''}() ${sector} + 8 [0]`);
  const text = [
    request(0, 'issue', '8,0', 8),
    request(5, 'issue', '8,0', 64),
    request(8, 'issue', '8,16', 8),
    request(10, 'complete', '8,0', 8),
    request(20, 'complete', '8,0', 64),
    request(28, 'complete', '8,16', 8),
    request(30, 'complete', '8,0', 999),
  ].join('');
  const { tracks } = await tracksOf(`# tracer: nop\n#\n${text}`);
  expect(tracks.map(({ name, level }) => [name, level?.most])).toEqual([
    ['8:0 in flight', 2],
    ['8:16 in flight', 1],
  ]);
  expect(tracks[0]?.level?.mean(0, 20_000)).toBeCloseTo((10 + 15) / 20, 9);
  expect(tracks[1]?.level?.mean(8_000, 28_000)).toBe(1);
});

describe('samples: as the report has it', () => {
  it.each(samples)('$id', async ({ path }) => {
    const { store, tracks } = await tracksOf(readFileSync(path));
    // Who only recorded that kswapd woke up does not know when it slept.
    const whole = ['mm_vmscan_kswapd_wake', 'mm_vmscan_kswapd_sleep'].every((name) =>
      store.kinds.some((kind) => kind.name === name),
    );
    for (const duty of whole ? kswapdDuty(store) : []) {
      const track = tracks.find(({ name }) => name === `kswapd${duty.nid} awake`);
      if (!track?.level) {
        expect(duty.awake).toBe(0);
        continue;
      }
      // The report knows nothing of the time behind the last event.
      const [first, last] = [track.rows.ts(0), track.rows.ts(track.rows.length - 1)];
      expect(track.level.most).toBe(1);
      expect(Math.round(track.level.mean(first, last) * (last - first))).toBe(duty.awake);
    }
    const direct = directReclaim(store);
    const reclaiming = tracks.filter(({ group }) => group === 'reclaim');
    if (direct && direct.done > 0) expect(reclaiming.length).toBeGreaterThan(0);
  });
});
