// A timeline under keys held down, traced: what the benches of it share.
import { scriptTimes } from './frame-times.mjs';

export const KEYS = ['w', 'w', 'w', 'd', 'a', 's', 'w', 'd', 's', 's', 'a', 'w'];
export const HELD_MS = 600;
/** Until scripts are compiled, before anything is measured. */
export const WARM_KEYS = ['w', 'd', 'a', 's'];

/** @typedef {import('playwright-core').Page} Page */

/** @param {Page} page @param {readonly string[]} keys */
export async function hold(page, keys) {
  for (const key of keys) await page.keyboard.press(key, { delay: HELD_MS });
}

/** Script times of the frames while the keys are held, the longest task, the tasks above the limit.
 * @param {import('playwright-core').Browser} browser @param {Page} page */
export async function drive(browser, page) {
  await hold(page, WARM_KEYS);
  await browser.startTracing(page, { categories: ['toplevel', 'devtools.timeline', 'blink.user_timing'] });
  await page.evaluate(() => performance.mark('mms-begin'));
  const begun = Date.now();
  await hold(page, KEYS);
  const ms = Date.now() - begun;
  const trace = JSON.parse((await browser.stopTracing()).toString());
  return { ...scriptTimes(trace.traceEvents, 'mms-begin'), ms };
}
