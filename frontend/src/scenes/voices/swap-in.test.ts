import { ENUM_DOCS } from '../../core/gen/docs';
import { describe, expect, test } from 'vitest';
import { swapIn } from '../../core/testing/policies.mjs';
import { voiceTexts, joinedText, voiceText, type Values } from '../testing/voices';
import { time } from '../phrases';
import { subjectOf } from '.';

/** What one event tells, and no other bears on. */
const ALONE = `same: ${ENUM_DOCS.check['stateless']}`;

describe('a read', () => {
  const by = (values: Values) =>
    voiceText('swap_in', { type: 3, offset: 1040, single: 1, can_poll: 1, mode: 1, how: 5, ...values });
  const irq = 'Submit, switch away, sleep until the interrupt says that the read is complete.';

  test.each<[Values, string, string, string[]]>([
    [
      {},
      'polls: slot 1,040 of swap device 3: one page, alone',
      'Why spin?',
      ['1 One page, and the device can poll: may poll.', '2 Spin until it is read: no switch, no interrupt.'],
    ],
    [
      { mode: 2, how: 6, mean: 9001, sleep: 4501 },
      'sleeps, then polls: slot 1,040 of swap device 3: sleep 4.5 µs, mean 9.0 µs',
      'Why sleep, then spin?',
      [
        '1 One page, and the device can poll: may poll.',
        '2 Sleep half the mean: 4.5 µs of 9.0 µs.',
        '3 Then spin until it is read.',
      ],
    ],
    [
      { mode: 2, how: 6, delay: 700, sleep: 700 },
      'sleeps, then polls: slot 1,040 of swap device 3: sleep 700 ns, as set',
      'Why sleep, then spin?',
      [
        '1 One page, and the device can poll: may poll.',
        '2 Sleep 700 ns: the delay that is set.',
        '3 Then spin until it is read.',
      ],
    ],
    [
      { mode: 2, how: 6 },
      'sleeps, then polls: slot 1,040 of swap device 3: sleep 0 ns, mean 0 ns',
      'Why spin at once?',
      [
        '1 One page, and the device can poll: may poll.',
        '2 No sleep: no delay is set, and there is no mean yet.',
        '3 Then spin until it is read.',
      ],
    ],
    [
      { mode: 0, how: 4 },
      'sleeps until the interrupt: slot 1,040 of swap device 3: swap_poll is 0',
      'Why sleep?',
      ['1 One page, but swap_poll is 0: does not poll.', `2 ${irq}`],
    ],
    [
      { single: 0, how: 4 },
      'sleeps until the interrupt: slot 1,040 of swap device 3: read ahead with others',
      'Why sleep?',
      ['1 More than one page takes longer: it does not poll.', `2 ${irq}`],
    ],
    [
      { order: 4, how: 4 },
      'sleeps until the interrupt: slot 1,040 of swap device 3: a folio of 16 pages',
      'Why sleep?',
      ['1 More than one page takes longer: it does not poll.', `2 ${irq}`],
    ],
    [
      { can_poll: 0, how: 4 },
      'sleeps until the interrupt: slot 1,040 of swap device 3: the device has no queue to poll',
      'Why sleep?',
      ['1 One page, but the device has no queue to poll: does not poll.', `2 ${irq}`],
    ],
    [
      { zero: 1, how: 0 },
      'filled with zeros: slot 1,040 of swap device 3: the page was all zeros',
      'Why not wait?',
      ['1 One page, but the page was all zeros: does not poll.', '2 The page is filled with zeros.'],
    ],
    [
      { sync: 1, how: 3 },
      'read on the spot: slot 1,040 of swap device 3: the device is as fast as memory',
      'Why not wait?',
      ['1 One page, but the device is as fast as memory: does not poll.', '2 The page is read on the spot.'],
    ],
  ])('%j', async (values, said, heading, sentences) => {
    const found = await by(values);
    expect(found.said).toBe(said);
    expect(found.heading).toBe(heading);
    expect(found.sentences).toEqual(sentences);
  });

  test('place, term, cell and era', async () => {
    const found = await by({});
    expect(found.place).toBe('mm/page_io.c:swap_read_folio()');
    expect(found.terms).toEqual(['swap_poll']);
    expect(found.cell).toEqual({ letter: 'P', node: 1, name: 'one page, polls', key: 'poll' });
    expect(found.era).toMatchObject({ words: '4.14 to 5.18', from: 4.14, to: 5.18 });
    const large = await by({ order: 4, how: 4 });
    expect(large.cell).toMatchObject({ letter: 'I', name: '16 pages, sleeps until the interrupt' });
    expect(large.era).toMatchObject({ from: null, to: null });
    expect((await by({ zero: 1, how: 0 })).era).toMatchObject({ words: 'from 6.12', from: 6.12 });
    expect(subjectOf('swap_in')).toBe('Swap-in');
  });

  test('what was expected is a way; of another sleep it says nothing', async () => {
    expect((await by({})).verdict).toBe(ALONE);
    expect((await by({ how: 4 })).verdict).toBe('different: the page is read another way, expected poll');
    expect((await by({ sleep: 5 })).verdict).toBe('different: the sleep is not the one the formula gives');
  });
});

