import { describe, expect, test } from 'vitest';
import { interleave } from '../../core/testing/policies.mjs';
import { voiceTexts, joinedText, voiceText, type Values } from '../testing/voices';
import { subjectOf } from '.';

const il = { mode: 3, nodes: 3, prev: 0, cnt: 0, g: 2, nid: 1, cnt_after: 1 };
const weighted = { mode: 6, g: 3, cnt_after: 2 };
const stays = { nid: 0, cnt: 1, cnt_after: 0 };

describe('by the task’s counter', () => {
  const by = (values: Values) => voiceText('interleave', { ...il, ...values });

  test.each<[Values, string, string]>([
    [
      {},
      'node 1: il_prev 0, granularity 2, 1 of 2 given',
      '1 Node 0 had its turn, now node 1 (granularity 2).',
    ],
    [
      stays,
      'node 0: il_prev 0, granularity 2, 2 of 2 given',
      '1 Node 0’s 2nd page in a row (granularity 2). Then it is node 1’s turn.',
    ],
    [
      { g: 1, cnt_after: 0 },
      'node 1: il_prev 0, granularity 1, 1 of 1 given',
      '1 Node 0 had its page, now node 1 (granularity 1).',
    ],
    [
      { nodes: 1, nid: 0, g: 1, cnt_after: 0 },
      'node 0: il_prev 0, granularity 1, 1 of 1 given',
      '1 Node 0 had its page, now node 0 again (granularity 1).',
    ],
    [
      { prev: 1023, nid: 0 },
      'node 0: the first since the policy was set, granularity 2, 1 of 2 given',
      '1 The first page since the policy was set is from node 0 (granularity 2).',
    ],
    [
      { caller: 1 },
      'node 1: slab page, il_prev 0, granularity 2, 1 of 2 given',
      '1 For a slab page. Node 0 had its turn, now node 1 (granularity 2).',
    ],
    [
      { caller: 2, g: 1, cnt_after: 0 },
      'node 1: bulk, il_prev 0, granularity 1, 1 of 1 given',
      '1 A bulk allocation asks once for each node. Node 0 had its turn, now node 1.',
    ],
    [
      weighted,
      'node 1: il_prev 0, weight 3, 2 more due',
      '1 Node 0 has given its share, so the turn goes to node 1. Its weight is 3: 2 more pages due from it.',
    ],
    [
      { ...weighted, prev: 1023 },
      'node 1: the first since the policy was set, weight 3, 2 more due',
      '1 The first page since the policy was set is from node 1. Its weight is 3: 2 more pages due from it.',
    ],
    [
      { ...weighted, prev: 2, cnt: 4, nid: 0, g: 1, cnt_after: 0 },
      'node 0: il_prev 2, weight 1, 0 more due',
      '1 Node 2 is no longer asked, so the turn goes to node 0. Its weight is 1: this is the last page due from it.',
    ],
    [
      { mode: 6, g: 0, nid: 0, cnt: 2, cnt_after: 1 },
      'node 0: stays, 1 more due',
      '1 Node 0 stays: 1 more page due from it.',
    ],
  ])('%j', async (values, said, sentence) => {
    const found = await by(values);
    expect(found.said).toBe(said);
    expect(found.sentences).toEqual([sentence]);
  });

  test('its era is that of the rule, not of the code; so are its place and its term', async () => {
    const [two, one, weighs] = [await by({}), await by({ g: 1, cnt_after: 0 }), await by(weighted)];
    expect(two.era).toMatchObject({ words: 'never merged', lived: false });
    expect(one.era).toMatchObject({ from: null, to: null });
    expect(weighs.era).toMatchObject({ words: 'from 6.9', from: 6.09, to: null });
    expect([two, one, weighs].map(({ terms }) => terms)).toEqual([['granularity'], [], ['weight']]);
    expect(one.place).toBe('mm/mempolicy.c:interleave_nodes()');
    expect(weighs.place).toBe('mm/mempolicy.c:weighted_interleave_nodes()');
  });

  test('its heading and its cell name the node', async () => {
    expect((await by({})).heading).toBe('Why node 1?');
    expect((await by(stays)).heading).toBe('Why node 0 again?');
    expect((await by({})).cell).toEqual({ letter: '1', node: 1, name: 'node 1', place: 1 });
    expect(subjectOf('interleave')).toBe('Interleave');
  });

  test('what was expected has a name; a number that means nothing is left out', async () => {
    const [two, weighs] = [await by({}), await by(weighted)];
    expect(two.expected('node', 1)).toBe('node 1');
    expect([two.expected('counter', 1), weighs.expected('counter', 2)]).toEqual(['il_cnt 1', 'il_weight 2']);
    expect([two.expected('before', 1), two.expected('before', 1023)]).toEqual(['il_prev 1', 'il_prev 1023']);
    expect([two.expected('counter', -1), two.expected('before', 0), two.expected('unseen', 0)]).toEqual([
      null,
      null,
      null,
    ]);
  });

  test('the checker’s own verdict on a broken decision', async () => {
    expect((await by({ nid: 0 })).verdict).toBe('different: another node is chosen, expected node 1');
  });
});

test('every decision of the sample capture has a sentence, a place in the kernel, and plain text', async () => {
  for (const found of await voiceTexts(interleave(4))) {
    expect(found.sentences).toHaveLength(1);
    expect(joinedText(found)).not.toMatch(/undefined|NaN|\[object/);
    expect(found.place).toMatch(/^mm\/\w+\.c:\w+/);
  }
});

describe('by place in the mapping', () => {
  const vma = { mode: 3, nodes: 5, ilx: '37', weight: [1, 255, 1], nid: 2 };
  const by = (values: Values) => voiceText('interleave_vma', { ...vma, ...values });

  test('the remainder names the node, and a number too large names none', async () => {
    const found = await by({});
    expect(found.said).toBe('node 2: page 37 of its mapping, 2 nodes');
    expect(found.sentences).toEqual([
      '1 The page is number 37 of its mapping or file. Divided by 2 nodes it leaves 1; counting from 0, that is node 2.',
    ]);
    const [large] = (await by({ ilx: '18446744073709551615' })).sentences;
    expect(large).not.toMatch(/Divided/);
    expect(large).toMatch(/Pages go to the nodes in turn: this one to node 2\.$/);
  });

  test('weighted: the weights of the policy’s nodes', async () => {
    const found = await by({ mode: 6, weight: [3, 255, 2] });
    expect(found.said).toBe('node 2: page 37 of its mapping, weights 3, 2');
    expect(found.sentences).toEqual([
      '1 The page is number 37 of its mapping or file. Pages go to the nodes in turn, as many in a row as the node’s weight (node 0: 3, node 2: 2): this one to node 2.',
    ]);
    expect([found.terms, found.place]).toEqual([['weight'], 'mm/mempolicy.c:weighted_interleave_nid()']);
    expect(found.era).toMatchObject({ from: 6.09 });
  });

  test('heading, place, cell, era, and what was expected', async () => {
    const { heading, place, cell, era, terms, expected } = await by({});
    expect(heading).toBe('Why node 2?');
    expect(place).toBe('mm/mempolicy.c:interleave_nid()');
    expect(cell).toEqual({ letter: '2', node: 2, name: 'node 2', place: 2 });
    expect(era).toMatchObject({ from: null, to: null });
    expect(terms).toEqual([]);
    expect([expected('node', 0), expected('unseen', 0)]).toEqual(['node 0', null]);
    expect(subjectOf('interleave_vma')).toBe('Interleave by place');
  });
});
