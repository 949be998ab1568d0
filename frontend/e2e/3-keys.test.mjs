// Everything by keyboard alone, and the keys themselves.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cursor, openPage, pane, reached, ready, testBrowser } from './browser.mjs';

const browser = await testBrowser();

const VIEW = '#v1/swap-devices?a=model:four-nodes&b=model:four-nodes&b.rule=roundrobin&k=50';

/** @param {import('playwright-core').Page} page */
const focused = (page) => page.evaluate(() => document.activeElement?.textContent ?? '');

test('a whole run by keyboard: source, step, scrub, difference, jump', async () => {
  const { page, problems } = await openPage(browser, VIEW);
  await page.keyboard.press('Tab');
  assert.match(await focused(page), /Skip to the panes/);
  await page.keyboard.press('Enter');
  assert.equal(await page.evaluate(() => document.activeElement?.id), 'panes');
  assert.match(page.url(), /#v1\/swap-devices/);

  await page.keyboard.press('2');
  await page.waitForFunction(() => document.activeElement?.id === 'pane-B');
  await page.keyboard.press('o');
  await page.getByRole('dialog', { name: 'Source of pane B' }).waitFor();
  await page.keyboard.type('two-nodes model');
  await page
    .getByRole('status')
    .getByText(/^\d+ sources? found$/)
    .waitFor();
  for (let i = 0; i < 10 && !/^Two nodes, one device/.test(await focused(page)); i++)
    await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await pane(page, 'B').locator('.source-name b', { hasText: 'Two nodes' }).waitFor();
  await ready(page);

  await page.keyboard.press('ArrowRight');
  await reached(page, 51);
  await page.keyboard.press('Shift+ArrowRight');
  await reached(page, 61);
  await page.keyboard.press('Shift+ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await reached(page, 50);
  await page.keyboard.press('PageDown');
  await reached(page, 51);
  await page.keyboard.press('Home');
  await reached(page, 0);
  await page.keyboard.press('End');
  await reached(page, 9600);
  await page.keyboard.press('/');
  await page.keyboard.type('1,234');
  await page.keyboard.press('Enter');
  await reached(page, 1234);
  await page.keyboard.press('f');
  await page.waitForFunction(() => !document.querySelector('.count')?.textContent?.startsWith('1,234'));
  await page.keyboard.press('Home');
  await reached(page, 0);
  const aim = await page.locator('.tick-words').textContent();
  await page.keyboard.press('m');
  const first = Number(/ (\d[\d,]*)/.exec(aim ?? '')?.[1]?.replaceAll(',', ''));
  await reached(page, first);
  await page.keyboard.press('End');
  await reached(page, 9600);
  await page.keyboard.press('Shift+M');
  await page.waitForFunction(() => !document.querySelector('.count')?.textContent?.startsWith('9,600'));
  await page.getByRole('slider', { name: 'Position in the run' }).focus();
  const k = await cursor(page);
  await page.keyboard.press('ArrowUp');
  await reached(page, k + 1);
  assert.deepEqual(problems, []);
});

test('a dialog takes the focus, closes on Esc and gives the focus back', async () => {
  const { page } = await openPage(browser, VIEW);
  await page.getByRole('button', { name: /Keys/ }).focus();
  await page.keyboard.press('?');
  const dialog = page.getByRole('dialog', { name: 'Keys' });
  await dialog.waitFor();
  assert.ok(await dialog.evaluate((d) => d.contains(document.activeElement)));
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  assert.match(await focused(page), /Keys/);
  assert.equal(await cursor(page), 50);
});

test('single-character keys can be switched off, for good; arrows go on', async () => {
  const { page } = await openPage(browser, VIEW);
  await page.keyboard.press('?');
  await page.getByLabel(/single characters/).uncheck();
  await page.keyboard.press('Escape');
  await page.keyboard.press('p');
  await page.keyboard.press('t');
  await page.keyboard.press('ArrowRight');
  await reached(page, 51);
  assert.deepEqual(
    await page.evaluate(() => [
      document.documentElement.dataset['mode'],
      document.documentElement.dataset['theme'],
    ]),
    [undefined, undefined],
  );
  await page.waitForURL(/k=51/);
  await page.reload();
  await ready(page);
  await page.keyboard.press('p');
  await page.keyboard.press('ArrowLeft');
  await reached(page, 50);
  assert.equal(await page.evaluate(() => document.documentElement.dataset['mode']), undefined);
});

test('keys typed into a field stay there', async () => {
  const { page } = await openPage(browser, VIEW);
  const field = pane(page, 'A').getByLabel('demand by node');
  await field.fill('5 1 1 1');
  await field.press('Home');
  await field.press('ArrowRight');
  assert.equal(await cursor(page), 50);
  await field.press('Enter');
  await page.waitForURL(/a\.demand=5,1,1,1/);
  await field.fill('5 1');
  await pane(page, 'A').getByText('4 values, 0 to 100').waitFor();
});

test('theme, speed, alignment, presenter', async () => {
  const { page } = await openPage(browser, VIEW);
  const root = () => page.evaluate(() => ({ ...document.documentElement.dataset }));
  await page.keyboard.press('t');
  assert.deepEqual(await root(), { theme: 'dark' });
  await page.keyboard.press(']');
  assert.equal(await page.getByLabel('Speed').inputValue(), '2');
  await page.keyboard.press('a');
  await page.waitForURL(/align=time/);
  await page.keyboard.press('p');
  assert.deepEqual(await root(), { theme: 'dark', mode: 'presenter' });
  await page.keyboard.press('Escape');
  assert.deepEqual(await root(), { theme: 'dark' });
});

test('the source picker is searched by typing: what is found is counted, Enter takes the first', async () => {
  const { page } = await openPage(browser, VIEW);
  await page.keyboard.press('o');
  const dialog = page.getByRole('dialog', { name: 'Source of pane A' });
  await dialog.waitFor();
  assert.equal(await page.evaluate(() => document.activeElement?.getAttribute('type')), 'search');
  await page.keyboard.type('nothing like it');
  await dialog.getByText('No source has “nothing like it”').waitFor();
  assert.equal(await dialog.locator('.picker-item').count(), 0);
  await dialog.getByRole('button', { name: 'Show all sources' }).click();
  const all = await dialog.locator('.picker-item').count();
  await dialog.getByRole('searchbox').fill('kernel 003');
  await dialog
    .getByRole('status')
    .getByText(/^\d+ sources found$/)
    .waitFor();
  const some = await dialog.locator('.picker-item').count();
  assert.ok(some > 0 && some < all);
  assert.equal(await dialog.getByRole('status').innerText(), `${some} sources found`);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowUp');
  assert.equal(await page.evaluate(() => document.activeElement?.getAttribute('type')), 'search');
  await dialog.getByRole('searchbox').fill('six-devices');
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });
  await page.waitForURL(/a=model:six-devices/);
});
