/** What is asked of a capture on a server, beside the same text read here. */
import { describe, expect, it, vi } from 'vitest';
import { lineCountsOf } from '../../trace/report/line-counts';
import { clauseText } from '../../trace/report/clauses';
import { GENERIC_KIND } from '../../trace/store/generic-kinds';
import { ALL, FOUND } from '../model/capture';
import type { EventLine } from '../model/events/event-phrases';
import { BINS, levelFor, tileSpan } from '../model/series/tiles';
import { localCapture, never, report, remoteCapture, span, store, localTrack, VIEWS } from './testing/pair';

const { server, far: unopened, opened, sharp } = remoteCapture();

describe('a capture by windows is the capture read here', () => {
  it('has its kinds, and says what it does not draw', async () => {
    const info = (await opened()).info();
    const known = localCapture.info().tracks.filter((t) => t.group === 'kind');
    const byName = (tracks: typeof known) => new Map(tracks.map(({ name, events }) => [name, events]));
    const own = localCapture.info().tracks.filter((t) => t.group === 'own');
    const drawn = byName(info.tracks);
    const ranked = [...info.tracks].sort((a, b) => (a.rank ?? 0) - (b.rank ?? 0)).map(({ name }) => name);
    expect(ranked.filter((name) => name !== GENERIC_KIND)).toEqual(known.map(({ name }) => name));
    expect(drawn.get(GENERIC_KIND)).toBe(own.reduce((sum, { events }) => sum + events, 0));
    drawn.delete(GENERIC_KIND);
    expect(drawn).toEqual(byName(known));
    expect([info.base, info.span]).toEqual([String(store.base), span]);
    const explained = info.lines.rest.reduce((sum, { lines }) => sum + lines, 0);
    expect(info.events + explained).toBe(report.lines);
    expect(info.lines).toEqual(lineCountsOf(report));
  });

  it('says which of its rows are there only where it is read here', async () => {
    const far = await opened();
    const of = (group: string) => localCapture.info().tracks.filter((t) => t.group === group);
    const tells = far.info().windows?.missing ?? [];
    expect(of('nodes').map(({ name }) => name)).toEqual(['node 0 reclaimed']);
    expect([...of('swap'), ...of('disks'), ...of('reclaim')]).toEqual([]);
    expect(tells).toEqual(['pages reclaimed of those scanned']);
    expect(clauseText(far.says.at(-1) ?? { text: '', more: '' })).toBe(
      `Read in the page it also tells ${tells.join(', ')}`,
    );
  });

  it('measures the same', async () => {
    const far = await opened();
    const name = 'nr_scanned';
    expect([far.setMeasure(name), localCapture.setMeasure(name)]).toEqual([true, true]);
    expect(far.extent()).toEqual(localCapture.extent());
    const [, view = { t0: 0, t1: 1 }] = VIEWS;
    const level = await sharp(far, view);
    const track = far.tracks.findIndex((t) => t.name === 'mm_vmscan_lru_shrink_inactive');
    let compared = 0;
    for (let number = Math.floor(view.t0 / tileSpan(level)); number * tileSpan(level) < view.t1; number++) {
      for (const [mine, theirs] of [
        [
          far.tile(track, level, number),
          localCapture.tile(localTrack('mm_vmscan_lru_shrink_inactive'), level, number),
        ],
      ] as const) {
        for (let bin = 0; bin < BINS; bin++) {
          const n = theirs.n?.[bin] ?? 0;
          expect(mine.n?.[bin] ?? 0).toBe(n);
          if (n === 0) continue;
          compared++;
          expect([mine.min?.[bin], mine.max?.[bin]]).toEqual([theirs.min?.[bin], theirs.max?.[bin]]);
          expect(mine.mean?.[bin]).toBeCloseTo(theirs.mean?.[bin] ?? NaN, 9);
        }
      }
    }
    expect(compared).toBeGreaterThan(3);
    const statistics = [far, localCapture].map((held) =>
      held.statistics(held === far ? track : localTrack('mm_vmscan_lru_shrink_inactive'), 0, span + 1, never),
    );
    expect(await statistics[0]).toEqual(await statistics[1]);
    localCapture.setMeasure('');
  });

  const plain = (line: EventLine) => ({ ...line, kind: 0 });
  const sorted = (lines: readonly EventLine[]) =>
    lines.map(plain).sort((a, b) => a.ts - b.ts || a.name.localeCompare(b.name) || a.row - b.row);

  it('has the same lines, counts and details', async () => {
    const far = await opened();
    const { total, lines } = await far.lines(ALL, 0, span + 1, 0, 256);
    expect(total).toBe(localCapture.capture.order.length);
    const known = localCapture
      .lines(ALL, 0, span + 1, 0, 1e6)
      .lines.filter(({ name }) => far.tracks.some((t) => t.name === name));
    const last = lines.at(-1)?.ts ?? 0;
    const before = (all: readonly EventLine[]) =>
      sorted(all.filter(({ ts, name }) => ts < last && name !== GENERIC_KIND));
    expect(before(lines)).toEqual(before(known));

    const counts = await far.counts(span * 0.2, span * 0.6);
    const mine = localCapture.counts(span * 0.2, span * 0.6);
    expect(counts?.all.events).toBe(mine.all.events);
    for (const [i, { name, group }] of far.tracks.entries()) {
      if (group === 'own') continue;
      expect(counts?.tracks[i]?.events).toBe(mine.tracks[localTrack(name)]?.events);
    }
    for (const name of ['block_rq_issue', 'mm_page_free']) {
      const kind = far.tracks.findIndex((t) => t.name === name);
      const detail = await far.detail({ kind, row: 3 });
      const theirs = localCapture.detail({ kind: store.kinds.findIndex((k) => k.name === name), row: 3 });
      expect(detail && { ...detail.event, kind: 0 }).toEqual(theirs && { ...theirs.event, kind: 0 });
      expect(detail?.around).toHaveLength(13);
    }
  });

  it('is stepped along as the one read here', async () => {
    const far = await opened();
    const name = 'mm_vmscan_kswapd_wake';
    const [track, theirs] = [far.tracks.findIndex((t) => t.name === name), localTrack(name)];
    for (const by of [1, -1] as const) {
      let [at, id] = [by > 0 ? 0 : span + 1, null as { kind: number; row: number } | null];
      let [mineAt, mine] = [at, id];
      for (let i = 0; i < 5; i++) {
        const [next, expected] = [
          await far.step(track, at, id, by),
          localCapture.step(theirs, mineAt, mine, by),
        ];
        expect([next?.row, next?.ts]).toEqual([expected?.row, expected?.ts]);
        if (!next || !expected) return;
        [at, id, mineAt, mine] = [next.ts, next, expected.ts, expected];
      }
    }
    const first = await far.step(track, 0, null, 1);
    const hit = await far.hit(track, first?.ts ?? 0, 10);
    expect([hit?.nearest.name, hit?.nearest.ts]).toEqual([name, first?.ts]);
    expect(await far.find('kind:kswapd', never)).toMatchObject({ complaint: null });
    expect(far.within(FOUND, { t0: 0, t1: span + 1 }, levelFor(span / 1200))).toBe(
      far.info().tracks[track]?.events,
    );
    expect((await far.find('', never)).events).toBe(0);
    expect(await far.lines(FOUND, 0, 1, 0, 5)).toEqual({ total: 0, lines: [] });
  });
});

