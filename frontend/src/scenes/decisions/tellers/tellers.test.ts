import { describe, expect, test } from 'vitest';
import type { EventRecord } from '../../../core/contract';
import { KINDS, type EventKind } from '../../../core/gen/tables';
import { capture, line } from '../../../core/testing/capture.mjs';
import { interleave, swapIn, zones } from '../../../core/testing/policies.mjs';
import { sourceOf } from '../testing/source';
import { subjectOf, tellerOf, whereOf } from '.';
import type { EventOf, Names } from './teller';
import { time } from '../../swap-in-words/read';

const names: Names = { device: (type) => `disk${type}`, deviceNode: () => -1 };
const said = (event: EventRecord) => {
  const { lead, rest } = tellerOf(event).say(event, names);
  return `${lead}: ${rest}`;
};

/** An event of a capture's line, as the core reads it. */
async function event<K extends EventKind>(kind: K, values: Parameters<typeof line>[1]): Promise<EventOf<K>> {
  const source = await sourceOf(capture([line(kind, { ts: 1, ...values })]));
  const found = source.frame(1).event;
  if (found?.kind !== kind) throw new Error('another kind');
  return found as EventOf<K>;
}

const il = { mode: 3, nodes: 3, prev: 0, cnt: 0, g: 2, nid: 1, cnt_after: 1 };

describe('interleave', () => {
  test.each([
    [{}, 'Node 1: il_prev 0, granularity 2, 1 of 2 given'],
    [{ nid: 0, cnt: 1, cnt_after: 0 }, 'Node 0: il_prev 0, granularity 2, 2 of 2 given'],
    [{ prev: 1023, nid: 0 }, 'Node 0: the first since the policy was set, granularity 2, 1 of 2 given'],
    [{ caller: 2, g: 1, cnt_after: 0 }, 'Node 1: bulk, il_prev 0, granularity 1, 1 of 1 given'],
    [{ mode: 6, g: 3, cnt_after: 2 }, 'Node 1: il_prev 0, weight 3, 2 more due'],
    [{ mode: 6, g: 0, nid: 0, cnt: 2, cnt_after: 1 }, 'Node 0: stays, 1 more due'],
  ])('%j', async (values, expected) => {
    expect(said(await event('interleave', { ...il, ...values }))).toBe(expected);
  });

  test('its era is that of the rule, not of the code', async () => {
    const era = async (values: object) => {
      const found = await event('interleave', { ...il, ...values });
      return tellerOf(found).era(found);
    };
    expect(await era({})).toMatchObject({ words: 'never merged', lived: false });
    expect(await era({ g: 1, cnt_after: 0 })).toMatchObject({ from: null, to: null });
    expect(await era({ mode: 6, g: 3, cnt_after: 2 })).toMatchObject({ from: 6.09 });
  });

  test('by place: the remainder names the node, and a number too large names none', async () => {
    const by = async (ilx: string) => {
      const found = await event('interleave_vma', { mode: 3, nodes: 5, ilx, weight: [1, 255, 1], nid: 2 });
      return tellerOf(found).why(found, names).join(' ');
    };
    expect(await by('37')).toContain('Divided by 2 nodes it leaves 1; counting from 0, that is node 2.');
    expect(await by('18446744073709551615')).not.toMatch(/Divided/);
  });
});

describe('swap-in', () => {
  const read = { type: 3, offset: 40, single: 1, can_poll: 1, mode: 1, how: 5 };
  test.each([
    [{}, 'Polls: slot 40 of disk3: one page, alone'],
    [
      { mode: 2, how: 6, mean: 9001, sleep: 4501 },
      'Sleeps, then polls: slot 40 of disk3: sleep 4.5 µs, mean 9.0 µs',
    ],
    [
      { mode: 2, how: 6, delay: 700, sleep: 700 },
      'Sleeps, then polls: slot 40 of disk3: sleep 700 ns, as set',
    ],
    [{ mode: 0, how: 4 }, 'Sleeps: slot 40 of disk3: swap_poll is 0'],
    [{ single: 0, how: 4 }, 'Sleeps: slot 40 of disk3: read ahead with others'],
    [{ order: 4, how: 4 }, 'Sleeps: slot 40 of disk3: a folio of 16 pages'],
    [{ can_poll: 0, how: 4 }, 'Sleeps: slot 40 of disk3: the device has no queue to poll'],
    [{ zero: 1, how: 0 }, 'All zeros: slot 40 of disk3: the page was all zeros'],
    [{ sync: 1, how: 3 }, 'On the spot: slot 40 of disk3: the device is as fast as memory'],
  ])('%j', async (values, expected) => {
    expect(said(await event('swap_in', { ...read, ...values }))).toBe(expected);
  });

  test('windows', async () => {
    const ra = { type: 0, max_win: 8, prev: 99, cur: 100, hits: 5, prev_win: 4, hi: 5000 };
    expect(said(await event('swap_ra', { ...ra, win: 8, start: 100, end: 108 }))).toBe(
      '8 pages: 100 to 107 for page 100: 5 hits, window before 4, at most 8',
    );
    expect(said(await event('swap_ra', { ...ra, ra: 1, win: 1, hits: 1 }))).toBe(
      'One page: slot 100 on disk0: 1 hit, window before 4, at most 8',
    );
  });

  test('times', () => {
    expect([time(999), time(4501), time(2.5e6)]).toEqual(['999 ns', '4.5 µs', '2.5 ms']);
  });
});

