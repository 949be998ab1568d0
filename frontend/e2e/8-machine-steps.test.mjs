// The page of one's own machine: Back and Forward, what takes the place of a text, links that are no longer what is shown.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventually, fits, openAt, testBrowser } from './browser.mjs';
import {
  BOX,
  draw,
  KUBE,
  lead,
  MACHINE,
  openMachine,
  paste,
  REPORT,
  shared,
  SWAPS,
  title,
  VMSTAT,
  ZONEINFO,
} from './machine.mjs';
import { PHONE } from './targets.mjs';

/** @typedef {import('playwright-core').Page} Page */

const browser = await testBrowser();
const LINK = `#v1/${MACHINE}`;
const HINT = 'Paste what your kernel prints. It is drawn, recomputed and explained here.';

/** @param {Page} page */
const hash = (page) => new URL(page.url()).hash;

test('another text in a link’s page is no longer that link; Back leads to it', async () => {
  const { page, problems, context } = await openAt(browser, LINK, {}, /Failed to load resource/);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await title(page, /^No zone is above low and reserve/);
  const first = await page.getByRole('heading', { level: 1 }).innerText();
  await page.getByText('kernel · from a link').waitFor();
  // Numbers that a link of its time did not have are empty in one of today.
  assert.ok(new URL(await shared(page)).hash.startsWith(LINK));
  await page.getByRole('button', { name: 'The text' }).click();
  await page.getByLabel(BOX).fill(ZONEINFO);
  await page.waitForFunction(() => location.hash === '#v1/machine');
  await page.getByRole('button', { name: 'Draw this machine' }).click();
  await title(page, /^kswapd wakes after another 760 MiB/);
  await page.getByText('kernel · pasted').waitFor();
  await page.waitForFunction(() => location.hash === '#v1/machine');
  const copied = new URL(await shared(page)).hash;
  assert.match(copied, /^#v1\/machine\?numbers=4096;0:/);
  assert.notEqual(copied, LINK);
  const opened = await openAt(browser, copied, {}, /Failed to load resource/);
  await title(opened.page, /^kswapd wakes after another 760 MiB/);
  // The text with the new numbers, the link's own text, its drawing; and forward again.
  await page.goBack();
  await page.getByLabel(BOX).waitFor();
  assert.equal(await page.getByLabel(BOX).inputValue(), ZONEINFO);
  await page.goBack();
  await page.goBack();
  await title(page, first);
  await page.waitForFunction((link) => location.hash === link, LINK);
  await page.goForward();
  await page.goForward();
  await page.goForward();
  await title(page, /^kswapd wakes after another 760 MiB/);
  assert.deepEqual([...problems, ...opened.problems], []);
});

test('Back from a drawing is the text, Forward the drawing with its view and what was set', async () => {
  const { page, problems } = await openMachine(browser);
  await draw(page, ZONEINFO + SWAPS);
  await title(page, /^kswapd wakes after another 760 MiB/);
  await page.getByLabel('vm.watermark_scale_factor, as a number').fill('100');
  await lead(page, 'As if: kswapd wakes after another 615 MiB.').waitFor();
  await page.getByRole('button', { name: 'Swap', exact: true }).click();
  await title(page, /^nvme0n1p3 is next/);
  await page.goBack();
  await lead(page, 'As if: kswapd wakes after another 615 MiB.').waitFor();
  await page.goBack();
  await title(page, HINT);
  assert.equal(await page.getByLabel(BOX).inputValue(), ZONEINFO + SWAPS);
  await page.goForward();
  await lead(page, 'As if: kswapd wakes after another 615 MiB.').waitFor();
  assert.equal(await page.getByLabel('vm.watermark_scale_factor, as a number').inputValue(), '100');
  await page.goForward();
  await title(page, /^nvme0n1p3 is next/);
  assert.equal(hash(page), '#v1/machine');
  assert.doesNotMatch(JSON.stringify(await page.evaluate(() => history.state)), /nvme|15688/);
  assert.deepEqual(problems, []);
});

test('what is pasted over a text can be undone or be compared; what tells nothing wipes none', async () => {
  const { page, problems } = await openMachine(browser);
  const box = page.getByLabel(BOX);
  await draw(page, KUBE);
  await title(page, /^kswapd wakes/);
  await paste(page, 'lunch at noon?');
  await page.getByText('What you pasted is left out: nothing in this text is of a machine').waitFor();
  assert.equal(await box.inputValue(), KUBE);
  await page.goBack();
  await title(page, /^kswapd wakes/);
  const other = KUBE.replace('low      6400', 'low      6912');
  await paste(page, other);
  await page.getByText('This took the place of another text.').waitFor();
  assert.equal(await box.inputValue(), other);
  await page.keyboard.press('Control+z');
  await eventually(async () => assert.equal(await box.inputValue(), KUBE));
  await paste(page, other);
  await page.getByRole('button', { name: 'Have both, to compare' }).click();
  await page.getByRole('button', { name: 'Before and after', exact: true }).first().click();
  await title(page, 'The marks of 1 of 1 zone have changed.');
  await page.getByRole('button', { name: 'The text' }).click();
  await page.getByRole('button', { name: 'Clear' }).click();
  assert.equal(await box.inputValue(), '');
  await page.getByRole('button', { name: 'Put it back' }).click();
  assert.match(await box.inputValue(), /6912/);
  assert.deepEqual(problems, []);
});

test('a long text: what cannot be changed is said, a paste takes its place, Draw is not lost', async () => {
  const { page, problems } = await openMachine(browser);
  const box = page.getByLabel(BOX);
  await paste(page, `${'x'.repeat(99)}\n`.repeat(60_000) + ZONEINFO);
  // Pressed while it is read.
  await page.getByRole('button', { name: 'Draw this machine' }).and(page.locator(':enabled')).click();
  await title(page, /^kswapd wakes after another 760 MiB/);
  await page.goBack();
  await page.getByText('So long a text cannot be changed here').waitFor();
  await box.evaluate((element, words) => {
    const data = new DataTransfer();
    data.setData('text/plain', words);
    element.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
    );
  }, SWAPS);
  await page.getByRole('list', { name: 'What was read' }).getByText('2 devices').waitFor();
  assert.equal(await box.inputValue(), SWAPS);
  assert.deepEqual(problems, []);
});