describe('what is found is what is found of the capture read here', () => {
  const FINDS = [
    ...['cpu:1', 'task:KSWAPD', 'pid:811 kind:block', 'kswapd', 'fio block', 'nothing_like_it', 'rwbs=r'],
    ...['nr_scanned>=30 cpu:1', 'nr_reclaimed!=2', 'nr_reclaimed=2', 'dev=254:0', 'flags!=x', 'comm=fio'],
    ...['order=1 kind:wake', 'kind:mm_page', 'sector<50 task:fio'],
  ];
  it.each(FINDS)('%s', async (text) => {
    const far = await opened();
    const [mine, theirs] = [await far.find(text, never), await localCapture.find(text, never)];
    expect(mine).toEqual(theirs);
    const named = ({ ts, name, cpu, pid, comm }: EventLine) =>
      [ts, far.tracks.some((t) => t.name === name) ? name : GENERIC_KIND, cpu, pid, comm].join(' ');
    const all = span + 1;
    const [lines, known] = [await far.lines(FOUND, 0, all, 0, 20), localCapture.lines(FOUND, 0, all, 0, 20)];
    expect(lines.total).toBe(mine.events);
    // Of events at the same time, another kind may come first.
    const last = lines.total > 20 ? (lines.lines.at(-1)?.ts ?? 0) : all;
    const [ours, others] = [lines, known].map((found) =>
      found.lines.filter(({ ts }) => ts < last).map(named),
    );
    expect(ours?.toSorted()).toEqual(others?.toSorted());
    const view = { t0: 0, t1: all };
    const level = await sharp(far, view);
    expect(far.within(FOUND, view, level)).toBe(mine.events);
    expect(far.strokes(FOUND, view, level).length).toBe(localCapture.strokes(FOUND, view).length);
    const statistics = await Promise.all(
      [far, localCapture].map((held) => held.statistics(FOUND, span / 2, all, never)),
    );
    expect(statistics[0]?.count).toBe(statistics[1]?.count);
    for (const by of [1, -1] as const) {
      let [next, theirNext] = [
        await far.step(FOUND, by > 0 ? 0 : all, null, by),
        localCapture.step(FOUND, by > 0 ? 0 : all, null, by),
      ];
      for (let i = 0; i < 4; i++) {
        expect(next?.ts).toBe(theirNext?.ts);
        if (!next || !theirNext) break;
        [next, theirNext] = [
          await far.step(FOUND, next.ts, next, by),
          localCapture.step(FOUND, theirNext.ts, theirNext, by),
        ];
      }
    }
    const [first] = lines.lines;
    if (!first) return;
    const [hit, expected] = [await far.hit(FOUND, first.ts, 10), localCapture.hit(FOUND, first.ts, 10)];
    expect([hit?.count, hit?.nearest.ts]).toEqual([expected?.count, expected?.nearest.ts]);
  });

  it('what cannot be looked for is said in the same words', async () => {
    const far = await opened();
    for (const text of ['cpu:x', 'task:', 'no_such_field=1', 'cpu:0 pid:y'])
      expect(await far.find(text, never)).toEqual(await localCapture.find(text, never));
  });

  it('it says when there is too much to show, or the server refuses', async () => {
    const far = await opened();
    const heading = new TextEncoder().encode('{"more": true, "kinds": []}  ');
    const answer = new Uint8Array(4 + heading.length);
    answer.set([heading.length], 0);
    answer.set(heading, 4);
    vi.stubGlobal('fetch', () => Promise.resolve(new Response(answer)));
    expect((await far.find('cpu:1', never)).complaint).toContain('More than a million');
    const body = { error: { message: 'searching takes too long: say which kind, as kind:NAME' } };
    vi.stubGlobal('fetch', () => Promise.resolve(Response.json(body, { status: 413 })));
    expect((await far.find('cpu:1', never)).complaint).toContain('kind:NAME');
    expect(await far.lines(FOUND, 0, 1, 0, 5)).toEqual({ total: 0, lines: [] });
  });
});

