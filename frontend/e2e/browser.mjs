// One Chromium for a file of tests, and the few things every test does.
import { readFile } from 'node:fs/promises';
import { after } from 'node:test';
import { gunzipSync, gzipSync } from 'node:zlib';
import { chromium } from 'playwright-core';

/** @typedef {import('playwright-core').Page} Page */

/** Where the app is. */
export const base = () => process.env['BASE_URL'] ?? 'http://127.0.0.1:4173';
const DATASETS = new URL('../../datasets/', import.meta.url);

const FLAGS =
  '--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync';

/** @param {string[]} more flags of Chromium */
export function launch(...more) {
  return chromium.launch({
    executablePath: `${import.meta.dirname}/chromium.sh`,
    args: [...FLAGS.split(' '), ...more],
  });
}

/** One for all tests of a file, closed behind the last of them. */
export async function testBrowser() {
  const browser = await launch();
  after(() => browser.close());
  return browser;
}

/**
 * A page at the view of a fragment, as soon as it is there; everything that goes wrong in it is in `problems`, but
 * for errors of the console that are `expected`. Of the `options` baseURL is another way to the app.
 * @param {import('playwright-core').Browser} browser
 * @param {string} view
 * @param {import('playwright-core').BrowserContextOptions} options
 * @param {RegExp | null} [expected]
 */
