// Drawings under the hand: what one points at is outlined wherever it is shown.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openPage, pane, testBrowser } from './browser.mjs';

/** @typedef {import('playwright-core').Page} Page */

const browser = await testBrowser();

const SWAP = '#v1/swap-devices?a=model:four-nodes&b=model:four-nodes&b.rule=roundrobin&k=50';

/** What is outlined, by pane: the key, or the number of a step; and how many cells of the strip. @param {Page} page */
const outlined = (page) =>
  page.evaluate(() => {
    const all = [
      .../** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('[data-of], [data-n]')),
    ];
    const marked = all.filter((e) => {
      const { outlineStyle, boxShadow, strokeWidth } = getComputedStyle(e);
      return (
        outlineStyle === 'solid' ||
        (e.matches('li') && boxShadow !== 'none') ||
        (e.closest('.strip') && strokeWidth === '2.5px')
      );
    });
    return marked.map((e) => {
      const place = e.closest('.strip')
        ? 'strip'
        : (e.closest('[data-pane]')?.getAttribute('data-pane') ?? '');
      return `${place} ${e.tagName} ${e.dataset['n'] ?? e.dataset['of'] ?? ''}`;
    });
  });

/** @param {Page} page @param {string} what */
const marked = (page, what) =>
  page.waitForFunction((selector) => {
    const e = document.querySelector(selector);
    return e && getComputedStyle(e).outlineStyle === 'solid';
  }, what);

test('pointing at a device outlines it in lists, tanks, tables, sentences and strip of both panes', async () => {
  const { page, problems } = await openPage(browser, SWAP);
  const tank = '[data-device="2"]';
  const bar = pane(page, 'A').locator(`${tank} > rect`).first();
  await listening(page);
  await bar.hover();
  await marked(page, `#pane-B ${tank}`);
  const found = await outlined(page);
  const count = (/** @type {string} */ of) => found.filter((one) => one === of).length;
  // Four lists in A and one in B, and a tank each.
  assert.deepEqual([count('A g device:2'), count('B g device:2')], [5, 2]);
  assert.deepEqual([count('A TR device:2'), count('B TR device:2')], [1, 1]);
  // Decision 50 takes it, in three steps.
  assert.deepEqual(
    [2, 3, 4].map((n) => count(`A LI ${n}`)),
    [1, 1, 1],
  );
  assert.ok(count('strip path device:2') >= 2);
  assert.ok(
    found.every((one) => /device:2$|^A LI [234]$/.test(one)),
    found.join('\n'),
  );

  // A press keeps it, wherever the pointer goes; Esc lets go.
  await bar.click();
  await pane(page, 'B').locator('[data-device="0"] > rect').first().hover();
  assert.deepEqual(await outlined(page), found);
  await page.keyboard.press('Escape');
  assert.deepEqual(await outlined(page), []);
  assert.deepEqual(problems, []);
});

test('a step of Why by key: its disc, what it is about, and no other step', async () => {
  const { page, problems } = await openPage(browser, SWAP);
  await listening(page);
  await pane(page, 'A').locator('ol.why li').first().focus();
  await marked(page, '#pane-A g[data-n="1"]');
  await page.keyboard.press('ArrowDown');
  await marked(page, '#pane-A g[data-n="2"]');
  const found = await outlined(page);
  assert.ok(found.includes('A LI 2') && found.includes('B TR device:2'), found.join('\n'));
  assert.ok(!found.some((one) => / [134]$/.test(one)), found.join('\n'));
  // Tab leaves the sentences, and the outline goes with the focus.
  await page.locator('.transport button').first().focus();
  assert.deepEqual(await outlined(page), []);
  assert.deepEqual(problems, []);
});

/** It does when its drawings are there. @param {Page} page */
function listening(page) {
  return page.waitForFunction(() => document.adoptedStyleSheets.length > 0);
}
