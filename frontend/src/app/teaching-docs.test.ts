import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parseTeaching } from '../stage/teaching';
import { PARAMETER_DOCS, teachingTable, VIEW_DOCS } from '../stage/teaching-docs';
import { parseView } from '../stage/url';

const FILE = join(import.meta.dirname, '../../../docs/teaching-links.md');
const TABLE = /(?<=<!-- made by teaching-docs\.test\.ts -->\n\n)[^]*?(?=\n\n<!-- end -->)/;

test('docs/teaching-links.md has the table that the code makes; ACCEPT=1 writes it', async () => {
  const text = await readFile(FILE, 'utf8');
  const now = text.replace(TABLE, () => teachingTable());
  if (process.env['ACCEPT'] === '1') await writeFile(FILE, now);
  else expect(text).toBe(now);
  expect(now).toContain(teachingTable());
});

test('every example of the table is read, and means something', () => {
  for (const { example } of Object.values(PARAMETER_DOCS)) {
    const { teaching, complaints } = parseTeaching(`?${example}`);
    expect(complaints).toEqual([]);
    expect(teaching).not.toEqual(parseTeaching('').teaching);
  }
  const bare = parseView('#v1/swap-devices?a=model:four-nodes');
  for (const [, , example] of VIEW_DOCS) {
    const read = parseView(`#v1/swap-devices?a=model:four-nodes&${example}`);
    expect(read.complaints, example).toEqual([]);
    if (!example.startsWith('a=')) expect(read.view, example).not.toEqual(bare.view);
  }
});
