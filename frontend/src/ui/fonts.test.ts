import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { WEIGHTS } from './fonts';

test('the page has a face for each weight, and no other', async () => {
  const sheet = await readFile(join(import.meta.dirname, 'style/index.css'), 'utf8');
  const faces = [...sheet.matchAll(/ibm-plex-sans\/latin-(\d+)\.css/g)].map(([, weight]) => Number(weight));
  expect(faces).toEqual([...WEIGHTS]);
});
