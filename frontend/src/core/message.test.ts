import fc from 'fast-check';
import { expect, test } from 'vitest';
import { alike, capital, amount, isNothing, joined, listed, msg, NOTHING, plain, textOf } from './message';

test('words and values stay apart until they are read', () => {
  const message = msg`Batch of ${'Normal'} was ${-1234}, now ${amount(1, 'page')}.`;
  expect(message.text).toBe('Batch of {0} was {1}, now {2}.');
  expect(textOf(message)).toBe('Batch of Normal was \u22121,234, now 1 page.');
});

test('braces and values from outside are text, never a place for a value', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (a, b) => {
      expect(textOf(msg`${a} {0} ${plain(b)}`)).toBe(`${a} {0} ${b}`);
    }),
  );
});

test('lists, and what says nothing', () => {
  const all = ['a', 'b', 'c'].map(plain);
  expect(textOf(listed(all))).toBe('a, b and c');
  expect(textOf(listed(all.slice(0, 1)))).toBe('a');
  expect(isNothing(listed([]))).toBe(true);
  expect(textOf(joined([plain('a'), NOTHING, plain('b')], '; '))).toBe('a; b');
  expect(alike(msg`${'x'}y`, plain('xy'))).toBe(true);
});

test('a capital goes to the first letter, wherever it comes from', () => {
  expect(textOf(capital(msg`${msg`${'kswapd'}0`} sleeps`))).toBe('Kswapd0 sleeps');
  expect(textOf(capital(plain('a page')))).toBe('A page');
  expect(textOf(capital(msg`${3} pages`))).toBe('3 pages');
});
