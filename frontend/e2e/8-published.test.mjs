// The page of published tables: by link, by header, by keyboard; runs in a worker; links into scenes.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openAt, openPage, ready, testBrowser } from './browser.mjs';

const browser = await testBrowser();

/** @param {string} [table] @param {import('playwright-core').BrowserContextOptions} [options] */
async function open(table, options = {}) {
  const view = `#v1/published${table === undefined ? '' : `/${table}`}`;
  const { page, problems } = await openAt(browser, view, options);
  await page.locator('.pub-table').waitFor();
  return { page, problems };
}

/** The text of a row's model cell, once it is there. @param {import('playwright-core').Page} page @param {string} name */
const model = (page, name) =>
  page
    .locator('tbody tr', { hasText: name })
    .first()
    .locator('.c-model a')
    .locator('..')
    .locator('..')
    .innerText();

test('a table by its link: the model’s values come from a worker and open their runs side by side', async () => {
  const { page, problems } = await open('roundrobin-used');
  const row = page.locator('tbody tr', { hasText: 'roundrobin: zram0' });
  await row.locator('.pub-verdict').waitFor();
  assert.match(await row.locator('.pub-verdict').innerText(), /within 1 %/);
  assert.match(await model(page, 'roundrobin: zram0'), /^1,730,\d{3}/);
  assert.match(await row.locator('.c-published').innerText(), /^6\.6G/);
  await row.locator('.c-model a').click();
  await ready(page);
  assert.match(
    await page.evaluate(() => location.hash),
    /^#v1\/swap-devices\?a=model:published-roundrobin&b=none/,
  );
  await page.goBack();
  await row.locator('.pub-verdict').waitFor();
  assert.deepEqual(problems, []);
});

test('a row says what it counts as: fitted and by which parameters, or said twice and by which row', async () => {
  const { page, problems } = await open('iostat');
  const verdict = (/** @type {string} */ name) =>
    page.locator('tbody tr', { hasText: name }).first().locator('.c-verdict').innerText();
  assert.match(await verdict('interleave, 1, sdc: avgrq-sz'), /fitted/);
  assert.match(await verdict('interleave, 1, sdc: rMB/s'), /independent/);
  assert.match(
    await verdict('interleave, 8, sdd: rMB/s'),
    /said twice\s+the same as iostat\/interleave, 8, sdc\/rMB\/s/,
  );
  const fit = page.locator('.pub-table .note', { hasText: 'max_segments' });
  assert.match(await fit.innerText(), /^fitted bio_pages, max_segments to interleave, 1, avgrq-sz/);
  assert.match(await page.locator('.pub-summary').innerText(), /if no policy had an effect/);
  assert.deepEqual(problems, []);
});

test('an answer without a ratio is right or wrong, and says why it counts or does not', async () => {
  const { page, problems } = await open('interleave-statements');
  const row = (/** @type {string} */ name) => page.locator('tbody tr', { hasText: name }).first();
  await row('segment').locator('.pub-verdict').waitFor();
  assert.match(await model(page, 'segment'), /^122/);
  assert.match(
    await row('segment').locator('.c-verdict').innerText(),
    /as stated\s+by construction\s+frames of two nodes are never neighbours/,
  );
  await row('setting it to 2').locator('.pub-verdict').waitFor();
  assert.match(
    await row('setting it to 2').locator('.c-verdict').innerText(),
    /no evidence\s+whether pairs of pages/,
  );
  assert.match(
    await page.locator('.pub-summary').innerText(),
    /with a ratio \d+ of \d+ \(\d+\), right or wrong/,
  );
  assert.deepEqual(problems, []);
});

test('from the stage and back: by header, by list, by the browser’s own Back', async () => {
  const { page, problems } = await openPage(browser, '#v1/swap-devices?a=model:four-nodes&b=none&k=7');
  await page.getByRole('link', { name: /^Published/ }).click();
  await page.locator('.pub-table').waitFor();
  assert.equal(await page.evaluate(() => location.hash), '#v1/published');
  await page.locator('.pub-contents a', { hasText: 'swapon --show' }).focus();
  await page.keyboard.press('Enter');
  await page.locator('.pub-table h2', { hasText: 'swapon --show' }).waitFor();
  await page.keyboard.press('ArrowRight');
  await page.goBack();
  await page.goBack();
  await ready(page);
  assert.match(await page.evaluate(() => location.hash), /a=model:four-nodes&b=none&k=7$/);
  assert.deepEqual(problems, []);
});

test('runs can be stopped, and go on', async () => {
  const { page } = await open('parallelio');
  await page.getByRole('button', { name: 'Stop' }).click();
  await page.getByRole('button', { name: 'Go on' }).click();
  await page.getByRole('button', { name: 'Stop' }).waitFor();
});
