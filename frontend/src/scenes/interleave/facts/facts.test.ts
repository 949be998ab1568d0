import { expect, test } from 'vitest';
import { texts } from '../../testing/narration';
import { factsOf } from './facts';
import { average } from './requests';
import { narrate } from '../narration';
import { capture, model, type Source } from '../../testing/interleave';

const narrated = (source: Source, k: number) => texts(narrate(source.pane(k), null));

test('granularity 1: the fortieth page fills the list, and the request closes at 320 sectors', async () => {
  const source = await model('interleave-1');
  const facts = factsOf(source.frame(2600), source.info);
  expect(facts.open).toMatchObject({ used: 40, sectors: 320, earlier: 0, grew: false });
  expect(facts.open?.segments.map((s) => s.pages)).toEqual(Array(40).fill(1));
  expect(facts.open?.segments.map((s) => s.node)).toEqual(Array.from({ length: 40 }, (_, i) => i % 2));
  expect(average(facts.requests)).toBe(320);
  expect(facts.lead).toMatchObject({ kind: 'pair', node: 0, most: 1 });
  expect(facts.published?.rows[0]).toEqual({ disk: 'sdc', sectors: 316.77 });
  const { heading, sentences, places, terms, twin } = narrated(source, 2600);
  expect(heading).toBe('Why node 1 and stop?');
  expect(sentences).toEqual([
    '1 Node 0 had its page, now node 1 (granularity 1).',
    '2 Its frame follows page 2,597’s, not 2,598’s.',
    '3 Not adjacent: a new segment, the 40th of 40.',
    '4 Full at 320 sectors: only a neighbour can join.',
  ]);
  expect(places).toEqual([{ fn: 'mm/mempolicy.c:interleave_nodes()' }]);
  expect(terms).toEqual(['per-CPU list', 'segment', 'request limit', 'readahead window']);
  expect(twin.printed).toEqual(['sdc: 316.77, no policy 530.19']);
  expect(twin.lines).toEqual([
    'model interleave-1',
    '2600: interleave page 2599 -> node 1, frame 16659',
    'sdc: max_segments 40, max_sectors 512',
    'requests 64, sectors 20480',
    'lead 0, most 1',
    'published sdc 316.77, sdd 317.23, sde 316.77, sdf 314.55',
  ]);
});

test('granularity 8: eight neighbours share a segment, and node 0 is eight pages ahead at most', async () => {
  const source = await model('interleave-8');
  const facts = factsOf(source.frame(2600), source.info);
  expect(facts.open?.segments.map((s) => s.pages)).toEqual([8, 8, 8, 8, 8]);
  expect(average(facts.requests)).toBe(512);
  expect(facts.lead?.values.at(-1)).toBe(8);
  expect(facts.lead?.most).toBe(8);
  expect(facts.published?.without).toBe(530.19);
  const { twin, heading, terms } = narrated(source, 2600);
  expect(heading).toBe('Why node 0 again?');
  expect(terms[0]).toBe('granularity');
  expect(twin.rows).toEqual([
    ['il_prev', '0', '0'],
    ['il_cnt', '7 of 8', '0 of 8'],
    ['pages, node 0/1', '1303/1296', '1304/1296'],
    ['segments/sectors', '5/312', '5/320'],
    ['avgrq-sz', '512.00', '512.00'],
  ]);
  expect(narrate(source.pane(2600), null).twin.rows.map(({ look }) => look === 'changed')).toEqual([
    false,
    true,
    true,
    true,
    false,
  ]);
});

test('segments add up to the request, at every page of a fragmented run', async () => {
  const source = await model('interleave-8', { fragmentation: 40, file_pages: 600 });
  for (let k = 1; k <= 600; k += 3) {
    const { open } = factsOf(source.frame(k), source.info);
    if (!open) throw new Error('no request');
    expect(open.earlier + open.segments.length).toBe(open.used);
    if (open.first !== null) expect(open.segments.reduce((n, s) => n + s.pages, 0) * 8).toBe(open.sectors);
  }
});

test('what a document did not measure has no published value', async () => {
  const other = await model('interleave-1', { granularity: 4, file_pages: 300 });
  expect(factsOf(other.frame(200), other.info).published).toBeNull();
  const limit = await model('interleave-1', { max_segments: 64, file_pages: 300 });
  expect(factsOf(limit.frame(200), limit.info).published).toBeNull();
});

test('a model without a policy is stepped page by page; all is from one node', async () => {
  const source = await model('interleave-1', { mempolicy: 'default', file_pages: 400 });
  expect(source.info.noun).toEqual(['step', 'steps']);
  expect(source.info.decisions).toBe(400);
  const facts = factsOf(source.frame(200), source.info);
  expect(facts.policy.by).toBe('none');
  expect(facts.open?.segments.length).toBeLessThan(12);
  const { sentences, places, empty } = narrated(source, 200);
  expect(sentences[0]).toBe(
    '(1 No policy: pages come from the node of the CPU that reads, and nothing is decided.)',
  );
  expect(places).toEqual([{ fn: 'fs/mpage.c:do_mpage_readpage()' }]);
  expect(empty).toBe('Step forward to see the first step.');
});

test('captures: by 1 the list of 40 fills at 320 sectors; by 8 requests are 528 long', async () => {
  const [one, eight] = await Promise.all([capture('interleave-1'), capture('interleave-8')]);
  const a = factsOf(one.frame(5000), one.info);
  const b = factsOf(eight.frame(5000), eight.info);
  expect([a.framesKnown, a.open]).toEqual([false, null]);
  expect(a.requests?.maxSegments).toBe(40);
  expect(a.requests?.past.filter((p) => p.segments === 40 && p.sectors === 320).length).toBeGreaterThan(10);
  expect(b.requests?.past[0]?.sectors).toBe(528);
  expect(average(a.requests)).toBeLessThan(330);
  expect(average(b.requests)).toBeGreaterThan(500);
  expect([a.lead?.most, b.lead?.most]).toEqual([1, 8]);
  const { sentences, places, twin } = narrated(one, 5000);
  expect(sentences).toEqual([
    '1 Node 1 had its page, now node 0 (granularity 1).',
    '(2 Its frame is not drawn from captures.)',
    '3 The last: 24 of 40 segments, 1.0 pages each.',
    '4 76 so far, 297.3 sectors on average.',
  ]);
  expect(places).toEqual([{ fn: 'mm/mempolicy.c:interleave_nodes()', kind: 'unchecked', detail: null }]);
  expect(twin.lines[0]).toBe('kernel interleave-1');
});

test('a capture without a policy tells its requests, and where they are sent', async () => {
  const { heading, sentences, places } = narrated(await capture('interleave-none', 500), 100);
  expect(heading).toBe('Why so long?');
  expect(sentences).toEqual([
    '(1 No policy: nothing is decided; requests are what can be seen.)',
    '(2 Nodes and frames are not drawn from captures.)',
    '3 This one: 5 of 40 segments, 13.2 pages each.',
    '4 98 reads so far, 526.9 sectors on average.',
  ]);
  expect(places).toEqual([{ fn: 'block/blk-mq.c:blk_mq_start_request()' }]);
});

test('weights are learnt from the events', async () => {
  const source = await capture('interleave-weighted', 2000);
  const { policy, lead } = factsOf(source.frame(900), source.info);
  expect([...(policy.weights ?? [])].sort()).toEqual([
    [0, 8],
    [1, 8],
  ]);
  expect(lead?.kind).toBe('share');
});
