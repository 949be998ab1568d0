import { expect, test } from 'vitest';
import { textOf } from '../../core/message';
import { questions } from './questions';
import { factsOf } from './facts/facts';
import { find, model, win } from '../testing/swap-in';

test('what the next faults read is not drawn beside the last before it is shown', async () => {
  const source = await model('swap-in-readahead');
  const { info } = source;
  const k = find(source, (frame) => win(frame) > 1, 4);
  const before = source.frame(k - 1);
  expect(factsOf({ info, frame: before }).faults.some((fault) => fault.k >= k)).toBe(true);
  const masked = questions.mask?.(before);
  if (!masked) throw new Error('nothing is hidden');
  const { faults, fault } = factsOf({ info, frame: masked });
  expect(faults.every((one) => one.k < k)).toBe(true);
  expect(fault?.k).toBe(k - 1);
  expect(masked.after).toBe(before.after);
});

test.each([
  ['swap-in-readahead', (n: number) => n > 1],
  ['swap-in-hybrid', (n: number) => n === 1],
] as const)('%s: the task and its CPU are named in words, as in the drawing', async (id, wanted) => {
  const source = await model(id);
  const k = find(source, (frame) => wanted(win(frame)), 4);
  const frame = source.frame(k);
  const question = questions.question(frame, source.info);
  expect(question?.task).toEqual({ comm: frame.event?.comm, cpu: frame.event?.cpu, node: -1 });
  expect(question && textOf(question.lead)).toContain(
    `${frame.event?.comm ?? ''}, on CPU ${frame.event?.cpu ?? ''},`,
  );
});
