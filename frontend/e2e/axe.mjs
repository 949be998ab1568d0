// What axe-core finds on a page, of any weight. The page's policy forbids what is not its own: open it with bypassCSP.
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { fits, settled } from './browser.mjs';
import { isShort } from './tiers.mjs';

const source = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {{id: string, nodes: {html: string}[]}} Violation */

/** Rules that may tell light from dark. */
const COLOURS = ['color-contrast', 'link-in-text-block'];

/** Windows to look at: phones, upright and sideways, tablets, screens. */
const ALL_SIZES = /** @type {const} */ ([
  [320, 640],
  [390, 844],
  [720, 900],
  [844, 390],
  [1024, 768],
  [1280, 800],
  [1440, 900],
  [2560, 1440],
]);

/** Those, or in a short tier the narrowest and a usual screen. */
const SIZES = isShort() ? ALL_SIZES.filter(([width]) => width === 320 || width === 1440) : ALL_SIZES;

/** @param {Page} page @param {readonly string[] | null} [rules] null: all @returns {Promise<string[]>} */
export async function axe(page, rules = null) {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(source);
  /** @type {Violation[]} */
  const found = await page.evaluate((values) => {
    const { axe: run } = /** @type {any} */ (globalThis);
    const options = values ? { runOnly: { type: 'rule', values } } : {};
    return run
      .run(document, { ...options, resultTypes: ['violations'] })
      .then((/** @type {any} */ r) => r.violations);
  }, rules);
  return found.map((v) => `${v.id}: ${v.nodes.map((n) => n.html.slice(0, 160)).join(' | ')}`);
}

/**
 * The same at every size, light and dark; what is too wide for its window; and there, what `more` finds, by its name.
 * @param {Page} page @param {Readonly<Record<string, (page: Page) => Promise<readonly string[]>>>} [more]
 */
export async function axeEverywhere(page, more = {}) {
  /** @type {string[]} */
  const all = [];
  for (const [width, height] of SIZES) {
    const found = (/** @type {string} */ question, /** @type {readonly string[]} */ words) =>
      all.push(...words.map((one) => `${width} by ${height}, ${question}: ${one}`));
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
    await page.setViewportSize({ width, height });
    await settled(page);
    await fits(page).catch((/** @type {Error} */ error) => found('fits', [error.message]));
    for (const [question, look] of Object.entries(more)) found(question, await look(page));
    found('axe', await axe(page));
    await page.emulateMedia({ colorScheme: 'dark' });
    await settled(page);
    found('axe, dark', await axe(page, COLOURS));
  }
  return all;
}
