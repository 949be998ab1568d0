/** What went on, from what began and what ended. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { captureReport } from '../../../trace/report/capture-report';
import { load } from '../../../trace/testing/loader';
import { samples } from '../../../trace/testing/samples';
import { LocalCapture } from '../../worker/local-capture';
import { idleProgress } from '../../testing/progress';
import { Capture } from '../capture';
import { activityPhrase } from '../activity-phrases';

const tracksOf = async (text: string | Uint8Array<ArrayBuffer>) => {
  const { store, report } = await load(text);
  const capture = await Capture.of(store, idleProgress, report);
  return { store, report, capture, tracks: capture.tracks.filter(({ level }) => level !== undefined) };
};

const line = (us: number, pid: number, event: string) =>
  `           cc-${pid}      [000] .....   1.${String(us).padStart(6, '0')}: ${event}\n`;

it('an end alone tells nothing; what has not ended goes on; processes of one name overlap', async () => {
  const text = [
    line(0, 9, 'mm_page_free: page=00000000f00d pfn=0x1f order=0'),
    line(10, 1, 'mm_vmscan_direct_reclaim_end: nr_reclaimed=3'),
    line(20, 1, 'mm_vmscan_direct_reclaim_begin: order=0 gfp_flags=GFP_ATOMIC'),
    line(25, 2, 'mm_vmscan_direct_reclaim_begin: order=0 gfp_flags=GFP_ATOMIC'),
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

describe('kswapd', () => {
  const kswapd = (us: number, what: 'wake' | 'sleep', cpu = 0) =>
    `      kswapd0-60      [00${cpu}] .....   1.${String(us).padStart(6, '0')}: mm_vmscan_kswapd_${what}: nid=0 order=0\n`;

  it('is awake before a first sleep; a share of a stretch is of what is known of it', async () => {
    const text = [
      line(0, 9, 'mm_page_free: page=00000000f00d pfn=0x1f order=0'),
      kswapd(10, 'sleep'),
      kswapd(50, 'wake'),
      'CPU:0 [LOST 3 EVENTS]\n',
      kswapd(70, 'sleep'),
      line(100, 9, 'mm_page_free: page=00000000f00d pfn=0x1f order=0'),
    ].join('');
    const { capture, tracks } = await tracksOf(`# tracer: nop\n#\n${text}`);
    const [track] = tracks;
    const all = Array.from({ length: track?.spans?.length ?? 0 }, (_, i) => track?.spans?.at(i));
    expect(all.map((span) => [span?.from, span?.to])).toEqual([
      [0, 10_000],
      [50_000, 70_000],
    ]);
    const share = (from: number, to: number) => track?.known?.share(1000 * from, 1000 * to);
    expect([share(0, 100), share(0, 20), share(50, 70), share(60, 100)]).toEqual([10 / 80, 0.5, null, 0]);
    const words = all.map((span) => (span ? activityPhrase(capture, 0, span) : ''));
    expect(words).toEqual([
      expect.stringMatching(/^kswapd0 was awake from .* to .*: 10 µs, when it woke up is not known\.$/),
      expect.stringMatching(/^kswapd0 was awake from .* to .*: 20 µs, events in between are missing\.$/),
    ]);
  });

  it('has no share where the clock is a counter, and is drawn as it is recorded', async () => {
    const counted = (n: number, what: string) =>
      `      kswapd0-60      [000] ..... ${n}: mm_vmscan_kswapd_${what}: nid=0 order=0\n`;
    const text = [counted(7, 'wake'), counted(8, 'sleep'), counted(11, 'wake'), counted(15, 'sleep')].join(
      '',
    );
    const { store, capture, tracks } = await tracksOf(`# tracer: nop\n#\n${text}`);
    expect(tracks.map(({ name, known, spans }) => [name, known, spans?.length])).toEqual([
      ['kswapd0 awake', null, 2],
    ]);
    expect(new LocalCapture(capture).counts(0, store.span).tracks[0]?.mean).toBeNull();
  });
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
    const { store, report, tracks } = await tracksOf(readFileSync(path));
    const { duty, waits, requests } = captureReport({ store, report }, 'a').derived;
    for (const { nid, unknown, awake } of duty.nodes) {
      const track = tracks.find(({ name }) => name === `kswapd${nid} awake`);
      expect(track?.level?.most).toBe(1);
      expect(track?.known?.time(0, store.span)).toEqual({ going: awake, unknown });
      // What is drawn is what is known, where all is.
      if (unknown === 0) expect(track?.level?.time(0, store.span)).toBe(awake);
    }
    const direct = waits.find(({ name }) => name === 'direct reclaim');
    const reclaiming = tracks.filter(({ group }) => group === 'reclaim');
    /** Those of which both ends are there. */
    const whole = (group: string) =>
      tracks.flatMap((track) =>
        track.group === group && track.spans
          ? Array.from({ length: track.spans.length }, (_, i) => track.spans?.at(i)).filter(
              (span) => span?.end !== null,
            )
          : [],
      ).length;
    if (reclaiming.length > 0) expect(whole('reclaim')).toBe(direct?.held?.n ?? 0);
    if (requests?.times) expect(whole('disks')).toBe(requests.times.n);
  });
});
