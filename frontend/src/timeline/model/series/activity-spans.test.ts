/** Spans and depths beside what a plain script makes of the same text, line by line. */
import { readFileSync } from 'node:fs';
import { zstdDecompressSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { atOnce } from '../../../core/work/work';
import { missingIn } from '../../../trace/statistics/gaps';
import { load } from '../../../trace/testing/loader';
import { samples } from '../../../trace/testing/samples';
import { idleProgress } from '../../testing/progress';
import { Capture } from '../capture';
import { activityPhrase } from '../activity-phrases';

/** [track, from, to, got] in ns since the first event. */
type Row = [track: string, from: number, to: number, got: number | null];

/** What the lines tell, as `awk` would: one pass, a table of what is open. */
function scripted(text: string): Row[] {
  const found: Row[] = [];
  const open = new Map<string, number>();
  let first: number | null = null;
  for (const line of text.split('\n')) {
    const head = /^ *(.+)-(\d+) +\[\d+\] \S+ +(\d+)\.(\d{6}): (\w+): (.*)$/.exec(line);
    if (!head) continue;
    const [, comm = '', pid = '', s = '', us = '', name = '', rest = ''] = head;
    const ns = (Number(s) * 1e6 + Number(us)) * 1000;
    first ??= ns;
    const t = ns - first;
    const nid = /nid=(\d+)/.exec(rest)?.[1] ?? '';
    const [, dev = '', sector = ''] = /^(\d+,\d+) .*?(\d+) \+ \d+/.exec(rest) ?? [];
    const begins = (key: string) => {
      if (!open.has(key)) open.set(key, t);
    };
    const ends = (key: string, track: string, got: number | null = null) => {
      const from = open.get(key);
      open.delete(key);
      if (from !== undefined) found.push([track, from, t, got]);
    };
    if (name === 'mm_vmscan_kswapd_wake') begins(`k${nid}`);
    if (name === 'mm_vmscan_kswapd_sleep') ends(`k${nid}`, `kswapd${nid} awake`);
    if (name === 'mm_vmscan_direct_reclaim_begin') begins(`r${pid} ${comm}`);
    if (name === 'mm_vmscan_direct_reclaim_end')
      ends(`r${pid} ${comm}`, comm, Number(/nr_reclaimed=(\d+)/.exec(rest)?.[1]));
    // The latest issue of a sector is the one that is completed.
    if (name === 'block_rq_issue') open.set(`b${dev} ${sector}`, t);
    if (name === 'block_rq_complete') ends(`b${dev} ${sector}`, `${dev.replace(',', ':')} in flight`);
  }
  return found;
}

describe('ftrace/numa-reclaim', () => {
  let capture: Capture;
  let expected: Row[];
  let begins: Set<number>;
  beforeAll(async () => {
    const path = samples.find(({ id }) => id === 'ftrace/numa-reclaim')?.path ?? '';
    const packed = readFileSync(path);
    const { store, report } = await load(packed);
    capture = await Capture.of(store, idleProgress, report);
    begins = new Set(atOnce(missingIn(store, report)).begins.values());
    expected = scripted(zstdDecompressSync(packed).toString());
  });

  const sorted = (all: Row[]) =>
    all.toSorted(([a, f, t], [b, g, u]) => (a < b ? -1 : a > b ? 1 : t - u || f - g));

  it('every span that ended is the script’s, to the nanosecond, with what it got', () => {
    const ours = capture.tracks.flatMap(({ name, spans }) =>
      Array.from({ length: spans?.length ?? 0 }, (_, i) => spans?.at(i)).flatMap((span): Row[] =>
        span && span.end !== null ? [[name, span.from, span.to, span.got]] : [],
      ),
    );
    expect(ours.length).toBeGreaterThan(500);
    // That kswapd was awake from when its buffers are whole, as a sleep tells, no pair of lines does.
    const pairs = ours.filter(([, from]) => !begins.has(from));
    expect(ours.length - pairs.length).toBeLessThan(2);
    expect(sorted(pairs)).toEqual(sorted(expected));
  });

  it('how many are in flight on average is what the script’s spans come to', () => {
    for (const { name, level, activity } of capture.tracks) {
      if (!level || activity?.by !== 'device') continue;
      const [from, to] = [0.3 * capture.store.span, 0.9 * capture.store.span];
      let sum = 0;
      for (const [track, begin, end] of expected) {
        if (track === name) sum += Math.max(0, Math.min(to, end) - Math.max(from, begin));
      }
      expect(level.mean(from, to)).toBeCloseTo(sum / (to - from), 6);
    }
  });

  it('those in a stretch are all that reach into it, or none where there are too many', () => {
    for (const { name, spans, level } of capture.tracks) {
      if (!spans || !level) continue;
      for (const [share, width] of [
        [0.2, 1e9],
        [0.7, 3e8],
        [0.9, 5e9],
      ] as const) {
        const t0 = share * capture.store.span;
        const all = Array.from({ length: spans.length }, (_, i) => spans.at(i)).flatMap((span) =>
          span && span.to >= t0 && span.from <= t0 + width ? [span] : [],
        );
        expect(spans.within(t0, t0 + width, 40), name).toEqual(all.length > 40 ? null : all);
      }
    }
  });

  it('a sentence tells who waited, for how long, and the result', () => {
    const number = capture.tracks.findIndex(({ name, group }) => name === 'find' && group === 'reclaim');
    const spans = capture.tracks[number]?.spans;
    const all = Array.from({ length: spans?.length ?? 0 }, (_, i) => spans?.at(i)).filter((s) => s != null);
    const longest = all.toSorted((a, b) => b.to - b.from - (a.to - a.from))[0];
    if (!longest) throw new Error('find never waited');
    expect(activityPhrase(capture, number, longest)).toMatch(
      /^find 347 waited in direct reclaim from .* s to .* s: 2\.36 s, order 0, CPU 2, kswapd0 awake for .* of it, kswapd1 awake for .* of it, got 128 pages\.$/,
    );
  });
});
