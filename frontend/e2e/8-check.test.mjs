// From "recomputed: same" to what that is worth, by mouse and by keyboard; Back returns to the same step.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checked, cursor, openAt, openPage, pane, reached, ready, testBrowser } from './browser.mjs';

/** @typedef {import('playwright-core').Page} Page */

const browser = await testBrowser();

const K = 918;
const VIEW = `#v1/swap-devices?a=capture:one-each-roundrobin&b=none&k=${K}`;

/** @param {Page} page @param {RegExp} doc */
const shown = (page, doc) => page.locator('.check-body h2', { hasText: doc }).waitFor();
/** @param {Page} page */
const hash = (page) => page.evaluate(() => location.hash);

test('by mouse from the totals of a capture, and by keyboard from Why; Back finds the same step', async () => {
  const { page, problems } = await openPage(browser, VIEW);
  await checked(page);
  await pane(page, 'A')
    .getByRole('link', { name: /^recomputed: same/ })
    .click();
  await shown(page, /round robin/);
  assert.equal(await hash(page), '#v1/check/roundrobin');
  await page.goBack();
  await ready(page);
  assert.equal(await cursor(page), K);

  // At once after a step, which the address does not tell yet.
  const same = pane(page, 'A').locator('.why-panel').getByRole('link', { name: 'same' });
  await same.waitFor();
  await page.keyboard.press('ArrowRight');
  await reached(page, K + 1);
  await same.press('Enter');
  await shown(page, /round robin/);
  assert.equal(await hash(page), '#v1/check/swap_round_robin');
  assert.equal(await page.evaluate(() => document.activeElement?.id), 'panes');
  await page.keyboard.press('ArrowRight');
  await page
    .getByRole('navigation', { name: 'Policies' })
    .getByRole('link', { name: /^zone_fairness/ })
    .press('Enter');
  await shown(page, /between zones/);
  await page.goBack();
  await shown(page, /round robin/);
  await page.goBack();
  await ready(page);
  assert.equal(await cursor(page), K + 1);
  assert.deepEqual(problems, []);
});

test('the page tells what is replayed, what goes unnoticed and why, for one policy', async () => {
  const { page, problems } = await openAt(browser, '#v1/check/kswapd_wake', {});
  await shown(page, /between zones/);
  const words = await page.locator('.check-body').innerText();
  assert.match(words, /kswapd_wake\s+the zones of the node in order/);
  assert.doesNotMatch(words, /swap_list/);
  assert.match(words, /Cannot be noticed/);
  assert.match(words, /zone_select\.visit_verdict/);
  assert.deepEqual(problems, []);
});

test('apart from the decisions, the balances of a capture, each with its two sums', async () => {
  const { page, problems } = await openPage(browser, VIEW);
  await checked(page);
  const button = pane(page, 'A').getByRole('button', { name: /^balances: \d+ hold/ });
  await button.click();
  const words = page.getByRole('note', { name: 'Balances of this capture' });
  await words
    .getByText(/^device 0: [\d,]+ and [\d,]+, at most 512 apart: holds$/)
    .first()
    .waitFor();
  assert.match(await words.innerText(), /\/proc\/swaps/);
  await page.keyboard.press('Escape');
  await words.waitFor({ state: 'hidden' });
  assert.deepEqual(problems, []);
});
