import { expect, test } from 'vitest';
import { lookOf, LOOKS, withLook } from './look';

const QUESTION = 'of=model:four-nodes&x=rule:node,global';

test('a look is a part of the link, and the question stays as it is', () => {
  for (const [look] of LOOKS) expect(lookOf(withLook(QUESTION, look))).toEqual({ look, question: QUESTION });
  expect(withLook(QUESTION, 'sweep')).toBe(QUESTION);
  expect(lookOf(withLook('', 'side'))).toEqual({ look: 'side', question: '' });
});

test('a look that there is not shows the question as usual', () => {
  expect(lookOf(`${QUESTION}&look=upside-down`)).toEqual({ look: 'sweep', question: QUESTION });
});
