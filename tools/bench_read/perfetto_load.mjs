// SPDX-License-Identifier: Apache-2.0
// Perfetto's UI opens a file. What it says of itself when the last byte is read, "Loading trace 140.00 MB (9.9
// MB/s)", is taken for its speed: start, caching and drawing are left out, as they are of ours.
import { servePerfetto } from '../perfetto.mjs';
import { launch } from './browser.mjs';

const SAYS = /Loading trace ([\d.]+) MB \(([\d.]+) MB\/s\)/;
const TIMEOUT = 1_200_000;

export async function perfettoLoads(path) {
  const served = await servePerfetto({ 'trace-to-open': path });
  const browser = await launch();
  try {
    const page = await browser.newPage({ viewport: { width: 1600, height: 900 } });
    const said = page.waitForEvent('console', { predicate: (message) => SAYS.test(message.text()), timeout: TIMEOUT });
    await page.goto(`${served.url}#!/?url=${encodeURIComponent(`${served.url}trace-to-open`)}`, { timeout: TIMEOUT });
    const [, megabytes, rate] = SAYS.exec((await said).text());
    return { seconds: Number(megabytes) / Number(rate) };
  } finally {
    await browser.close();
    await served.close();
  }
}