test('why nothing can be drawn yet', async () => {
  const { page, problems } = await openMachine(browser);
  for (const text of [VMSTAT, 'MemTotal: 8048624 kB\nMemFree: 164452 kB\n']) {
    await page.getByLabel(BOX).fill(text);
    await page.getByText('Nothing of this can be drawn by itself: that takes /proc/zoneinfo').waitFor();
    assert.ok(await page.getByRole('button', { name: 'Draw this machine' }).isDisabled());
    assert.equal(await page.getByText('none of it is needed to begin').count(), 0);
  }
  assert.deepEqual(problems, []);
});

test('on a phone Draw is in reach, and the drawing begins at its caption', async () => {
  const { page, problems } = await openMachine(browser, PHONE);
  await paste(page, ZONEINFO);
  const button = page.getByRole('button', { name: 'Draw this machine' });
  await button.and(page.locator(':enabled')).waitFor();
  const box = await button.boundingBox();
  assert.ok(box && box.y + box.height <= 844, JSON.stringify(box));
  await page.evaluate(() => scrollTo(0, 700));
  await button.tap();
  await title(page, /^kswapd wakes after another 760 MiB/);
  assert.equal(await page.evaluate(() => scrollY), 0);
  await page.locator('h1:focus').waitFor();
  await fits(page);
  await draw(page, REPORT);
  await page.getByRole('button', { name: 'Report', exact: true }).tap();
  const rows = page.getByRole('table', { name: /^Free against what was needed/ }).getByRole('row');
  for (const row of await rows.all()) {
    const at = await row.boundingBox();
    assert.ok(at && at.height < 120, JSON.stringify(at));
  }
  const left = await page.getByRole('columnheader', { name: 'left' }).boundingBox();
  assert.ok(left && left.x + left.width <= 390, JSON.stringify(left));
  assert.deepEqual(problems, []);
});

test('from the start page: what is said of the page leads there, and so does a paste', async () => {
  const { page, problems } = await openAt(browser, '', {}, /Failed to load resource/);
  const door = page.getByText(/^kswapd, OOM, swap, kubelet/);
  // The link lies over it.
  await door.click({ force: true });
  await page.getByLabel(BOX).waitFor();
  await page.goBack();
  await door.waitFor();
  await paste(page, SWAPS);
  await page.getByRole('list', { name: 'What was read' }).getByText('2 devices').waitFor();
  assert.equal(await page.getByLabel(BOX).inputValue(), SWAPS);
  assert.deepEqual(problems, []);
});
