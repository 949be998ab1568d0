import { expect, test } from 'vitest';
import { matchesSearch } from './search';

const source = {
  title: 'Four nodes, one device each',
  id: 'four-nodes',
  kind: 'model',
  documents: ['001'],
};

test.each(['', 'FOUR', 'device four', 'four-nodes', 'model', '001', 'document 001'])(
  '“%s” finds it',
  (text) => {
    expect(matchesSearch(source, text)).toBe(true);
  },
);

test.each(['five', 'four kernel', '002'])('“%s” does not', (text) => {
  expect(matchesSearch(source, text)).toBe(false);
});
