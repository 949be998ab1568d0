import { expect, it } from 'vitest';
import { failureOf } from '../core/error';
import { load } from './testing/load';
import { wrongFiles } from './testing/wrong-files';

it.each(wrongFiles)('$name', async ({ bytes }) => {
  const failure = await load(bytes).then(() => null, failureOf);
  console.log('@@'+JSON.stringify(failure));
  expect(1).toBe(1);
});