export async function openAt(browser, view, options, expected = null) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...options });
  const page = await context.newPage();
  /** @type {string[]} */
  const problems = [];
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('dialog', (dialog) => {
    problems.push(`a dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('console', (message) => {
    if (message.type() === 'error' && !expected?.test(message.text())) problems.push(message.text());
  });
  await page.goto(`${options.baseURL ?? base()}/${view}`);
  return { page, problems, context };
}

/** The stage as it is without sources of one's own. */
export const STAGE = '#v1/swap-devices';

/**
 * The same, when the stage shows what it was asked to show. A page without a server asks for one in vain.
 * @param {import('playwright-core').Browser} browser
 * @param {string} [view]
 * @param {import('playwright-core').BrowserContextOptions} [options]
 */
export async function openPage(browser, view = STAGE, options = {}) {
  const opened = await openAt(browser, view, options, /Failed to load resource/);
  await ready(opened.page);
  return opened;
}

/** Every pane shows what it was asked to show, its words too, or why not. @param {Page} page */
export async function ready(page) {
  await page.waitForFunction(
    () =>
      document.querySelector('.count') &&
      document.querySelectorAll('.drawing, .failure, .empty').length > 0 &&
      !document.querySelector('.loading, .awaited, .drawing:empty') &&
      [...document.querySelectorAll('.pane-body:has(.drawing > *)')].every((e) => e.querySelector('.below')),
  );
}

// Both end by themselves, as `evaluate` does not: a page that draws no frame would hold the test until its time is over.
/** The page has its fonts. @param {Page} page */
export const fontsLoaded = (page) => page.waitForFunction(() => document.fonts.ready.then(() => true));
/** The page was drawn anew: it answers to its size in a frame. @param {Page} page */
export const redrawn = (page) =>
  page.waitForFunction(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(true)))),
  );

/** The page has answered to its size and its colours. @param {Page} page */
export async function settled(page) {
  await fontsLoaded(page);
  await redrawn(page);
  await page.waitForFunction(() => !document.querySelector('.loading, .awaited, .drawing:empty'));
}

/**
 * Looks until nothing is wrong: at most ten seconds, then with what was found last.
 * @template T
 * @param {() => Promise<T>} look
 */
export async function eventually(look) {
  const END = performance.now() + 10_000;
  for (;;) {
    try {
      return await look();
    } catch (error) {
      if (performance.now() > END) throw error;
    }
  }
}

/** Every capture is recomputed: what is said of a decision does not change any more. @param {Page} page */
export async function checked(page) {
  await page.waitForFunction(() => !document.body.textContent?.includes('recomputing…'));
}

/**
 * Nothing is to be scrolled sideways once the page has answered to its size. The size asked for is what counts: a
 * phone's innerWidth grows with what does not fit.
 * @param {Page} page
 */
export async function fits(page) {
  const width = page.viewportSize()?.width ?? 0;
  const fit = page.waitForFunction((most) => document.documentElement.scrollWidth <= most, width);
  await fit.catch(async (/** @type {unknown} */ cause) => {
    const found = await page.evaluate(() => document.documentElement.scrollWidth);
    throw new Error(`the page is ${found} pixels wide, in a window of ${width}`, { cause });
  });
}

/** @param {Page} page @param {'A' | 'B'} id */
export const pane = (page, id) => page.locator(`[data-pane=${id}]`);

/** All there is to read, in both panes. At one go: two who ask at once would open and fold. @param {Page} page */
export const openDetails = (page) =>
  page.evaluate(() => {
    /** @type {HTMLElement | null} */ (document.querySelector('.details[aria-expanded=false]'))?.click();
  });

/** The state of a pane as its text twin says it. @param {Page} page @param {'A' | 'B'} id */
export async function twin(page, id) {
  await openDetails(page);
  return pane(page, id).locator('.twin').innerText();
}

/** The decision under the cursor. @param {Page} page */
export async function cursor(page) {
  const text = await page.locator('.count').innerText();
  return Number(/^[\d,]+/.exec(text)?.[0].replaceAll(',', ''));
}

/** Waits until the cursor stands at a decision, and its frame is drawn. @param {Page} page @param {number} k */
export async function reached(page, k) {
  const shown = k.toLocaleString('en');
  await page.waitForFunction(
    (n) => document.querySelector('.count')?.textContent?.startsWith(n + ' '),
    shown,
  );
  await page.locator('.caption p', { hasText: k === 0 ? '' : `ecision ${shown}` }).waitFor();
}

/** What both panes decided at the cursor: "A: swapC. B: swapB". @param {Page} page */
export async function decided(page) {
  const label = (await page.locator('.strip').getAttribute('aria-label')) ?? '';
  return /A: (.*?)\. B: (.*)$/.exec(label)?.slice(1) ?? [];
}

/**
 * Chooses a source by its title in the picker of a pane.
 * @param {Page} page @param {'A' | 'B'} id @param {string | RegExp} title
 */
export async function choose(page, id, title) {
  await pane(page, id).locator('.source-name').click();
  await page.locator('.picker-item', { has: page.locator('b', { hasText: title }) }).click();
  await pane(page, id).locator('.source-name b', { hasText: title }).waitFor();
  await ready(page);
}

/**
 * Drops files as the desktop does.
 * @param {Page} page @param {string} selector @param {{name: string, bytes: Uint8Array}[]} files
 */
export async function drop(page, selector, files) {
  const data = await page.evaluateHandle(
    (list) => {
      const transfer = new DataTransfer();
      for (const { name, base64 } of list) {
        const bytes = Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
        transfer.items.add(new File([bytes], name));
      }
      return transfer;
    },
    files.map(({ name, bytes }) => ({ name, base64: Buffer.from(bytes).toString('base64') })),
  );
  await page.dispatchEvent(selector, 'dragover', { dataTransfer: data });
  await page.dispatchEvent(selector, 'drop', { dataTransfer: data });
}

/** @typedef {{id: string, title: string, rules?: string[], seeds?: string[], bytes: number}} Card */

/** Bundled captures, as the app lists them. @returns {Promise<Card[]>} */
export async function bundled() {
  const response = await fetch(`${base()}/datasets/index.json`);
  return /** @type {{captures: Card[]}} */ (await response.json()).captures;
}

/** The smallest bundled capture under one rule from start to end. @param {string} rule */
export async function captureUnder(rule) {
  const all = (await bundled()).filter((c) => c.rules?.length === 1 && c.rules[0] === rule);
  const [found] = all.sort((a, b) => a.bytes - b.bytes);
  if (!found) throw new Error(`no bundled capture of the rule ${rule}`);
  return found;
}

/** The text of a bundled capture. @param {string} id */
export async function captureText(id) {
  return gunzipSync(await readFile(new URL(`captures/${id}.mmscope.gz`, DATASETS))).toString();
}

/** @param {string} name @param {string | Uint8Array} data */
export const file = (name, data) => ({
  name,
  bytes: typeof data === 'string' ? new TextEncoder().encode(data) : data,
});

export { gzipSync };

/** A page that has no place of its own in the header. @param {Page} page @param {string} name */
export async function fromMenu(page, name) {
  await page.locator('header summary', { hasText: 'Menu' }).click();
  await page.locator('.header-list:visible').getByRole('link', { name, exact: true }).click();
}
