// Slides: the fragments of reveal.js step the figure.
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { plainServer } from '../static/server.mjs';
import { shows } from './figures.mjs';
import { run } from './workspace.mjs';

/** @type {import('./run.mjs').Host} */
export const reveal = {
  name: 'reveal',
  async check(place, browser) {
    const folder = await place.project('reveal');
    await run('npx', ['mm-scope', 'copy', 'mmscope'], folder);
    await cp(join(place.modules, 'reveal.js'), join(folder, 'reveal.js'), { recursive: true });
    const server = await plainServer(folder, '/talk/');
    await shows(browser, server.url, { shot: place.shot('reveal'), before: clicked });
  },
};

/** The clicker: each press is the next decision that the slide names. @param {import('playwright-core').Page} page */
async function clicked(page) {
  const at = (/** @type {number} */ k) =>
    page.waitForFunction(
      (end) => /** @type {any} */ (document.querySelector('mm-scope'))?.state?.endsWith(end),
      `k=${k}`,
    );
  await page.locator('.reveal.ready').waitFor();
  for (const k of [0, 40, 16000]) {
    await page.keyboard.press('ArrowRight');
    await at(k);
  }
  await page.keyboard.press('ArrowLeft');
  await at(40);
}
