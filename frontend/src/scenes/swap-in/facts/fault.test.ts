import { describe, expect, test } from 'vitest';
import { pagesOf } from '../../voices/swap-in';
import { factsOf } from './facts';
import { faultsOf } from './fault';
import { page } from '../decision';
import { capture, find, model, win } from '../../testing/swap-in';
import { MODES, timeIn } from './spans';

test('a page holds the cursor with faults on both sides, and stands still meanwhile', () => {
  for (let k = 1; k <= 400; k++) {
    const { first, count } = page(k);
    expect(first).toBeLessThanOrEqual(Math.max(1, k - (k > 8 ? 7 : 0)));
    expect(first + count - 1).toBeGreaterThanOrEqual(k + 6);
  }
  expect(page(10)).toEqual(page(37));
});

test('a model: steps follow one another, in the mode that was in force and in the others', async () => {
  const source = await model('swap-in-hybrid');
  for (const k of [1, 2, 150, 299]) {
    const facts = factsOf(source.pane(k));
    expect(facts.rows.map((r) => r.taken)).toEqual([false, false, true]);
    expect(facts.rows.map((r) => r.mode)).toEqual(MODES);
    for (const { track, mode } of facts.rows) {
      if (!track) throw new Error('no track');
      expect(track.cpu[0]?.from).toBe(0);
      expect(track.cpu.at(-1)?.to).toBe(track.end);
      track.cpu.slice(1).forEach((s, i) => {
        expect(s.from).toBe(track.cpu[i]?.to);
      });
      expect(timeIn(track.cpu, 'spin') > 0).toBe(mode !== 'interrupt');
      // What is drawn as busy is the CPU time that the event tells.
      const busy = (['work', 'switch', 'spin'] as const).reduce(
        (sum, kind) => sum + timeIn(track.cpu, kind),
        0,
      );
      expect(Math.abs(busy - (track.busy ?? 0))).toBeLessThanOrEqual(2);
      // Away and back again: two switches, where the task sleeps.
      const switches = track.cpu.filter((s) => s.kind === 'switch').map((s) => s.to - s.from);
      expect(switches).toEqual(mode === 'poll' ? [] : [1200, 1200]);
      const [disk] = track.disk;
      expect(disk?.kind).toBe('read');
      expect(disk?.to).toBeLessThanOrEqual(track.end);
    }
  }
});

test('a capture: the mode in force, asleep as long as it says, nothing of the others', async () => {
  const source = await capture('swap-in-hybrid-fixed');
  const facts = factsOf(source.pane(200));
  const done = facts.fault?.reads[0]?.done;
  const [irq, poll, hybrid] = facts.rows;
  expect([irq?.track, poll?.track, irq?.many, poll?.many]).toEqual([null, null, null, null]);
  expect(hybrid?.track?.end).toBe(done?.lat);
  expect(timeIn(hybrid?.track?.cpu ?? [], 'asleep')).toBe(done?.slept);
  expect(hybrid?.track?.busy).toBeNull();
  expect(hybrid?.many?.n).toBe(199);
});

test('several tasks: every read finds its own fault and its own end', async () => {
  const source = await capture('swap-in-poll-threads');
  const faults = faultsOf(source.frame(300).neighbours);
  const ended = faults.filter((f) => f.reads[0]?.done);
  expect(ended.length).toBeGreaterThan(30);
  for (const { window, reads } of faults) {
    expect(reads.length).toBeLessThanOrEqual(1);
    for (const { begun, done } of reads) {
      expect(begun.pid).toBe(window?.pid);
      if (done) expect([done.offset, done.type]).toEqual([begun.offset, begun.type]);
    }
  }
});

test('a fault whose end is beyond the page has no time', async () => {
  const source = await capture('swap-in-poll');
  const { neighbours, ...frame } = source.frame(20);
  const cut = neighbours.map((n) => ({ ...n, trail: n.trail.filter((e) => e.kind !== 'swap_in_done') }));
  const facts = factsOf({ info: source.info, frame: { ...frame, neighbours: cut } });
  expect(facts.rows.every((r) => r.track === null)).toBe(true);
  expect(facts.how).toBe('poll');
});

describe.each(['swap-in-readahead', 'swap-in-cluster'])('%s', (id) => {
  test('a window brings its pages and is not polled for; one page is', async () => {
    const source = await capture(id);
    const k = find(source, (f) => win(f) > 1, 50);
    const { fault, how, rows } = factsOf(source.pane(k));
    if (!fault?.window) throw new Error('no window');
    expect(fault.reads.length).toBeLessThanOrEqual(pagesOf(fault.window));
    expect(how === null || how === 'interrupt').toBe(true);
    expect(rows.find((r) => r.mode === 'poll')?.track).toBeNull();
    expect(source.cells[k - 1]).toBe(`${win(source.frame(k))} pages`);
    const single = find(
      source,
      (f) => win(f) === 1 && factsOf({ frame: f, info: source.info }).how === 'poll',
      50,
    );
    expect(source.cells[single - 1]).toBe('1 poll');
  });
});

test('a device as fast as memory is read on the spot, aside from the modes', async () => {
  const source = await capture('swap-in-rotating');
  const { neighbours, trail, ...frame } = source.frame(3);
  const sync = source
    .frame(1)
    .neighbours.flatMap((n) => n.trail)
    .find((e) => e.kind === 'swap_in' && e.how === 'sync');
  if (!sync) throw new Error('no such read');
  const done = source
    .frame(1)
    .neighbours.flatMap((n) => n.trail)
    .filter((e) => e.kind === 'swap_in_done');
  const own = { k: 3, event: sync, verdict: null, trail: [...trail, ...done] };
  const facts = factsOf({ info: source.info, frame: { ...frame, event: sync, trail, neighbours: [own] } });
  expect(neighbours.length).toBeGreaterThan(1);
  expect(facts.how).toBe('sync');
  expect(facts.aside?.cpu.map((s) => s.kind)).toEqual(['work']);
  expect(facts.rows.some((r) => r.taken)).toBe(false);
});
