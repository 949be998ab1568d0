import { expect, test, vi } from 'vitest';
import { factsOf } from './facts';
import { average } from './requests';
import { capture, model } from './testing/source';
import { twinRows, twinText } from './twin-text';
import { whySentences, whyTitle } from './words';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

test('granularity 1: the fortieth page fills the list, and the request closes at 320 sectors', async () => {
  const source = await model('interleave-1');
  const facts = factsOf(source.frame(2600), source.info);
  expect(facts.open).toMatchObject({ used: 40, sectors: 320, earlier: 0, grew: false });
  expect(facts.open?.segments.map((s) => s.pages)).toEqual(Array(40).fill(1));
  expect(facts.open?.segments.map((s) => s.node)).toEqual(Array.from({ length: 40 }, (_, i) => i % 2));
  expect(average(facts.requests)).toBe(320);
  expect(facts.lead).toMatchObject({ kind: 'pair', node: 0, most: 1 });
  expect(facts.published?.rows[0]).toEqual({ disk: 'sdc', sectors: 316.77 });
  expect(whyTitle(facts)).toBe('Why node 1 and stop?');
  expect(whySentences(facts, source.info).map((s) => s.text)).toEqual([
    'Granularity 1: node 0 had its page, now node 1.',
    'Its frame follows page 2,597’s, not 2,598’s.',
    'Not adjacent: a new segment, the 40th of 40.',
    'Full at 320 sectors: only a neighbour can join.',
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
  expect(twinRows(facts, source.frame(2600))).toEqual([
    { field: 'il_prev', before: '0', after: '0' },
    { field: 'il_cnt', before: '7 of 8', after: '0 of 8' },
    { field: 'pages, node 0/1', before: '1303/1296', after: '1304/1296' },
    { field: 'segments/sectors', before: '5/312', after: '5/320' },
    { field: 'avgrq-sz', before: '512.00', after: '512.00' },
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
  expect(whySentences(facts, source.info)[0]?.text).toMatch(/^No policy/);
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
  const [, frame] = whySentences(a, one.info);
  expect(frame).toMatchObject({ off: true, text: 'Its frame is not in this capture (probe zones).' });
  expect(twinText(a, one.frame(5000), one.info)).toMatch(/^kernel interleave-1\nFIELD/);
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
