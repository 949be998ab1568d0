import { expect, it } from 'vitest';
import { byReason, partsOf } from './facts';

it('marks in a text are no part of it', () => {
  expect(partsOf('`a` or *b c*: 2 * 3.')).toEqual([
    { text: 'a', as: 'code' },
    { text: ' or ', as: null },
    { text: 'b c', as: 'em' },
    { text: ': 2 * 3.', as: null },
  ]);
  expect(partsOf('')).toEqual([]);
  expect(partsOf('*')).toEqual([{ text: '*', as: null }]);
});

it('lies with one reason stand together, in the order of the first', () => {
  const lie = (name: string, why: string) => ({ lie: name, missed: 'one 1 of 2', incomplete: 0, why });
  const [a, b, c] = [lie('a', 'x'), lie('b', 'y'), lie('c', 'x')];
  expect(byReason([a, b, c])).toEqual([
    { why: 'x', lies: [a, c] },
    { why: 'y', lies: [b] },
  ]);
});
