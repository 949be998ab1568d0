import { beforeAll, describe, expect, test } from 'vitest';
import { capture, line } from '../../core/testing/capture.mjs';
import { zones } from '../../core/testing/policies.mjs';
import type { DrawingProps } from '../scene';
import { texts } from '../testing/narration';
import { factsOf } from './facts/facts';
import { narrate } from './narration';
import { captureSource, textSource, type Source } from '../testing/zones';
import { walkOf } from './facts/walk';

const NODES = [0, 1].map((nid) => line('node', { nid, cpus: nid + 1, pages: 1000 }));
const ZONES = [
  line('zone', {
    zone: 2,
    managed: 100_000,
    min: 800,
    low: 1000,
    high: 1200,
    free: 5000,
    reserve: [0, 0, 0],
  }),
  line('zone', { zone: 1, managed: 50_000, min: 400, low: 500, high: 600, free: 9000, reserve: [0, 0, 90] }),
  line('zone', { zone: 10, managed: 90_000, min: 700, low: 900, high: 1100, free: 8000, reserve: [0, 0, 0] }),
];
const WALK = {
  flags: 2049,
  highest: 2,
  pref: 2,
  nodes: '3',
  visits: 2,
  visit_zone: [2, 1],
  visit_verdict: [6, 0],
  visit_flags: [12, 12],
  visit_batch: [0, 0],
  visit_free: [950, 570],
  visit_unusable: [0, 0],
  visit_mark: [1000, 500],
  visit_reserve: [0, 90],
  zone: 1,
  pfn: 7,
  comm: 'reader',
};

const narrated = (source: Source, k: number) => texts(narrate(source.pane(k), null));

/** The narration of the first decision that these lines make, and its facts. */
async function first(...lines: string[]) {
  const source = await textSource(capture([...NODES, ...ZONES, ...lines]));
  return { ...narrated(source, 1), facts: factsOf(source.frame(1), source.info) };
}
const walk = (values: object) => line('zone_select', { ts: 5, ...WALK, ...values });
describe('a walk', () => {
  test('each zone with its comparison, then what follows from it', async () => {
    const { facts, heading, sentences, places } = await first(walk({ visit_free: [950, 595] }));
    expect(heading).toBe('Why DMA32 of node 0?');
    expect(sentences).toEqual([
      '1 Normal of node 0: 950 free is not above low (1,000): skip.',
      '2 DMA32 of node 0: 595 free is above low 500 + reserve 90: take.',
      '+ Not above high (600).',
      '(3 Not asked: node 1.)',
    ]);
    expect(places).toEqual([
      { fn: 'mm/page_alloc.c:get_page_from_freelist()', kind: 'unchecked', detail: null },
    ]);
    expect(walkOf(facts.event).steps.map((s) => s.labels[0])).toEqual([
      'skip: not above low',
      'take: above low + reserve',
    ]);
  });

  test('under fair the batches are said, and the charge', async () => {
    const batch = line('zone_batch', { ts: 4, mode: 1, zone: 1, old: 0, new: 40, low: 500, high: 540 });
    const fair = { mode: 1, flags: 2049 + 1024, visit_verdict: [2, 0], visit_batch: [-3, 40], batch: 39 };
    const source = await textSource(capture([...NODES, ...ZONES, batch, walk(fair)]));
    expect(narrated(source, 2).sentences.slice(0, 3)).toEqual([
      '1 Normal of node 0: batch used up (−3), skip.',
      '2 DMA32 of node 0: batch 40 left, and 570 free is not above low 500 + reserve 90: take.',
      '+ Charged for the page, its batch is 39.',
    ]);
    const begun = narrated(source, 1);
    expect(begun.heading).toBe('Why a new batch for DMA32 of node 0?');
    expect(begun.places.map(({ fn }) => fn)).toEqual(['mm/page_alloc.c:reset_alloc_batch()']);
    expect(begun.sentences).toEqual([
      '1 DMA32 of node 0: 0 was left, now 40 pages.',
      '+ The fast path found no zone.',
      '+ A batch is the distance between the marks: high 540 less low 500.',
    ]);
  });

  test('a block of a higher order is named where it is missing', async () => {
    const { facts, sentences } = await first(walk({ order: 9, visit_free: [1500, 5000] }));
    expect(sentences[0]).toBe(
      '1 Normal of node 0: 1,500 free is above low (1,000), but no block of 512 pages is free: skip.',
    );
    expect(walkOf(facts.event).steps[0]?.labels[0]).toBe('skip: no block of order 9');
  });

  test('more zones than the event has lanes for: the one that gave the page is still named', async () => {
    const nine = Array.from({ length: 8 }, (_, i) => 2 + 8 * i);
    const full = {
      visits: 10,
      visit_zone: nine,
      visit_verdict: nine.map(() => 6),
      visit_flags: nine.map(() => 12),
      visit_batch: nine.map(() => 0),
      visit_free: nine.map(() => 9),
      visit_unusable: nine.map(() => 0),
      visit_mark: nine.map(() => 10),
      visit_reserve: nine.map(() => 0),
      zone: 74,
    };
    const { facts, sentences } = await first(walk(full));
    const { steps, more } = walkOf(facts.event);
    expect([steps.length, steps.at(-1)?.zone, steps.at(-1)?.n, more]).toEqual([9, 74, 10, 1]);
    expect(sentences.slice(8, 10)).toEqual([
      '10 Normal of node 9: take. What was read is not recorded.',
      '+ 1 more zone was looked at before it; the event holds the first 8.',
    ]);
    expect(sentences.join()).not.toContain('Not asked');
  });

  test('no zone, and starting over', async () => {
    const none = { visit_verdict: [6, 6], zone: -1, pfn: 0 };
    const { heading, sentences } = await first(walk({ ...none, end: 1 }));
    expect(heading).toBe('Why no zone?');
    expect(sentences.at(-1)).toBe('+ No zone is left: this walk gives no page.');
    const again = await first(walk({ ...none, end: 2, pass: 0 }));
    expect(again.heading).toBe('Why start over?');
    const second = await first(walk({ pass: 1 }));
    expect(second.sentences).toContain('+ This is walk 2 of the same call: the one before started over.');
  });
});

