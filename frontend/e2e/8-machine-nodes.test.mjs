// The page of one's own machine with more nodes than stand side by side: docs/your-machine.md, "Many nodes".
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventually, fits, testBrowser } from './browser.mjs';
import { draw, EIGHT, openMachine, title } from './machine.mjs';
import { PHONE, PRESSED, small } from './targets.mjs';

/** @typedef {import('playwright-core').Page} Page */

const browser = await testBrowser();

/** Nodes that are drawn, in order. @param {Page} page */
const drawnNodes = (page) =>
  page
    .locator('.machine-drawing [data-node]')
    .evaluateAll((all) => all.map((node) => Number(/** @type {HTMLElement} */ (node).dataset['node'])));

test('eight nodes: those alike are one until they are unfolded, by keyboard; the table has all', async () => {
  const { page, problems } = await openMachine(browser);
  await draw(page, EIGHT);
  await title(page, /^kswapd wakes after another/);
  const fold = page.getByRole('button', { name: /^nodes 2 to 7/ });
  await page.getByText(/^Alike, as pasted: the same zones, the same verdict/).waitFor();
  assert.equal(await fold.getAttribute('aria-expanded'), 'false');
  assert.deepEqual(await drawnNodes(page), [0, 1, 2]);
  await page.locator('.machine-drawing').getByText('and 3 to 7, alike').waitFor();
  const rows = page.getByRole('table', { name: 'Zones, in pages' }).getByRole('row');
  assert.equal(await rows.count(), 1 + 8);

  // A zone of another of them is that node's.
  await page.locator('.machine-pick select').selectOption('node 5 Normal');
  await page.locator('.machine-drawing [data-node="5"]').waitFor();
  assert.deepEqual(await drawnNodes(page), [0, 1, 5]);

  await fold.press('Enter');
  await page.locator('.machine-drawing [data-node="7"]').waitFor();
  assert.deepEqual(await drawnNodes(page), [0, 1, 2, 3, 4, 5, 6, 7]);
  assert.ok(await fold.evaluate((button) => button === document.activeElement));
  // They scroll within the drawing, by keyboard, too, and the one that was chosen is in sight.
  const groups = page.getByRole('region', { name: 'Nodes side by side' });
  const seen = async () => {
    const [all, zone] = [await groups.boundingBox(), await page.locator('.machine-chosen').boundingBox()];
    assert.ok(all && zone && zone.x >= all.x && zone.x + zone.width <= all.x + all.width + 1);
  };
  await eventually(seen);
  await fits(page);
  await page.locator('.machine-pick select').selectOption('node 7 Normal');
  await page.locator('.machine-chosen').waitFor();
  await eventually(seen);
  await groups.focus();
  const before = await groups.evaluate((element) => element.scrollLeft);
  await page.keyboard.press('ArrowLeft');
  await page.waitForFunction(
    (left) => (document.querySelector('.machine-scroll')?.scrollLeft ?? left) < left,
    before,
  );
  await fold.press('Enter');
  await page.locator('.machine-drawing [data-node="2"]').waitFor({ state: 'detached' });
  assert.deepEqual(await drawnNodes(page), [0, 1, 7]);
  assert.deepEqual(problems, []);
});

test('on a phone eight nodes fit, folded and unfolded, and the button is large enough', async () => {
  const { page, problems } = await openMachine(browser, PHONE);
  await draw(page, EIGHT);
  await title(page, /^kswapd wakes after another/);
  await fits(page);
  await page.getByRole('button', { name: /^nodes 2 to 7/ }).tap();
  await page.locator('.machine-drawing [data-node="7"]').waitFor();
  await fits(page);
  assert.deepEqual(
    await page.evaluate(small, /** @type {[string, string]} */ ([PRESSED, '.machine-folds'])),
    [],
  );
  assert.deepEqual(problems, []);
});
