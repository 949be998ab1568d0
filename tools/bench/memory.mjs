// SPDX-License-Identifier: Apache-2.0
// What a browser's tab takes for 141 MB and for 2 GB of text: a real recording repeated, opened on the app's timeline as
// a person would, and the most memory that the tab's process ever had. `first_picture_ms` is from the choice of the file
// to its first tracks, `seconds` to all of them. Exit status 1 when either is above its bar.
import { existsSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { launch, renderers, serve } from '../lib/browser.mjs';
import { LONG, longText } from './text.mjs';

const PEAK_BYTES = 2.5e9;
const FIRST_PICTURE_MS = 2000;
const PATIENCE_MS = 500_000;
const TEXTS = [{ name: '141m', bytes: 141e6 }, LONG];

const path = (name) => fileURLToPath(new URL(`../../${name}`, import.meta.url));

/** Seconds until the tracks are there, what the lane says, and the most bytes that a tab's process had. */
async function open(browser, url, file) {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.goto(`${url}#v1/timeline`);
  const chooser = page.locator('.tl-chooser input[type=file]');
  await chooser.waitFor({ state: 'attached' });
  const before = await most(browser);
  const began = performance.now();
  await chooser.setInputFiles(file);
  const lane = page.locator('[data-pane=A].tl-lane');
  const failure = page.locator('.tl-failure, .tl-complaint');
  await lane.or(failure).first().waitFor({ timeout: PATIENCE_MS });
  const first = performance.now() - began;
  await page.locator('.tl-wait').waitFor({ state: 'detached', timeout: PATIENCE_MS });
  const seconds = (performance.now() - began) / 1000;
  if (!(await lane.isVisible())) throw new Error(await failure.first().innerText());
  return { first, seconds, before, peak: await most(browser), head: (await lane.innerText()).split('\n', 4).join(', ') };
}

const most = async (browser) => Math.max(...[...(await renderers(browser)).values()].map((memory) => memory.most));

if (!existsSync(path('frontend/dist/index.html'))) throw new Error('build the app first: npm run build');
const server = await serve(path('frontend/dist'));
const mb = (n) => (n / 1e6).toFixed(0);
try {
  for (const text of TEXTS) {
    const file = await longText(text);
    const browser = await launch();
    const { first, seconds, before, peak, head } = await open(browser, server.url, file).finally(() => browser.close());
    console.log(`${file}: ${head}; the tab had ${mb(before)} MB before`);
    const size = mb(statSync(file).size);
    console.log(`bench-memory text_mb=${size} peak_mb=${mb(peak)} first_picture_ms=${first.toFixed(0)} seconds=${seconds.toFixed(1)}`);
    if (peak > PEAK_BYTES) console.log(`above the bar: ${mb(peak)} MB, not ${mb(PEAK_BYTES)}`);
    if (first > FIRST_PICTURE_MS) console.log(`above the bar: first picture after ${first.toFixed(0)} ms, not ${FIRST_PICTURE_MS}`);
    if (peak > PEAK_BYTES || first > FIRST_PICTURE_MS) process.exitCode = 1;
  }
} finally {
  await server.close();
}
