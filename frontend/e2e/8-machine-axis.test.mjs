// The page of one's own machine: what is free follows the axis of pages given out, which runs and is paused. The numbers are worked
// by hand from the zones in machine.mjs: 8-machine-request has their sums.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventually, fits, testBrowser } from './browser.mjs';
import { draw, openMachine, title, ZONEINFO } from './machine.mjs';
import { PHONE, PRESSED, small } from './targets.mjs';

/** @typedef {import('playwright-core').Page} Page */

const browser = await testBrowser();

/** @param {Page} page */
const axis = (page) => page.getByRole('slider', { name: 'Pages given out from now on' });
/** @param {Page} page */
const given = (page) => page.locator('.machine-run b').innerText();
/** What stands in the drawing. @param {Page} page @param {string} words */
const shows = (page, words) => page.locator('.machine-drawing').getByText(words, { exact: true }).waitFor();
/** @param {Page} page */
const frames = (page) =>
  page.evaluate(
    () =>
      new Promise((done) => {
        requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(done)));
      }),
  );

test('Space runs the axis and pauses it; what is free falls in the drawing, not in the table', async () => {
  const { page, problems } = await openMachine(browser);
  await draw(page, ZONEINFO);
  await title(page, /^kswapd wakes after another 760 MiB/);
  assert.equal(await given(page), '0');
  await page.keyboard.press('Space');
  await page.getByRole('button', { name: 'Pause' }).waitFor();
  await eventually(async () => assert.notEqual(await given(page), '0'));
  await page.keyboard.press('Space');
  await page.getByRole('button', { name: 'Play' }).waitFor();
  const paused = await given(page);
  await frames(page);
  assert.equal(await given(page), paused);
  await page.getByText('Node 1 Normal gives, until it is down to low.').waitFor();
  await page.locator('.machine-drawing').getByText('gives, down to low').waitFor();

  await axis(page).press('ArrowRight');
  await shows(page, '15,497free');
  await page.locator('.machine-drawing').getByText('kswapd woken').first().waitFor();
  await axis(page).press('End');
  for (const free of ['9,100free', '14,950', '11,370free']) await shows(page, free);
  // From the end it runs from now.
  await axis(page).press('Space');
  await page.getByRole('button', { name: 'Pause' }).waitFor();
  await page.getByRole('button', { name: 'Now' }).click();
  await page.getByRole('button', { name: 'Play' }).waitFor();
  assert.equal(await given(page), '0');
  await shows(page, '210,048free');
  // Shortly before the end it stops there by itself.
  await axis(page).press('End');
  await axis(page).press('ArrowLeft');
  await page.getByRole('button', { name: 'Play' }).click();
  await page.getByText('A task reclaims for itself.').waitFor();
  await page.getByRole('button', { name: 'Play' }).waitFor();
  const row = page
    .getByRole('table', { name: 'Zones, in pages' })
    .getByRole('row', { name: /^node 1 Normal/ });
  assert.match(await row.innerText(), /210,048\s+11,370/);
  // What Space presses is pressed, and nothing runs.
  await page.getByRole('button', { name: 'Now' }).press('Space');
  await page.getByRole('button', { name: 'Play' }).waitFor();
  assert.equal(await given(page), '0');
  assert.deepEqual(problems, []);
});

test('who wants no motion is taken from place to place', async () => {
  const { page, problems } = await openMachine(browser, { reducedMotion: 'reduce' });
  await draw(page, ZONEINFO);
  await title(page, /^kswapd wakes after another 760 MiB/);
  await page.evaluate(() => {
    const count = document.querySelector('.machine-run b');
    /** @type {(string | null)[]} */
    const seen = [];
    Object.assign(window, { seen });
    if (count)
      new MutationObserver(() => seen.push(count.textContent)).observe(count, {
        characterData: true,
        childList: true,
        subtree: true,
      });
  });
  await axis(page).press('Space');
  await page.getByText('A task reclaims for itself.').waitFor();
  const seen = await page.evaluate(() => /** @type {any} */ (window).seen);
  assert.deepEqual(seen, ['760 MiB', '773 MiB', '776 MiB', '792 MiB']);
  assert.deepEqual(problems, []);
});

test('on a phone the axis is dragged, and its buttons are large enough', async () => {
  const { page, problems } = await openMachine(browser, PHONE);
  await draw(page, ZONEINFO);
  await title(page, /^kswapd wakes after another 760 MiB/);
  await fits(page);
  assert.deepEqual(
    await page.evaluate(small, /** @type {[string, string]} */ ([PRESSED, '.machine-run'])),
    [],
  );
  const line = page.locator('.machine-drag');
  await line.scrollIntoViewIfNeeded();
  const box = await line.boundingBox();
  assert.ok(box);
  // Half of the way to kswapd, which is at 0.62 of the width.
  await page.mouse.move(box.x + 4, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.31, box.y + box.height / 2);
  await page.mouse.up();
  await page.getByText('Node 1 Normal gives, until it is down to low.').waitFor();
  const mib = Number.parseFloat(await given(page));
  assert.ok(Math.abs(mib - 380) < 8, `${mib}`);
  assert.deepEqual(problems, []);
});