describe('zones', () => {
  const walk = {
    flags: 2049,
    highest: 2,
    pref: 2,
    nodes: 'ffffffffffffffff',
    visits: 2,
    visit_zone: [2, 10],
    visit_verdict: [6, 0],
    visit_flags: [12, 2],
    visit_batch: [0, 0],
    visit_free: [1000, 9000],
    visit_unusable: [0, 100],
    visit_mark: [2000, 3000],
    visit_reserve: [0, 512],
    zone: 10,
    pfn: 1,
  };

  test('the arithmetic, and what was passed over', async () => {
    const found = await event('zone_select', walk);
    expect(said(found)).toBe(
      'Node 1 Normal: 9,000 free − 100 = 8,900 above high 3,000 + 512 = 3,512; node 0 Normal below its mark',
    );
    expect(tellerOf(found).why(found, names)).toContain(
      'Node 0 Normal: below its mark (1,000 free not above 2,000).',
    );
  });

  test('a batch that is used up is told with what is left of it', async () => {
    const fair = {
      ...walk,
      mode: 1,
      visit_verdict: [2, 0],
      visit_batch: [-3, 40],
      batch: 39,
      visit_flags: [12, 0],
    };
    const found = await event('zone_select', fair);
    const why = tellerOf(found).why(found, names).join(' ');
    expect(why).toContain('Node 0 Normal: batch used up. Its batch was −3.');
    expect(why).toContain('the batch of node 1 Normal is 39.');
    expect(tellerOf(found).era(found)).toMatchObject({ from: 3.12, to: 4.07 });
  });

  test('no zone, and a batch set anew', async () => {
    const none = { ...walk, visit_verdict: [6, 6], zone: -1, pfn: 0, end: 1 };
    expect(said(await event('zone_select', none))).toBe(
      'No zone: node 0 Normal below its mark, and 1 more passed over',
    );
    const batch = { mode: 1, zone: 2, old: -3, new: 512, low: 2000, high: 2512 };
    expect(said(await event('zone_batch', batch))).toBe(
      'Batch of node 0 Normal: from −3 to 512: the fast path found no zone',
    );
  });

  test('kswapd: woken or not, and why; a check beyond the event’s lanes is not made up', async () => {
    const wake = { nid: 0, zone: 2, highest: 2, visits: 1, visit_zone: [2], visit_flags: [0] };
    const numbers = { visit_free: [900], visit_unusable: [0], visit_mark: [1000], visit_reserve: [0] };
    expect(said(await event('kswapd_wake', { ...wake, ...numbers, asleep: 1 }))).toBe(
      'Woken, node 0: Normal: 900 free not above 1,000',
    );
    expect(said(await event('kswapd_wake', { ...wake, ...numbers, verdict: 1 }))).toBe(
      'Not woken, node 0: it runs already',
    );
    const five = [0, 1, 2, 3, 4];
    const four = [1, 1, 1, 1];
    const many = { visits: 5, visit_zone: five, visit_flags: [0, 0, 0, 0, 0], asleep: 1 };
    const lanes = { visit_free: four, visit_unusable: four, visit_mark: four, visit_reserve: four };
    expect(said(await event('kswapd_wake', { nid: 0, zone: 2, ...many, ...lanes }))).toBe(
      'Woken, node 0: Device: not recorded',
    );
  });
});

test('every kind of decision of the sample captures has sentences, a place in the kernel, and plain text', async () => {
  for (const text of [interleave(4), swapIn(2), zones(4)]) {
    const source = await sourceOf(text);
    for (let k = 1; k <= source.info.decisions; k++) {
      const found = source.frame(k).event;
      if (!found) throw new Error('no event');
      const all = [said(found), ...tellerOf(found).why(found, names)].join('\n');
      expect(all).not.toMatch(/undefined|NaN|\[object/);
      expect(subjectOf(found.kind)).not.toBe(found.kind);
      expect(whereOf(found.kind)).toMatch(/^mm\/\w+\.c:\w+/);
    }
  }
});

test('a kind without sentences is told by its fields', async () => {
  const source = await sourceOf(interleave(1));
  const found = source.frame(1).event;
  if (!found) throw new Error('no event');
  const other = { ...found, kind: 'swap_free' } as unknown as EventRecord;
  expect(tellerOf(other).say(other, names).lead).toBe('swap_free');
  expect(tellerOf(other).why(other, names)).toEqual([KINDS.swap_free.doc]);
});
