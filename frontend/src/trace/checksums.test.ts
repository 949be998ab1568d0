/** The columns of every sample, value for value as the server has them: both are compared with one file. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { instantiateTrace } from './reader/module';
import { loadPlain } from './testing/loader';
import { FOREIGN, samples } from './testing/samples';
import { columnSums, GENERIC, genericSums, kindSum } from './testing/checksums';
import { traceModule } from './testing/wasm';

const expected = JSON.parse(readFileSync(join(FOREIGN, 'sums.json'), 'utf8')) as Partial<
  Record<string, Record<string, string>>
>;
const { description } = await instantiateTrace(traceModule);

it.each(samples)('$id', async ({ id, path }) => {
  const { store, generics } = await loadPlain(readFileSync(path));
  const columns = Object.fromEntries(store.kinds.map((k) => [k.name, columnSums(store, k, description)]));
  if (generics.length > 0) columns[GENERIC] = genericSums(generics);
  const found = Object.fromEntries(Object.entries(columns).map(([name, sums]) => [name, kindSum(sums)]));
  // To accept a change of both homes: python backend/tests/checksums.py --write
  expect(found, JSON.stringify(columns)).toEqual(expected[id]);
});
