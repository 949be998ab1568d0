// make test-notebook: docs/notebook.ipynb in a real JupyterLab. The last line has the counts.
import { execFile } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { launch } from '../browser.mjs';
import { stopServers } from '../static/server.mjs';
import { jupyter } from './jupyter.mjs';

const work = new URL('../../../build/notebook/', import.meta.url).pathname;
const pictures = join(work, 'pictures');
await mkdir(pictures, { recursive: true });
const { stdout } = await promisify(execFile)(join(jupyter.bin, 'jupyter-lab'), ['--version']);
const browser = await launch();
let failed = 0;
/** @type {string[]} */
let passed = [];
try {
  passed = await jupyter.check({ work, shot: (name) => join(pictures, `${name}.png`) }, browser);
  for (const name of passed) console.log(`ok ${name}`);
} catch (error) {
  failed = 1;
  console.log(error instanceof Error ? error.stack : String(error));
} finally {
  await browser.close();
  await stopServers();
}
console.log(`notebook jupyterlab=${stdout.trim()} passed=${passed.length} failed=${failed}`);
process.exit(failed);
