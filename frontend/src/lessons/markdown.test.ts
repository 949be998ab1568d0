import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readLesson } from './lesson';
import { marked, readMarkdown, textOfBlock } from './markdown';
import { positionOf, queryOf } from './position';

it('values and words are taken out of a text', () => {
  expect(marked('a {b.c} [[node|nodes]] {x\n}')).toEqual([
    { kind: 'text', text: 'a ' },
    { kind: 'value', path: 'b.c', text: null },
    { kind: 'text', text: ' ' },
    { kind: 'term', word: 'node', shown: 'nodes' },
    { kind: 'text', text: ' {x\n}' },
  ]);
});

it('lines are those of the file', () => {
  const { blocks } = readMarkdown(
    'one\n\ntwo\nmore\n\n```question\nask: x\n```\n\n> [!teacher]\n> note\n',
    5,
  );
  expect(blocks.map(({ kind, line }) => [kind, line])).toEqual([
    ['p', 5],
    ['p', 7],
    ['fence', 10],
    ['note', 14],
  ]);
});

it('markup becomes nothing, and is named', () => {
  const { blocks, wrong } = readMarkdown('a <b onclick=x>c</b> [d](data:text/html,x)', 1);
  expect(blocks.map(textOfBlock)).toEqual(['a c d']);
  expect(wrong).toHaveLength(3);
});

it('any text is read without an error, and nothing in it makes a step of what is none', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (text) => {
      const { lesson } = readLesson(`---\ntitle: t\nid: t\nminutes: 1\n---\n${text}`);
      expect(lesson?.title).toBe('t');
    }),
  );
});

it.each([
  '>'.repeat(60_000),
  `> [!teacher]\n${'> '.repeat(20_000)}`,
  '- '.repeat(30_000),
  '['.repeat(60_000),
])('what nests without end is refused, or read as text (%#)', (text) => {
  expect(() => readMarkdown(text, 1)).not.toThrow();
});

it('a place comes back from its link', () => {
  fc.assert(
    fc.property(
      fc.record({ step: fc.nat(900), answers: fc.boolean(), seed: fc.nat(99_999), src: fc.webPath() }),
      (place) => {
        expect(positionOf(queryOf(place).slice(1))).toEqual(place);
      },
    ),
  );
  expect(positionOf('step=x&seed=-1&answers=yes')).toEqual({ step: 0, answers: false, seed: 1, src: '' });
});
