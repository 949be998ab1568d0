import { afterEach, expect, test } from 'vitest';
import type { SourceSpec } from '../capture/sources/spec';
import { classSettings, DEFAULT_SETTINGS } from '../stage/state/class-link';
import { mayShow } from './locks';

afterEach(() => {
  classSettings.setState(DEFAULT_SETTINGS);
});

const model = (overrides = {}, id = 'four-nodes'): SourceSpec => ({ kind: 'model', id, overrides });

test('nothing is locked unless a link says so', () => {
  expect(mayShow(model(), model({ rule: 'global' }, 'two-nodes'))).toBe(true);
});

test('only the tunables that a link names can be set, or set back', () => {
  classSettings.setState({ tunables: ['rule'] });
  expect(mayShow(model(), model({ rule: 'global' }))).toBe(true);
  expect(mayShow(model({ seed: 3 }), model())).toBe(false);
  expect(mayShow(model(), model({ rule: 'global', seed: 3 }))).toBe(false);
  classSettings.setState({ tunables: null, hide: ['tunables'] });
  expect(mayShow(model(), model({ rule: 'global' }))).toBe(false);
});

test('sources stay, tunables of the same model do not count as one', () => {
  classSettings.setState({ hide: ['sources'] });
  expect(mayShow(model(), model({}, 'two-nodes'))).toBe(false);
  expect(mayShow(model(), { kind: 'none' })).toBe(false);
  expect(mayShow(model(), model({ rule: 'global' }))).toBe(true);
});