describe('kswapd', () => {
  const WAKE = {
    ts: 5,
    nid: 0,
    zone: 2,
    highest: 2,
    asleep: 1,
    visits: 1,
    visit_zone: [2],
    visit_flags: [0],
    visit_unusable: [0],
    visit_reserve: [0],
  };

  test('declined above low though below high: missed', async () => {
    const missed = { mark: 1, verdict: 3, visit_free: [1100], visit_mark: [1000] };
    const { facts, sentences, places, twin } = await first(line('kswapd_wake', { ...WAKE, ...missed }));
    expect(sentences[0]).toBe('1 Normal of node 0: 1,100 free is above low (1,000).');
    expect(sentences.at(-1)).toBe(
      '+ Missed: Normal of node 0 is not above high (1,200), where reclaim would end.',
    );
    expect(places.map(({ fn }) => fn)).toEqual(['mm/vmscan.c:wakeup_kswapd()']);
    expect(twin.lines).toContain(
      'kswapd0 asleep, missed: Normal above low, not high; asked 1, woken 0, declined 1',
    );
    // The level drawn is the one that was read.
    expect(facts.byId.get(2)?.free).toBe(1100);
  });

  test('above high it is not missed', async () => {
    const declined = { mark: 1, verdict: 3, visit_free: [1300], visit_mark: [1000] };
    const { sentences } = await first(line('kswapd_wake', { ...WAKE, ...declined }));
    expect(sentences.join()).not.toContain('Missed');
  });

  test('woken, and running already', async () => {
    const woken = { mark: 0, verdict: 0, visit_free: [900], visit_mark: [1200] };
    const { facts, heading } = await first(line('kswapd_wake', { ...WAKE, ...woken }));
    expect(heading).toBe('Why is kswapd0 woken?');
    expect(facts.nodes[0]?.kswapd?.awake).toBe(true);
    const idle = { ts: WAKE.ts, nid: 0, zone: 2, highest: 2 };
    const runs = await first(line('kswapd_wake', { ...idle, asleep: 0, verdict: 1 }));
    expect(runs.sentences[0]).toBe('+ kswapd0 runs already, so no mark is looked at.');
    expect(walkOf(runs.facts.event).steps).toEqual([]);
  });
});

