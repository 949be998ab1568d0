// A frame, from the server that the wheel brings, on a page of another origin that it names; and on one that it does not.
import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { plainServer } from '../static/server.mjs';
import { drawnIn, opened } from './figures.mjs';
import { served } from './workspace.mjs';

const SCENE = 'swap-devices';

/** @type {import('./run.mjs').Host} */
export const frame = {
  name: 'frame',
  async check(place, browser) {
    const folder = await place.example('frame');
    const host = await plainServer(folder, '/blog/');
    const app = await served(join(place.bin, 'mmscope'), ['serve'], {
      cwd: place.work,
      env: {
        PORT: '0',
        MMSCOPE_DATA: join(place.work, 'data'),
        MMSCOPE_FRAME_ANCESTORS: new URL(host.url).origin,
      },
      says: /running on (http:\/\/127\.0\.0\.1:\d+)/,
    });
    try {
      const page = join(folder, 'index.html');
      const html = await readFile(page, 'utf8');
      assert.ok(html.includes('https://mmscope.example/'));
      await writeFile(page, html.replace('https://mmscope.example/', `${app.url}/`));
      await inPage(browser, host.url, app.url, place.shot('frame'));
      const elsewhere = host.url.replace('127.0.0.1', 'localhost');
      const { page: other, problems, close } = await opened(browser, elsewhere, { sites: [app.url] });
      await other.waitForFunction(() => document.querySelector('iframe')?.contentDocument === null);
      await refused(problems);
      await close();
    } finally {
      await app.stop();
    }
  },
};

/** The browser says who forbids it. @param {string[]} problems */
async function refused(problems) {
  const end = Date.now() + 30_000;
  while (!problems.some((problem) => problem.includes('frame-ancestors'))) {
    assert.ok(Date.now() < end, `shown on a site that is not named: ${problems.join(' ')}`);
    await new Promise((done) => setTimeout(done, 50));
  }
}

/**
 * @param {import('playwright-core').Browser} browser
 * @param {string} url
 * @param {string} site
 * @param {string} shot
 */
async function inPage(browser, url, site, shot) {
  const { page, problems, close } = await opened(browser, url, { sites: [site] });
  const inside = page.frameLocator('iframe');
  await drawnIn(browser, inside.locator('body'), SCENE);
  const says = page.locator('output');
  await page.waitForFunction(() => document.querySelector('output')?.textContent !== 'nothing yet');
  const before = await says.textContent();
  await inside.getByRole('figure').focus();
  const heard = page.evaluate(
    () =>
      new Promise((done) =>
        addEventListener('message', ({ data }) => {
          if (data.type === 'step') done(data.view);
        }),
      ),
  );
  await page.keyboard.press('ArrowRight');
  assert.match(String(await heard), /k=1801$/);
  assert.notEqual(await says.textContent(), 'nothing yet');
  assert.notEqual(before, '');
  const height = Number(await page.locator('iframe').getAttribute('height'));
  assert.ok(height > 200 && height !== 420, `the frame is ${height} px high, as it was asked to be`);
  await page.screenshot({ path: shot });
  assert.deepEqual(problems, []);
  await close();
}
