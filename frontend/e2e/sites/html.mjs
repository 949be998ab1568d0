// Plain HTML under strict policies; and under one without WebAssembly for the worker, where the page's own words stay.
import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { plainServer } from '../static/server.mjs';
import { opened, shows } from './figures.mjs';
import { run } from './workspace.mjs';
import { policed } from './csp-server.mjs';

const STRICTEST = "default-src 'self'";
const OWN = / *<meta\s+http-equiv="content-security-policy"[^>]*>\n/;

/** @type {import('./run.mjs').Host} */
export const plain = {
  name: 'plain',
  async check(place, browser) {
    const folder = await place.project('plain');
    await run('npx', ['mm-scope', 'copy', 'mmscope'], folder);
    const html = await readFile(join(folder, 'index.html'), 'utf8');
    const policy = /content="(default-src[^"]*)"/.exec(html)?.[1];
    assert.ok(policy !== undefined && OWN.test(html));
    const server = await plainServer(folder, '/course/notes/');
    await shows(browser, server.url, { shot: place.shot('plain') });
    await writeFile(join(folder, 'index.html'), html.replace(OWN, ''));
    for (const [sent, where] of /** @type {const} */ ([
      [policy, 'files'],
      [STRICTEST, 'pages'],
    ])) {
      const strict = await policed(folder, sent, where);
      await shows(browser, strict.url);
      strict.stop();
    }
    const none = await policed(folder, STRICTEST, 'files');
    await without(browser, none.url, /WebAssembly/);
    none.stop();
    const view = 'swap-devices?a=capture:one-each-roundrobin';
    await writeFile(join(folder, 'large.html'), html.replace(/view="[^"]*"/, `view="${view}"`));
    await without(browser, `${server.url}large.html`, /too large for this copy of mmscope/);
  },
};

/**
 * Where there is no figure, the page's own words stay, and a sentence says why.
 * @param {import('playwright-core').Browser} browser
 * @param {string} url
 * @param {RegExp} why
 */
async function without(browser, url, why) {
  const { page, problems, close } = await opened(browser, url, { expected: /WebAssembly|wasm-unsafe-eval/ });
  await page.locator('mm-scope').getByText(why).first().waitFor();
  assert.ok(await page.getByText('Four nodes, a swap device on each').isVisible());
  assert.deepEqual(problems, []);
  await close();
}
