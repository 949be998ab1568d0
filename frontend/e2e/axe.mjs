// What axe-core finds on a page. The page's policy forbids what is not its own: open it with bypassCSP.
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

const source = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {{id: string, impact: string, nodes: {html: string}[]}} Violation */

/** @param {Page} page @param {string[] | null} rules groups of rules; null: axe's own choice @returns {Promise<Violation[]>} */
async function violations(page, rules) {
  await page.evaluate(source);
  return page.evaluate((runOnly) => {
    const { axe: run } = /** @type {any} */ (globalThis);
    return run.run(document, runOnly ? { runOnly } : {}).then((/** @type {any} */ r) => r.violations);
  }, rules);
}

const words = (/** @type {Violation[]} */ found) =>
  found.map((v) => `${v.id}: ${v.nodes.map((n) => n.html.slice(0, 160)).join(' | ')}`);

/** Serious and critical findings, as text. @param {Page} page */
export async function axe(page) {
  const found = await violations(page, null);
  return words(found.filter((v) => v.impact === 'serious' || v.impact === 'critical'));
}

/** All findings, minor ones and those of best practice too. @param {Page} page */
export async function axeStrict(page) {
  return words(await violations(page, ['wcag2a', 'wcag2aa', 'wcag21aa', 'best-practice']));
}
