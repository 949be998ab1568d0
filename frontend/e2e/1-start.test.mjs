// The start page: one question and Play for who comes without a link, and where one goes from there.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cursor, eventually, fits, openAt, openPage, pane, ready, testBrowser } from './browser.mjs';

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {import('playwright-core').BrowserContextOptions} Options */

const browser = await testBrowser();
const NO_API = /Failed to load resource/;

/** @param {Options} [options] */
async function opened(options = {}) {
  const start = await openAt(browser, '', options, NO_API);
  await start.page.locator('.play[aria-disabled=false]').waitFor();
  return start;
}

/** What the drawings say is in each tank. @param {Page} page @param {'A' | 'B'} [id] */
const used = (page, id = 'A') => pane(page, id).locator('[data-device] text.w6.end').allTextContents();

/** @param {Page} page @param {number} k */
const shows = (page, k) => page.locator(`[role=slider][aria-valuetext="decision ${k} of 240"]`).waitFor();

test('opens with one pane before its first decision, all empty, and Play has the focus', async () => {
  const { page, problems } = await opened();
  await page
    .getByRole('heading', { level: 1, name: 'Memory is full. Which disk takes the next page?' })
    .waitFor();
  assert.equal(await page.locator('[data-pane]').count(), 1);
  assert.equal(await pane(page, 'A').locator('.tag').innerText(), 'model');
  assert.deepEqual(await used(page), ['empty', 'empty', 'empty', 'empty']);
  assert.equal(await page.evaluate(() => document.activeElement?.className), 'play');
  await shows(page, 0);
  assert.equal(new URL(page.url()).hash, '');
  assert.deepEqual(problems, []);
});

test('Space plays up to where the rules part, stops there, and the other rule joins', async () => {
  const { page, problems } = await opened();
  await page.keyboard.press('Space');
  await page.getByRole('heading', { level: 1, name: 'Same question, two rules: here they part.' }).waitFor();
  await page.getByText('Stopped by itself. Decision 5 of 240.').waitFor();
  await page
    .locator('.start-words > p', { hasText: 'Four times both chose alike. Now node 2 asks.' })
    .waitFor();
  await pane(page, 'A').getByText('takes swapC, at home').waitFor();
  await pane(page, 'B').getByText('takes swapA, elsewhere').waitFor();
  await eventually(async () => {
    assert.deepEqual(await used(page, 'A'), ['256K', '256K', '512K', '256K']);
    assert.deepEqual(await used(page, 'B'), ['512K', '256K', '256K', '256K']);
  });
  assert.equal(await page.evaluate(() => document.activeElement?.className), 'play', 'the focus stays');
  await page.getByRole('button', { name: 'Go on' }).click();
  await page.getByRole('button', { name: 'Pause' }).click();
  assert.ok(await page.getByRole('button', { name: 'Go on' }).isVisible());
  assert.deepEqual(problems, []);
});

test('steps, jumps and is scrubbed; what it says is true of where it stands', async () => {
  const { page, problems } = await opened();
  await page.keyboard.press('ArrowRight');
  await shows(page, 1);
  await eventually(async () => {
    assert.deepEqual(await used(page), ['256K', 'empty', 'empty', 'empty']);
  });
  await page.getByRole('button', { name: 'a disk is full' }).click();
  await shows(page, 100);
  await page.locator('.start-strip svg.strip').waitFor();
  assert.equal((await used(page))[2], '16M');
  await page.getByRole('slider').press('Home');
  await shows(page, 0);
  assert.equal(await page.locator('[data-pane]').count(), 1, 'before they part there is one again');
  const box = await page.getByRole('slider').boundingBox();
  assert.ok(box);
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  await shows(page, 120);
  await page.keyboard.press('End');
  await shows(page, 240);
  await page.getByRole('button', { name: 'Play again' }).waitFor();
  assert.deepEqual(problems, []);
});

test('asked for, it says why, prints what a terminal does, and gives all controls in a view of its own', async () => {
  const { page, problems } = await opened();
  await page.keyboard.press('f');
  await page.getByRole('button', { name: 'Why' }).click();
  await pane(page, 'B').locator('.why li').first().waitFor();
  await page.getByRole('button', { name: 'As a terminal prints it' }).click();
  await pane(page, 'A').locator('.twin').waitFor();
  await page.getByRole('button', { name: 'All controls' }).click();
  await page.waitForURL(
    /#v1\/swap-devices\?a=model:four-nodes-small&b=model:four-nodes-small&b\.rule=roundrobin&k=5$/,
  );
  await ready(page);
  await page.goBack();
  await shows(page, 5);
  assert.deepEqual(problems, []);
});

