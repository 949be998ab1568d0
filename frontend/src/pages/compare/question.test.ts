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
  readFileSync(new URL('../../../../datasets/sweeps/examples.json', import.meta.url), 'utf8'),
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

test('a run of a capture is asked its machine, its switch and what is assumed, whichever axis each is on', () => {
  const first = (text: string) => {
    const question = parseQuestion(`of=capture:zones-fair&${text}&seeds=3`);
    const [run] = runsOf(question);
    if (!run) throw new Error('no run');
    // As text: what was made is kept by it.
    return JSON.stringify(paramsOf(question, run, {}));
  };
  const asked = '{"machine":"zones","zone_alloc_policy":"fair","batch_begin":"half","seed":3}';
  expect(first('x=zone_alloc_policy:fair&y=batch_begin:half')).toBe(asked);
  expect(first('x=batch_begin:half&y=zone_alloc_policy:fair')).toBe(asked);
  expect(first('of.zone_alloc_policy=fair&x=batch_begin:half')).toBe(asked);
  expect(first('of.batch_begin=half&x=zone_alloc_policy:fair')).toBe(asked);
});
