#!/usr/bin/env node
// mm-scope copy FOLDER: the element's files, for a site of any kind.
import { cp } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

const [command, folder, ...more] = process.argv.slice(2);
if (command !== 'copy' || folder === undefined || more.length > 0) {
  console.error('usage: mm-scope copy FOLDER    (as public/mmscope: the files of <mm-scope>)');
  process.exit(2);
}
try {
  await cp(fileURLToPath(new URL('site', import.meta.url)), folder, { recursive: true });
} catch (error) {
  console.error(`mm-scope: ${error.message}`);
  process.exit(1);
}