test('what happened before the next decision is narrated with this one', async () => {
  const { sentences } = await first(
    walk({}),
    line('direct_reclaim', { ts: 6, nid: 0, reclaimed: 32, scanned: 64 }),
    line('kswapd_sleep', { ts: 7, nid: 1, zone: 10, reclaimed: 100, scanned: 300 }),
  );
  expect(sentences.slice(-2)).toEqual([
    '+ Then kswapd1 goes to sleep: a zone of the node is above its high mark, as far as the wake-up asked. It reclaimed 100 of the 300 pages it looked at.',
    '+ Then direct reclaim: a task reclaimed 32 pages from the zonelist of node 0.',
  ]);
});

test('levels and sizes that are not known are dashes, not 0', async () => {
  const source = await textSource(capture([...NODES, walk({ visit_mark: [1000, 500] })]));
  expect(factsOf(source.frame(0), source.info).zones).toEqual([]);
  expect(narrated(source, 1).twin.rows).toContainEqual(['0 DMA32', '570', '-', '-', '-', '-', '-']);
});

test('the verdict is that of both checks: replayed, the walk leaves a zone out', async () => {
  const skipping = zones(1).replace(/^zonelist .*$/m, line('zonelist', { nid: 0, n: 3, zone: [2, 10, 1] }));
  const place = async (text: string) => {
    const source = await textSource(text, 'preferred', true);
    return [narrated(source, 1).places[0], source.frame(1).verdict] as const;
  };
  const [alike] = await place(zones(1));
  expect(alike).toEqual({ fn: 'mm/page_alloc.c:get_page_from_freelist()', kind: 'same', detail: null });
  const [found, verdict] = await place(skipping);
  expect(verdict?.check).toBe('same');
  expect(found).toMatchObject({
    kind: 'different',
    detail: 'not the next zone of the zonelist, expected Normal of node 1 (from the events before it)',
  });
});

describe('captures of the kernel', () => {
  let preferred: Source;
  let fair: Source;
  beforeAll(async () => {
    [preferred, fair] = await Promise.all([
      captureSource('zones-preferred', 'preferred'),
      captureSource('zones-fair', 'fair'),
    ]);
  }, 60_000);

  test('the caption says what each policy did with the same read', () => {
    const title = (a: DrawingProps, b: DrawingProps | null) => texts(narrate(a, b)).title;
    expect(title(preferred.pane(20_000), fair.pane(20_000, 'B'))).toBe(
      'Preferred takes every page of reader from Normal of node 0. Fair takes from every zone in proportion to its size.',
    );
    expect(title(fair.pane(0), null)).toBe('Before the first decision, under fair.');
    expect(title(fair.pane(9000), fair.pane(9000, 'B'))).toBe(
      'Both panes agree: Fair takes from every zone in proportion to its size.',
    );
  });

  test('the twin holds every zone, says what is not in the capture, and is plain', () => {
    for (const source of [preferred, fair]) {
      for (const k of [0, 1, 4000, source.info.decisions]) {
        const { twin } = narrated(source, k);
        const { zones: all } = factsOf(source.frame(k), source.info);
        for (const { nid, name } of all)
          expect(twin.rows.find(([first]) => first === `${nid} ${name}`)?.[1]).toMatch(/^\d+$/);
        const text = [...twin.rows, ...twin.lines].join('\n');
        expect(text).toContain('time in memory: not in this capture');
        expect(text).not.toMatch(/undefined|NaN|\[object/);
      }
    }
  });

  test('every zone that was looked at has a disc, and its number a sentence', () => {
    for (let k = 1; k < 400; k++) {
      const { event } = factsOf(fair.frame(k), fair.info);
      const numbers = narrate(fair.pane(k), null).sentences.flatMap(({ n, to, off }) =>
        n === null || off ? [] : Array.from({ length: (to ?? n) - n + 1 }, (_, i) => n + i),
      );
      expect(numbers).toEqual(walkOf(event).steps.map((s) => s.n));
    }
  });
});
