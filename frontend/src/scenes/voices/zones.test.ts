/** Zones, their batches and kswapd, in words, from events as a capture's line has them. */
import { describe, expect, test } from 'vitest';
import type { CheckWhyName } from '../../core/gen/tables';
import { zones } from '../../core/testing/policies.mjs';
import { voiceTexts, joinedText, voiceText } from '../testing/voices';
import { subjectOf } from '.';

const WALK = {
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
const walk = (values: object = {}) => voiceText('zone_select', { ...WALK, ...values });

describe('a walk', () => {
  test('the comparison, and what was passed over', async () => {
    const found = await walk();
    expect(found.said).toBe(
      'Normal of node 1: 9,000 free, 8,900 of them usable, is above high 3,000 + reserve 512; Normal of node 0 below its mark',
    );
    expect(found.sentences).toEqual([
      '1 Normal of node 0: 1,000 free is not above low (2,000): skip.',
      '2 Normal of node 1: 9,000 free, 8,900 of them usable, is above high 3,000 + reserve 512: take.',
    ]);
    expect(found.terms).not.toContain('alloc_batch');
  });

  test('a batch that is used up is given with what is left of it', async () => {
    const fair = { mode: 1, flags: 2049 + 1024, visit_verdict: [2, 0], visit_flags: [12, 0] };
    const found = await walk({ ...fair, visit_batch: [-3, 40], batch: 39 });
    expect(found.sentences).toEqual([
      '1 Normal of node 0: batch used up (−3), skip.',
      '2 Normal of node 1: batch 40 left, and 9,000 free, 8,900 of them usable, is above low 3,000 + reserve 512: take.',
      '+ Charged for the page, its batch is 39.',
    ]);
    expect(found.era).toMatchObject({ from: 3.12, to: 3.12 });
    expect(found.terms).toContain('alloc_batch');
  });

  test('zones of one node whose batches are used up share a sentence', async () => {
    const fair = { mode: 1, flags: 2049 + 1024, visit_verdict: [2, 2], visit_batch: [0, 0] };
    const found = await walk({ ...fair, visit_zone: [2, 1], zone: -1, pfn: 0, end: 1 });
    expect(found.sentences[0]).toBe('1 to 2 Normal and DMA32 of node 0: batch used up, skip.');
    // Another node's, and one that gave more than it had, are given by themselves.
    const apart = await walk({ ...fair, zone: -1, pfn: 0, end: 1 });
    expect(apart.sentences[0]).toBe('1 Normal of node 0: batch used up, skip.');
    expect(apart.sentences[1]).toBe('2 Normal of node 1: batch used up, skip.');
    const over = await walk({ ...fair, visit_zone: [2, 1], visit_batch: [0, -3], zone: -1, pfn: 0, end: 1 });
    expect(over.sentences[1]).toBe('2 DMA32 of node 0: batch used up (−3), skip.');
  });

  test('the result of reclaim, of a boost, and where no mark counts', async () => {
    const first = async (values: object) => (await walk(values)).sentences[0];
    expect(await first({ visit_verdict: [9, 0] })).toBe(
      '1 Normal of node 0: 1,000 free is not above low (2,000), not even after node_reclaim(): skip.',
    );
    expect(await first({ flags: 2048, visit_flags: [12 + 32, 2] })).toBe(
      '1 Normal of node 0: 1,000 free is not above unboosted min (2,000): skip.',
    );
    expect(await first({ visit_verdict: [5, 0] })).toBe(
      '1 Normal of node 0: not local: start over and mix page block types instead.',
    );
    expect(await first({ flags: 4, visit_verdict: [0, 0] })).toBe(
      '1 Normal of node 0: no mark is asked for: take.',
    );
  });

  test('no zone', async () => {
    const none = await walk({ visit_verdict: [6, 6], zone: -1, pfn: 0, end: 1 });
    expect(none.said).toBe('no zone: Normal of node 0 below its mark, and 1 more passed over');
    expect(none.cell).toEqual({ letter: '–', node: -1, name: 'no zone' });
    // A capture that was tampered with: nothing is made up.
    const odd = await walk({ zone: -1, pfn: 0 });
    expect(odd.heading).toBe('Why no zone?');
    expect(odd.sentences).toContain('+ The walk took a page, yet names no zone.');
  });

  test.each<[CheckWhyName, number, string | null]>([
    ['zone', -1, 'no zone'],
    ['zone', 2, 'Normal of node 0'],
    ['zone', 10, null],
    ['zonelist', 1, 'DMA32 of node 0'],
    ['zonelist', 255, null],
    ['end', 1, 'no zone is left'],
    ['visit', 3, 'not local'],
    ['watermark', 6, 'below its mark'],
    // It may be the zone that was visited, or the verdict of this number.
    ['visit', 2, null],
    ['watermark', 0, null],
    ['batch_charge', 39, 'at most 39 pages'],
    ['batch_charge', 0, '0 pages'],
    ['flags', -1, null],
  ])('expected, by %s: %d is %s', async (why, value, expected) => {
    expect((await walk()).expected(why, value)).toBe(expected);
  });
});

test('a batch that is set anew', async () => {
  const found = await voiceText('zone_batch', { mode: 1, zone: 2, old: -3, new: 512, low: 2000, high: 2512 });
  expect(found.said).toBe('batch of Normal of node 0: from −3 to 512: the fast path found no zone');
  expect(found.place).toBe('mm/page_alloc.c:reset_alloc_batch()');
  expect(found.expected('batch_charge', 512)).not.toBeNull();
  // The number of a policy that has no such reason.
  expect(found.expected('batch_charge', 1)).toBeNull();
});

describe('kswapd', () => {
  const WAKE = {
    nid: 0,
    zone: 2,
    highest: 2,
    visits: 1,
    visit_zone: [2],
    visit_flags: [0],
    visit_free: [900],
    visit_unusable: [0],
    visit_mark: [1000],
    visit_reserve: [0],
  };
  const wake = (values: object) => voiceText('kswapd_wake', { ...WAKE, ...values });

  test('woken or not, and why; a check beyond the event’s lanes is not made up', async () => {
    expect((await wake({ asleep: 1 })).said).toBe(
      'woken, node 0: Normal: 900 free is not above high (1,000)',
    );
    expect((await wake({ asleep: 1, boosted: 1 })).said).toBe(
      'woken, node 0: Normal: 900 free is not above high (1,000), but a zone is boosted',
    );
    expect((await wake({ verdict: 1 })).said).toBe('not woken, node 0: it runs already');
    const five = [0, 1, 2, 3, 4];
    const four = [1, 1, 1, 1];
    const many = { visits: 5, visit_zone: five, visit_flags: [0, 0, 0, 0, 0], asleep: 1 };
    const lanes = { visit_free: four, visit_unusable: four, visit_mark: four, visit_reserve: four };
    expect((await wake({ ...many, ...lanes })).said).toBe(
      'woken, node 0: Device: what was read is not recorded',
    );
  });

  test('the rule, and what follows from it', async () => {
    const failed = await voiceText('kswapd_wake', { nid: 0, zone: 2, highest: 2, verdict: 2, failures: 16 });
    expect(failed.sentences.slice(-2)).toEqual([
      '+ kswapd0 failed 16 times in a row, so it is not woken.',
      '+ Asked for Normal of node 0; the allocation may use zones up to Normal. The rule: wake it, unless some zone of the node is above high.',
    ]);
    const boosted = await wake({ asleep: 1, boosted: 1 });
    expect(boosted.sentences[1]).toBe('+ So kswapd0 is woken: a zone has a watermark boost.');
  });

  test('what was expected, where it is not what happened', async () => {
    const { expected } = await wake({ asleep: 1 });
    expect(expected('wake', 3)).toBe('not woken, as the mark is met');
    expect(expected('wake', 0)).toBeNull();
    expect(expected('visit', 1)).toBe('DMA32 of node 0');
    expect(expected('visit', -1)).toBeNull();
    expect(expected('watermark', 2)).toBeNull();
  });
});

test('every decision of the sample capture has a subject, a place in the kernel, and plain text', async () => {
  for (const found of await voiceTexts(zones(4))) {
    expect(joinedText(found)).not.toMatch(/undefined|NaN|\[object/);
    expect(subjectOf(found.event.kind)).not.toBe(found.event.kind);
    expect(found.place).toMatch(/^mm\/\w+\.c:\w+\(\)$/);
  }
});
