import { expect, test } from 'vitest';
import type { Catalogue } from '../../capture/sources/catalogue';
import { NONE, type SourceSpec } from '../../capture/sources/spec';
import type { View } from '../../stage/state/view';
import { withValidTunables } from './complaints';

const catalogue: Catalogue = {
  scenarios: [
    { id: 's', title: '', summary: '', documents: [], params: { rule: 'global', demand: [1, 2, 3, 4] } },
  ],
  captures: [],
  published: [],
};

function asked(overrides: Extract<SourceSpec, { kind: 'model' }>['overrides']) {
  const view: View = {
    scene: 'swap-devices',
    sources: { A: NONE, B: { kind: 'model', id: 's', overrides } },
    position: { align: 'decision', k: 0, t: 0 },
    speed: 1,
  };
  const { view: read, complaints } = withValidTunables(view, catalogue);
  return { left: read.sources.B, complaints };
}

test.each([
  ['banana', { rule: 'banana' }, /^“banana” is not a value of rule: it can be node, .* Using global\.$/],
  ['a number without a name', { rule: 77 }, /^“77” is not a value of rule/],
  ['out of range', { nodes: 99 }, /^“99” is not a value of nodes: it can be 1 to 16\. Using \d+\.$/],
  ['one of a list', { demand: [1, 'x', 3, 4] }, /^“x” is not a value of demand: .* Using 1, 2, 3, 4\.$/],
  ['one of a list that the scenario leaves out', { weight: [1, -1] }, /^“-1” is .* It is left out\.$/],
])('%s is said and left out', (_, overrides, words) => {
  const { left, complaints } = asked(overrides);
  expect(left).toMatchObject({ overrides: {} });
  expect(complaints).toEqual([expect.stringMatching(words)]);
});

test.each([
  ['a name', { rule: 'roundrobin' }],
  ['a number', { rule: 1 }],
  ['a list', { demand: [0, 0, 0, 1] }],
  ['texts', { dev_name: ['x', 'y'] }],
])('%s stays', (_, overrides) => {
  const { left, complaints } = asked(overrides);
  expect(left).toMatchObject({ overrides });
  expect(complaints).toEqual([]);
});
