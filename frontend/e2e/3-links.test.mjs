// Links and the browser's history: what Back brings back, and what a link asks for that there is not.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { choose, cursor, openPage, pane, reached, ready, testBrowser } from './browser.mjs';

const browser = await testBrowser();

/** @param {import('playwright-core').Page} page */
const titles = (page) => page.locator('.source-name b').allInnerTexts();

test('Back from a scene that was chosen while it played: scene, sources and position are as before', async () => {
  const { page, problems } = await openPage(browser);
  const before = await titles(page);
  const begun = await cursor(page);
  await page.keyboard.press('Space');
  await page.waitForFunction(
    (k) => Number(document.querySelector('.count')?.firstChild?.textContent?.replace(',', '')) > k,
    begun,
  );
  await page.getByRole('link', { name: 'Zones and watermarks' }).click();
  await page.waitForURL(/#v1\/zones\?a=model:zones-preferred/);
  await ready(page);
  await page.goBack();
  await page.waitForURL(/#v1\/swap-devices\?a=model:four-nodes/);
  const k = Number(/[?&]k=(\d+)/.exec(page.url())?.[1]);
  assert.ok(k > begun && k < begun + 20, `Back led to ${page.url()}`);
  await ready(page);
  await reached(page, k);
  assert.deepEqual(await titles(page), before);
  for (const id of /** @type {const} */ (['A', 'B'])) {
    await pane(page, id).locator('.drawing svg.swap-devices').waitFor();
  }
  await page.goForward();
  await page.waitForURL(/#v1\/zones\?/);
  await reached(page, 16_000);
  assert.deepEqual(problems, []);
});

test('Back while the other scene still reads its sources: what comes late changes nothing', async () => {
  const { page } = await openPage(browser);
  const begun = await cursor(page);
  const link = page.getByRole('link', { name: 'Zones and watermarks' });
  await link.evaluate((scene) => {
    if (scene instanceof HTMLElement) scene.click();
    history.back();
  });
  await page.waitForURL(/#v1\/swap-devices\?/);
  await ready(page);
  await reached(page, begun);
  await pane(page, 'B').locator('.drawing svg.swap-devices').waitFor();
  assert.equal(await cursor(page), begun);
});

test('a model of zones in pane A leaves pane B its source, says what happened, and can be undone', async () => {
  const { page } = await openPage(
    browser,
    '#v1/swap-devices?a=model:four-nodes&b=capture:one-each-roundrobin&k=7',
  );
  const [a, b] = await titles(page);
  await choose(page, 'A', 'A stream wears out one zone');
  await page.waitForURL(/#v1\/zones\?a=model:zones-preferred&b=capture:one-each-roundrobin/);
  assert.equal((await titles(page))[1], b);
  await pane(page, 'B').getByText('Zones and watermarks cannot show this source').waitFor();
  const notice = page.locator('.notices');
  await notice.getByText(/^Shown in Zones and watermarks: .* Pane B keeps/).waitFor();
  await notice.getByRole('button', { name: 'Undo' }).click();
  await page.waitForURL(/#v1\/swap-devices\?a=model:four-nodes&b=capture:one-each-roundrobin&k=7/);
  await ready(page);
  await reached(page, 7);
  assert.deepEqual(await titles(page), [a, b]);
});

test('what a link asks for and there is not is said, and something near it is shown', async () => {
  const { page } = await openPage(
    browser,
    '#v1/swap-devices?a=model:four-nodes&a.rule=banana&a.demand=1,1,999,1&b=none&k=99999999&speed=3',
  );
  const notice = page.locator('.notices');
  await notice
    .getByText('“banana” is not a value of rule: it can be node, global, roundrobin. Using node.')
    .waitFor();
  await notice.getByText('“999” is not a value of demand: it can be 0 to 100.').waitFor();
  await notice.getByText('“speed=3” is none of 0.5, 1, 2').waitFor();
  await notice.getByText('There is no decision 99,999,999: the last one is 9,600.').waitFor();
  await reached(page, 9600);
  assert.equal(await page.locator('.count').innerText(), '9,600 of 9,600 decisions');
  assert.ok(await pane(page, 'A').getByRole('radio', { name: 'node' }).isChecked());
  await page.waitForURL((url) => url.hash.endsWith('a=model:four-nodes&b=none&k=9600'));
});

for (const [link, words] of /** @type {const} */ ([
  [
    '#v1/swap-devices?a=model:four-nodes&zzz=1&k=5',
    'There is no parameter “zzz”. Parameters are a, b, k, t,',
  ],
  ['#v1/swap-devices?a=model:four-nodes&k=4&k=5', '“k” is there twice.'],
  [
    '#v1/swop-devices?a=model:four-nodes&k=5',
    'There is no scene “swop-devices”. Did you mean “swap-devices”?',
  ],
  ['#v1/swap-devices?a=model:four-nodes&a.rul=node&k=5', 'There is no tunable “rul”. Did you mean “rule”?'],
]))
  test(`said of a link, the rest of which counts: ${words}`, async () => {
    const { page } = await openPage(browser, link);
    await page.locator('.notices').getByText(words).waitFor();
    await reached(page, 5);
  });

test('a name that is nearly that of a source names it', async () => {
  const { page } = await openPage(browser, '#v1/swap-devices?a=model:four-nodess&b=none');
  await page.locator('.notices').getByText('Did you mean “four-nodes”?').waitFor();
});

test('a link without its version opens, of the stage and of pages beside it', async () => {
  const { page, problems } = await openPage(browser, '#swap-devices?a=model:four-nodes&b=none&k=5');
  await reached(page, 5);
  await page.waitForURL(/#v1\/swap-devices\?a=model:four-nodes&b=none&k=5$/);
  assert.equal(await page.locator('.notices').count(), 0);
  await page.goto(page.url().replace(/#.*/, '#machine'));
  await page.getByRole('heading', { name: /^Paste what your kernel prints/ }).waitFor();
  assert.deepEqual(problems, []);
});

test('Share names what a view may name; words narrow it, and a view opens', async () => {
  const { page, problems } = await openPage(browser, '#v1/swap-devices?a=model:four-nodes&b=none&k=5');
  await page.locator('header summary', { hasText: 'Share' }).click();
  await page.getByRole('button', { name: 'What a view may name …' }).click();
  const dialog = page.getByRole('dialog', { name: 'What a view may name' });
  await dialog.getByRole('table').first().waitFor();
  assert.equal(await dialog.getByRole('table').count(), 4);
  await dialog.getByRole('searchbox').fill('capture: one-each roundrobin');
  const view = 'swap-devices?a=capture:one-each-roundrobin';
  assert.deepEqual(await dialog.getByRole('link').allInnerTexts(), [view]);
  await dialog.getByRole('link', { name: view, exact: true }).click();
  await page.waitForURL(/a=capture:one-each-roundrobin/);
  await ready(page);
  assert.equal(await dialog.count(), 0);
  assert.deepEqual(problems, []);
});

test('where nothing can be counted, nothing is', async () => {
  const { page } = await openPage(browser, '#v1/swap-devices?a=capture:nowhere&b=none&k=99999999');
  assert.equal(await page.locator('.count').innerText(), 'no decisions');
});

test('how many devices and nodes there are is a tunable, in the link, and what cannot be is refused', async () => {
  const { page, problems } = await openPage(browser, '#v1/swap-devices?a=model:four-nodes&b=none');
  await pane(page, 'A').getByRole('button', { name: /more$/ }).click();
  const enter = async (/** @type {string} */ label, /** @type {string} */ text) => {
    const field = pane(page, 'A').getByLabel(label, { exact: true });
    await field.fill(text);
    await field.press('Enter');
  };
  await enter('devices', '5');
  await page.waitForURL(/a\.devices=5/);
  await pane(page, 'A').getByText('swapE', { exact: true }).first().waitFor();
  await enter('nodes', '2');
  await pane(page, 'A')
    .locator('.failure')
    .getByText('dev_node[2] is 2, a node that does not exist')
    .waitFor();
  assert.deepEqual(problems, []);
});