describe('a window', () => {
  const by = (values: Values) =>
    voiceText('swap_ra', {
      max_win: 8,
      prev: 99,
      cur: 100,
      hits: 5,
      prev_win: 4,
      hi: 5000,
      win: 8,
      start: 100,
      end: 108,
      ...values,
    });
  const slot = { ra: 1, win: 1, start: 0, end: 0, hits: 0, prev: 50, prev_win: 2 };
  const alone = { max_win: 1, prev: 0, hits: 0, prev_win: 0, win: 1, start: 0, end: 0 };

  test.each<[Values, string, string, string]>([
    [
      {},
      '8 pages: 100 to 107 for page 100: 5 hits, adjacent, last window 4, at most 8',
      'Why 8 pages?',
      '1 5 hits, adjacent, last window 4: 8 pages, the most.',
    ],
    [
      { hits: 1, win: 4, end: 104 },
      '4 pages: 100 to 103 for page 100: 1 hit, adjacent, last window 4, at most 8',
      'Why 4 pages?',
      '1 1 hit, adjacent, last window 4: 4 pages.',
    ],
    [
      slot,
      'one page: slot 100 on swap device 0: no hits, not adjacent, last window 2, at most 8',
      'Why one page?',
      '1 No hits, not adjacent, last window 2: 1 page.',
    ],
    [
      alone,
      'one page: page 100 on swap device 0: vm.page-cluster is 0',
      'Why one page?',
      '1 vm.page-cluster is 0: 1 page, always.',
    ],
  ])('%j', async (values, said, heading, sentence) => {
    const found = await by(values);
    expect(found.said).toBe(said);
    expect(found.heading).toBe(heading);
    expect(found.sentences).toEqual([sentence]);
    expect(found.verdict).toBe(ALONE);
  });

  test('place, term, cell and era', async () => {
    const [page, other, one] = [await by({}), await by(slot), await by(alone)];
    expect(page.place).toBe('mm/swap_state.c:swap_vma_ra_win()');
    expect(other.place).toBe('mm/swap_state.c:swap_cluster_readahead()');
    expect([page.terms, one.terms]).toEqual([['hit'], []]);
    expect(page.cell).toEqual({ letter: '8', node: -1, name: '8 pages' });
    expect(other.cell).toEqual({ letter: '1', node: -1, name: 'one page' });
    expect([page.era, other.era]).toMatchObject([
      { from: 4.14, to: null },
      { from: 3.14, to: null },
    ]);
    expect(subjectOf('swap_ra')).toBe('Read-ahead');
  });

  test('what was expected is a number of pages, unless it is the same', async () => {
    const another = 'different: the readahead window differs';
    expect((await by({ hits: 1 })).verdict).toBe(`${another}, expected 4 pages`);
    expect((await by({ start: 101, end: 109 })).verdict).toBe(another);
    expect((await by({ max_win: 64, win: 32, end: 132 })).verdict).toBe(
      `${another}, expected at most 32 pages`,
    );
    expect((await by({ ...slot, win: 2, start: 100, end: 102 })).verdict).toBe(`${another}, expected 1 page`);
  });
});

test('every decision of the sample capture has sentences, a place in the kernel, and plain text', async () => {
  const all = await voiceTexts(swapIn(3));
  expect(all).toHaveLength(6);
  for (const found of all) {
    expect(found.sentences.length).toBeGreaterThan(0);
    expect(joinedText(found)).not.toMatch(/undefined|NaN|\[object/);
    expect(found.place).toMatch(/^mm\/\w+\.c:\w+\(\)$/);
  }
});

test('times', () => {
  expect([time(999), time(4501), time(2.5e6)]).toEqual(['999 ns', '4.5 µs', '2.5 ms']);
});
