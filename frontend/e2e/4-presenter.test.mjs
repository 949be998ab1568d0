// Who presents: the clicker, a reload, every page, and the speaker's window. What the wall shows: 4-wall.test.mjs.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openPage, testBrowser } from './browser.mjs';

/** @typedef {import('playwright-core').Page} Page */

const browser = await testBrowser();

const VIEW = '#v1/swap-devices?a=model:four-nodes&b=capture:one-each-roundrobin&k=918';

/** The wall stands at a decision. @param {Page} page @param {number} k */
const at = (page, k) =>
  page.waitForFunction(
    (words) => document.querySelector('.count')?.textContent?.startsWith(words),
    `${k.toLocaleString('en')} `,
  );

/** @param {Page} page */
const presents = (page) =>
  page.waitForFunction(
    () => document.documentElement.dataset['mode'] === 'presenter' && location.search.includes('present=1'),
  );

test('a clicker: on, back, blank, full screen, out; nothing of it is a reload', async () => {
  const { page, problems } = await openPage(browser, `?present=1${VIEW}`);
  await page.evaluate(() => {
    Object.assign(globalThis, { loaded: 'once' });
  });
  await page.keyboard.press('PageDown');
  await at(page, 919);
  await page.keyboard.press('PageUp');
  await page.keyboard.press('PageUp');
  await at(page, 917);
  const blank = page.getByRole('status', { name: /The wall is blank/ });
  for (const key of ['.', 'b', 'B']) {
    await page.keyboard.press(key);
    await blank.waitFor();
    assert.deepEqual(await blank.boundingBox(), { x: 0, y: 0, width: 1440, height: 900 });
    // The key that brings it back does nothing else.
    await page.keyboard.press('PageDown');
    await blank.waitFor({ state: 'detached' });
  }
  await at(page, 917);
  const full = (/** @type {boolean} */ on) =>
    page.waitForFunction((is) => (document.fullscreenElement !== null) === is, on);
  await page.keyboard.press('F5');
  await full(true);
  await page.keyboard.press('F5');
  await full(false);
  await page.keyboard.press('Shift+F5');
  await full(true);
  await page.keyboard.press('Escape');
  await full(false);
  assert.equal(await page.evaluate(() => document.documentElement.dataset['mode']), 'presenter');
  assert.equal(await page.evaluate(() => /** @type {any} */ (globalThis).loaded), 'once');
  // What ended just now does not end presenting, too; a later Esc does.
  const presenting = () => page.evaluate(() => document.documentElement.dataset['mode'] !== undefined);
  while (await presenting()) await page.keyboard.press('Escape');
  await page.waitForURL((url) => !url.href.includes('present'));
  assert.deepEqual(problems, []);
});

test('presenting outlasts a reload, every page, and the way back', async () => {
  const { page } = await openPage(browser, `?present=1${VIEW}`);
  await page.reload();
  await presents(page);
  await at(page, 918);
  const pages = [
    'zones',
    'interleave',
    'swap-in',
    'decisions',
    'published',
    'compare',
    'timeline',
    'lessons',
    'room',
    'check',
  ];
  for (const id of [...pages, 'lessons/which-swap-device?step=2']) {
    await page.evaluate((hash) => {
      location.hash = hash;
    }, `#v1/${id}`);
    await page.locator('#panes').waitFor();
    await presents(page);
    await page.reload();
    await page.locator('#panes').waitFor();
    await presents(page);
  }
  for (let i = 0; i < pages.length + 1; i++) await page.goBack();
  await presents(page);
  await at(page, 918);
});

test('the speaker’s window: what is on the wall, what comes, the answer first, and it leads', async () => {
  const { page, problems, context } = await openPage(browser, `?present=1${VIEW}`);
  const opened = context.waitForEvent('page');
  await page.keyboard.press('s');
  const speaker = await opened;
  await speaker.setViewportSize({ width: 1280, height: 800 });
  await speaker.getByText('918 of 9,600').waitFor();
  await speaker.getByText('1440 × 900, following').waitFor();
  await speaker.locator('.speaker-slide svg').nth(1).waitFor();
  assert.match(await speaker.getByRole('timer').innerText(), /^00:0\d$/);
  await speaker.keyboard.press('PageDown');
  await at(page, 919);
  await speaker.getByText('919 of 9,600').waitFor();
  await speaker.keyboard.press('.');
  await page.getByRole('status', { name: /The wall is blank/ }).waitFor();
  await speaker.keyboard.press('.');
  await page.getByRole('status', { name: /The wall is blank/ }).waitFor({ state: 'detached' });

  // A question: only the speaker sees the answer, until it is shown.
  await page.keyboard.press('q');
  const answer = speaker.locator('.speaker-answer b');
  await answer.waitFor();
  await speaker.getByText('Only you see this yet').waitFor();
  assert.equal(await page.locator('.walk, .why-panel').count(), 0);
  await speaker.getByRole('button', { name: /^Show the answer/ }).click();
  await page.locator('.walk').first().waitFor();
  await page.keyboard.press('q');

  // A lesson's notes, its answers, and its steps.
  await page.evaluate(() => {
    location.hash = '#v1/lessons/which-swap-device?step=5';
  });
  await speaker.getByRole('heading', { name: /^Step 5 of 8/ }).waitFor();
  await speaker.locator('.speaker-words li').first().waitFor();
  await speaker.getByText('Next, on PageDown: the answer').waitFor();
  await speaker.keyboard.press('PageDown');
  await page.getByRole('heading', { name: 'The model: swapA.' }).waitFor();
  await speaker.keyboard.press('PageDown');
  await page.getByText('step 6 of 8').waitFor();
  await speaker.getByRole('heading', { name: /^Step 6 of 8/ }).waitFor();

  // The wall is reloaded, and found again; it says when the window is closed.
  await page.reload();
  await speaker.getByRole('heading', { name: /^Step 6 of 8/ }).waitFor();
  // Until it is found, nobody hears that it closes.
  await page.locator('.wall-bar [aria-pressed=true]').waitFor({ state: 'attached' });
  await speaker.close({ runBeforeUnload: true });
  await page.getByText('The speaker’s window is closed.').waitFor();
  assert.deepEqual(problems, []);
});

test('an empty pane takes no room on a wall; who leaves it has it back', async () => {
  const ONE = '#v1/zones?a=none&b=model:zones-fair&k=40';
  const { page, problems } = await openPage(browser, `?present=1${ONE}`, {
    viewport: { width: 1920, height: 1080 },
  });
  const panes = page.locator('[data-pane]');
  assert.equal(await panes.count(), 1);
  const wide = async () => (await page.locator('[data-pane=B] .drawing svg').boundingBox())?.width ?? 0;
  assert.ok((await wide()) > 1700, `${await wide()} pixels`);
  await page.keyboard.press('PageDown');
  await at(page, 41);
  await page.keyboard.press('p');
  await page.locator('[data-pane=A]').getByText('Nothing here yet').waitFor();
  assert.equal(await panes.count(), 2);
  await page.keyboard.press('p');
  await page.locator('[data-pane=A]').waitFor({ state: 'detached' });
  assert.deepEqual(problems, []);
});
