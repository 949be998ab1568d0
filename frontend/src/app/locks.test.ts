import { afterEach, expect, test } from 'vitest';
import type { SourceSpec } from '../sources/spec';
import { teaching, USUAL } from '../stage/teaching';
import { mayShow } from './locks';

afterEach(() => {
  teaching.setState(USUAL);
});

const model = (overrides = {}, id = 'four-nodes'): SourceSpec => ({ kind: 'model', id, overrides });

test('nothing is locked unless a link says so', () => {
  expect(mayShow(model(), model({ rule: 'global' }, 'two-nodes'))).toBe(true);
});

test('only the tunables that a link names can be set, or set back', () => {
  teaching.setState({ tunables: ['rule'] });
  expect(mayShow(model(), model({ rule: 'global' }))).toBe(true);
  expect(mayShow(model({ seed: 3 }), model())).toBe(false);
  expect(mayShow(model(), model({ rule: 'global', seed: 3 }))).toBe(false);
  teaching.setState({ tunables: null, hide: ['tunables'] });
  expect(mayShow(model(), model({ rule: 'global' }))).toBe(false);
});

test('sources stay, tunables of the same model do not count as one', () => {
  teaching.setState({ hide: ['sources'] });
  expect(mayShow(model(), model({}, 'two-nodes'))).toBe(false);
  expect(mayShow(model(), { kind: 'none' })).toBe(false);
  expect(mayShow(model(), model({ rule: 'global' }))).toBe(true);
});
