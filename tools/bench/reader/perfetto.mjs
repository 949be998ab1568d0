// SPDX-License-Identifier: Apache-2.0
// Perfetto's UI opens a file: seconds from its engine being started to the end of "Loading trace", when all is
// read and sorted. Start of the page, caching and drawing are left out, as they are of ours.
import { servePerfetto } from '../../lib/perfetto.mjs';
import { launch } from '../../lib/browser.mjs';

const TIMEOUT = 1_200_000;

/** Does the search box, which shows the state, say so? In the page. */
const loading = () => /^Loading trace/.test(document.querySelector('.pf-omnibox input, .omnibox input')?.placeholder);

export async function perfettoLoads(path) {
  const served = await servePerfetto({ 'trace-to-open': path });
  const browser = await launch();
  try {
    const page = await browser.newPage({ viewport: { width: 1600, height: 900 } });
    const started = page.waitForEvent('console', {
      predicate: (message) => message.text().startsWith('Opening trace using'),
      timeout: TIMEOUT,
    });
    await page.goto(`${served.url}#!/?url=${encodeURIComponent(`${served.url}trace-to-open`)}`, { timeout: TIMEOUT });
    await started;
    const from = performance.now();
    await page.waitForFunction(loading, null, { timeout: TIMEOUT, polling: 20 });
    await page.waitForFunction(`!(${loading})()`, null, { timeout: TIMEOUT, polling: 20 });
    return { seconds: (performance.now() - from) / 1000 };
  } finally {
    await browser.close();
    await served.close();
  }
}