test('leads to a tour, lessons, a class, a trace and Compare', async () => {
  const { page, problems } = await opened();
  const doors = page.getByRole('navigation', { name: 'From here' });
  assert.deepEqual(await doors.getByRole('link').allInnerTexts(), [
    'One-minute tour',
    'Lessons',
    'Teach a class',
    'Open a trace',
    'A kernel in this page',
    'Your machine',
    'Compare',
    'All scenes',
  ]);
  for (const [name, hash] of /** @type {const} */ ([
    ['Lessons', '#v1/lessons'],
    ['Teach a class', '#v1/room/'],
    ['Open a trace', '#v1/timeline'],
    ['A kernel in this page', '#v1/kernel'],
    ['Your machine', '#v1/machine'],
    ['Compare', '#v1/compare'],
  ])) {
    await doors.getByRole('link', { name }).click();
    await page.waitForURL((url) => url.hash === hash);
    await page.goBack();
    await doors.waitFor();
  }
  await doors.getByRole('link', { name: 'One-minute tour' }).click();
  const tour = page.locator('dialog.tour');
  await tour.getByText(/^1 of [678]$/).waitFor();
  await page.keyboard.press('Escape');
  await ready(page);
  assert.match(page.url(), /#v1\/swap-devices/);
  assert.equal(await cursor(page), 1800);
  assert.deepEqual(problems, []);
});

test('who comes back is offered what they looked at last, until they want it forgotten', async () => {
  const { page, problems } = await openPage(browser, '#v1/zones?a=model:zones-preferred&b=none&k=77');
  await page.goto(new URL('/', page.url()).href);
  await page.getByRole('link', { name: 'Go on: Zones and watermarks, decision 77' }).click();
  await page.waitForURL(/#v1\/zones\?a=model:zones-preferred&b=none&k=77$/);
  await ready(page);
  await page.goBack();
  await page.getByRole('button', { name: 'forget it' }).click();
  assert.equal(await page.getByText('Go on:').count(), 0);
  await page.reload();
  await page.locator('.play[aria-disabled=false]').waitFor();
  assert.equal(await page.getByText('Go on:').count(), 0);
  assert.deepEqual(problems, []);
});

test('on a phone: one pane, the other rule in a line; everything fits from 320 px on', async () => {
  for (const width of [320, 390]) {
    const { page, problems, context } = await opened({
      viewport: { width, height: 844 },
      hasTouch: true,
      isMobile: true,
    });
    await fits(page);
    const play = await page.locator('.play').boundingBox();
    assert.ok(play && play.y + play.height < 844, 'Play is in sight');
    await page.locator('.play').tap();
    await page.getByRole('button', { name: 'The other rule took swapA' }).tap();
    await pane(page, 'B').getByText('takes swapA, elsewhere').waitFor();
    assert.equal(await page.locator('[data-pane]').count(), 1);
    await fits(page);
    assert.deepEqual(problems, []);
    await context.close();
  }
});

test('where motion is not wanted, Play is a step, and nothing plays', async () => {
  const { page, problems } = await opened({ reducedMotion: 'reduce' });
  const next = page.getByRole('button', { name: 'Next step' });
  for (let k = 1; k <= 5; k++) {
    await next.click();
    await shows(page, k);
  }
  await pane(page, 'B').getByText('takes swapA, elsewhere').waitFor();
  assert.deepEqual(problems, []);
});

test('a link that says anything opens what it says', async () => {
  for (const view of ['#v1/swap-devices', '?hide=twin', '?hide=twin#v1/zones']) {
    const { page, context } = await openPage(browser, view);
    await page.locator('.transport').waitFor();
    assert.equal(await page.locator('.play').count(), 0, view);
    await context.close();
  }
});

test('where the model does not come, it says so, and the doors stay', async () => {
  const context = await browser.newContext();
  await context.route(/\.wasm$/, (route) => route.abort());
  const page = await context.newPage();
  await page.goto(`${process.env['BASE_URL'] ?? 'http://127.0.0.1:4173'}/`);
  await page.locator('.failure').first().waitFor();
  assert.ok(await page.getByRole('link', { name: 'Lessons', exact: true }).last().isVisible());
});
