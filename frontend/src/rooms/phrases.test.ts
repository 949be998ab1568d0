import { expect, it } from 'vitest';
import { answeredWords, plain } from './phrases';

const ENGLAND = '\u{1f3f4}\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}';

it.each([
  ['Quel p\u00e9riph\u00e9rique\u00a0?', 300, 'Quel p\u00e9riph\u00e9rique ?'],
  ['a\tb\u2028c\u202fd\u3000e', 300, 'a b c d e'],
  ['so\u00adft \u202ehidden\u0007', 300, 'soft hidden'],
  [
    '\u0645\u06cc\u200c\u062e \u{1f469}\u200d\u{1f4bb}',
    300,
    '\u0645\u06cc\u200c\u062e \u{1f469}\u200d\u{1f4bb}',
  ],
  ['abc\u{1f469}', 4, 'abc'],
  ['abc\u{1f469}', 5, 'abc\u{1f469}'],
  [`a${ENGLAND}b`, 300, `a${ENGLAND}b`],
  [`a${ENGLAND}b`, 12, 'a\u{1f3f4}'],
  ['a\u{e0067}\u{e0062}\u{e007f}b\u{1f44b}\u{e0067}', 300, 'ab\u{1f44b}'],
])('%j is asked as a room takes it', (text, most, asked) => {
  expect(plain(text, most)).toBe(asked);
});

it('no more answer than there are', () => {
  expect(answeredWords(187, 1203)).toBe('187 of 1,203 answered');
  expect(answeredWords(2, 1)).toBe('2 of 2 answered');
});
