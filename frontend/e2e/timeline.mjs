// What tests of the timeline share: a page of it, a sample, and what the URL says is in view.
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { drop, file, openAt } from './browser.mjs';

export const SAMPLE = fileURLToPath(
  new URL('../../datasets/foreign/ftrace/debian-6.1-default.txt.gz', import.meta.url),
);
export const NAME = 'debian-6.1-default.txt.gz';
/** Lines of the sample that are events, as grep would count them. */
export const LINES = gunzipSync(await readFile(SAMPLE))
  .toString()
  .split('\n')
  .filter((line) => /\[\d{3}\] \S+ +\d+\.\d{6}: /.test(line));
export const shown = (/** @type {number} */ n) => n.toLocaleString('en');
export const count = (/** @type {RegExp} */ pattern) => LINES.filter((line) => pattern.test(line)).length;

/** @typedef {import('playwright-core').Page} Page */

/**
 * A page of the timeline; what goes wrong in it is in `problems`.
 * @param {import('playwright-core').Browser} browser
 * @param {string} [view]
 * @param {import('playwright-core').BrowserContextOptions} [options]
 */
export async function start(browser, view = '', options = {}) {
  const opened = await openAt(browser, `#v1/timeline${view}`, options);
  await opened.page.locator('.tl-chooser, .tl-lane, .tl-failure').first().waitFor();
  return opened;
}

/** Every canvas shows what it was asked for last. @param {Page} page */
export const drawn = (page) =>
  page.waitForFunction(() => {
    const all = [...document.querySelectorAll('.tl-canvas')];
    return (
      all.length > 0 &&
      all.every(
        (c) => c instanceof HTMLElement && c.dataset['asked'] && c.dataset['asked'] === c.dataset['drawn'],
      )
    );
  });

/** @param {Page} page @param {'A' | 'B'} slot */
export async function open(page, slot) {
  await page.locator('.tl-chooser input[type=file]').setInputFiles(SAMPLE);
  await page.locator(`.tl-lane[data-pane=${slot}]`).waitFor();
  await drawn(page);
}

/** From the stage to the report of the sample, dropped there. @param {Page} page */
export async function openReport(page) {
  await drop(page, '.caption', [file(NAME, await readFile(SAMPLE))]);
  await page
    .getByRole('link', { name: /^Report/ })
    .first()
    .click();
  await page.locator('.report-head b', { hasText: NAME }).waitFor();
}

/** Shows the tracks below every event. @param {Page} page */
export async function openRaw(page) {
  await page.locator('.tl-row.every > [aria-expanded=false]').click();
  await page.locator('.tl-row.track', { hasText: 'CPU 0' }).first().waitFor();
  // The list goes there by itself.
  await page.waitForFunction(() => {
    const list = document.querySelector('.tl-tracks');
    const top = list?.querySelector('.tl-row.every')?.getBoundingClientRect().top ?? Infinity;
    const corner = list?.querySelector('.tl-corner')?.getBoundingClientRect().bottom ?? 0;
    return list && (top < corner + 2 || list.scrollTop + list.clientHeight >= list.scrollHeight - 2);
  });
}

/** What the margin says of a track. @param {Page} page @param {RegExp} name */
export const inMargin = (page, name) =>
  page.locator('.tl-grid').evaluate((grid, pattern) => {
    const row = [...grid.querySelectorAll('.tl-row')].find((r) =>
      new RegExp(pattern).test(r.querySelector('.tl-track-name')?.textContent ?? ''),
    );
    return [...(row?.querySelectorAll('[data-cell]') ?? [])].map((cell) => cell.lastChild?.nodeValue ?? '');
  }, name.source);

/** Every value has come to the margin. @param {Page} page */
export const complete = (page) =>
  page.waitForFunction(() => {
    const cells = [
      ...document.querySelectorAll('.tl-row.track [data-cell=view], .tl-row.track [data-cell=A]'),
    ];
    return cells.length > 0 && cells.every((cell) => cell.lastChild instanceof Text);
  });

/** Where a capture's lane of a row is. @param {Page} page @param {'A' | 'B'} slot @param {RegExp} [name] */
export async function laneOf(page, slot, name = /./) {
  const row = await page.locator('.tl-row.track', { hasText: name }).first().boundingBox();
  const canvas = await page.locator(`.tl-canvas[data-pane=${slot}]`).boundingBox();
  const two = (await page.locator('.tl-canvas').count()) > 1;
  if (!row || !canvas) throw new Error(`no lane of ${slot}`);
  const height = two ? row.height / 2 : row.height;
  return { x: canvas.x, width: canvas.width, height, y: row.y + (two && slot === 'B' ? height : 0) };
}

/** Two of the same, beneath each other. @param {Page} page */
export async function openTwo(page) {
  await open(page, 'A');
  await page.getByRole('button', { name: 'Compare with…' }).click();
  await open(page, 'B');
}

/** What a URL says is in view. @param {string} url @param {[string, string]} keys */
export function spanIn(url, keys = ['t', 'u']) {
  const [t0 = NaN, t1 = NaN] = keys.map((key) => Number(new RegExp(`[?&]${key}=(-?\\d+)`).exec(url)?.[1]));
  return { t0, t1, width: t1 - t0 };
}

/** And that of a page. @param {Page} page @param {[string, string]} [keys] */
export const span = (page, keys) => spanIn(page.url(), keys);

/** @param {Page} page @param {(text: string) => boolean} is */
export const urlBecomes = (page, is) => page.waitForURL((url) => is(url.hash));

/** Opens all that the report has folded. @param {Page} page */
export async function unfold(page) {
  for (const summary of await page.locator('.report-more > summary').all()) await summary.click();
}
