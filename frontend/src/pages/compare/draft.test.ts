import { expect, test } from 'vitest';
import { draftOf, fitted, setOf, takenFrom, textOf, withSetting } from './draft';
import { parseQuestion } from './question';

const CAPTURE = 'of=capture:two-nodes-node';

test.each([
  `${CAPTURE}&of.rule=global&x=slots_back:random,oldest&seeds=1..3&m=home`,
  `${CAPTURE}&x=rule:node,global&y=slots_back:random,oldest`,
  'of=model:two-nodes&of.nodes=4&of.load=fault,read&x=rule:node&y=demand.0:1,2',
])('%s comes back, and fits as it is', (text) => {
  const draft = draftOf(text);
  expect(textOf(draft)).toBe(text);
  expect(textOf(fitted(draft))).toBe(text);
});

test('what is assumed, alone, is under the switch of its machine, which can be another', () => {
  const alone = fitted({ ...draftOf(`${CAPTURE}&x=rule:node,global`), x: 'slots_back', xValues: 'oldest' });
  expect(textOf(alone)).toBe(`${CAPTURE}&of.rule=node&x=slots_back:oldest`);
  const other = withSetting(alone, 'rule', 'global');
  expect(setOf(other, 'rule')).toBe('global');
  expect(textOf(fitted(other))).toBe(`${CAPTURE}&of.rule=global&x=slots_back:oldest`);
  // As soon as the switch varies, it is not set.
  const both = fitted({ ...other, y: 'rule', yValues: 'node,global' });
  expect(textOf(both)).toBe(`${CAPTURE}&x=slots_back:oldest&y=rule:node,global`);
  for (const draft of [alone, other, both]) expect(() => parseQuestion(textOf(draft))).not.toThrow();
});

test('another machine, or another kind of source, leaves out what it does not know', () => {
  const both = draftOf(`${CAPTURE}&of.slots_back=oldest&x=rule:node&y=slots_back:oldest`);
  const zones = fitted({ ...both, x: 'batch_begin', xValues: 'full' });
  expect(textOf(zones)).toBe(`${CAPTURE}&of.zone_alloc_policy=preferred&x=batch_begin:full`);
  expect(textOf(takenFrom(both, 'model:two-nodes'))).toBe('of=model:two-nodes&x=rule:node');
  const model = draftOf('of=model:two-nodes&of.nodes=4&x=demand.0:1&y=rule:node');
  expect(textOf(takenFrom(model, 'capture:two-nodes-node'))).toBe(`${CAPTURE}&x=rule:node`);
});
