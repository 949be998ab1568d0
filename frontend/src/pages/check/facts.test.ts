import { expect, it } from 'vitest';
import { partsOf } from './facts';

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