describe('while the server does not tell', () => {
  const [, , near = { t0: 0, t1: 1 }] = VIEWS;

  it.each([0, 503, 409, 500])('it is asked again after %i, and says so until then', async (status) => {
    vi.useFakeTimers();
    const far = await opened();
    server().fails = status;
    const asked = far.lines(0, 0, span * 0.1, 0, 5);
    await vi.waitUntil(() => far.trouble !== null);
    expect(far.trouble).toMatch(/server/);
    const before = server().asked.length;
    await vi.advanceTimersByTimeAsync(500);
    expect(server().asked).toHaveLength(before);
    await vi.advanceTimersByTimeAsync(4000);
    expect(server().asked.length).toBeGreaterThan(before);
    expect(server().asked.length).toBeLessThan(before + 4);
    server().fails = null;
    far.again();
    await asked;
    expect(far.trouble).toBeNull();
  });

  it('what it refuses is said, and is not asked again by itself', async () => {
    const far = await opened();
    server().fails = 404;
    expect(await far.lines(0, 0, span * 0.1, 0, 5)).toEqual({ total: 0, lines: [] });
    expect(far.trouble).toContain('any more');
    const before = server().asked.length;
    far.want(near, 3, 512);
    expect(server().asked).toHaveLength(before);
    server().fails = null;
    far.again();
    expect(far.trouble).toBeNull();
  });

  it('opening waits, and can be given up', async () => {
    server().fails = 0;
    const words: string[] = [];
    const far = unopened((w) => words.push(w));
    const giving = new AbortController();
    const opening = far.open(giving.signal);
    await vi.waitUntil(() => words.length > 0);
    giving.abort();
    await expect(opening).rejects.toThrow();
    expect(words[0]).toContain('does not answer');
  });
});
