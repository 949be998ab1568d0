// What axe-core finds on a page. The page's policy forbids what is not its own: open it with bypassCSP.
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

const source = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Serious and critical findings, as text. @param {import('playwright-core').Page} page */
export async function axe(page) {
  await page.evaluate(source);
  /** @type {{id: string, impact: string, nodes: {html: string}[]}[]} */
  const violations = await page.evaluate(() =>
    /** @type {{axe: {run(): Promise<{violations: never[]}>}}} */ (/** @type {unknown} */ (globalThis)).axe
      .run()
      .then((r) => r.violations),
  );
  return violations
    .filter((v) => v.impact === 'serious' || v.impact === 'critical')
    .map((v) => `${v.id}: ${v.nodes.map((n) => n.html.slice(0, 160)).join(' | ')}`);
}
