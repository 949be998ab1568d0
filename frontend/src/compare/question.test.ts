import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { formatQuestion, paramsOf, parseQuestion, runsOf } from './question';

interface Example {
  text: string;
  runs?: number;
  same_as?: string;
  error?: string;
}
const EXAMPLES = JSON.parse(
  readFileSync(new URL('../../../datasets/sweeps/examples.json', import.meta.url), 'utf8'),
) as Example[];

test.each(EXAMPLES)('$text', ({ text, runs, same_as, error }) => {
  if (error !== undefined) {
    expect(() => parseQuestion(text)).toThrow(new Error(error));
    return;
  }
  const question = parseQuestion(text);
  expect(runsOf(question)).toHaveLength(runs ?? 0);
  expect(formatQuestion(question)).toBe(formatQuestion(parseQuestion(same_as ?? text)));
  expect(formatQuestion(parseQuestion(formatQuestion(question)))).toBe(formatQuestion(question));
});

test('a run sets one element of a vector, and leaves the others', () => {
  const question = parseQuestion('of=model:two-nodes&of.rule=global&x=demand.1:3&y=nodes:2&seeds=7');
  const [run] = runsOf(question);
  if (!run) throw new Error('no run');
  expect(paramsOf(question, run, { demand: [5, 6], seed: 1 })).toEqual({
    demand: [5, 3],
    nodes: 2,
    rule: 'global',
    seed: 7,
  });
  expect(paramsOf(question, run, {}).demand).toEqual([1, 3]);
});
