// Every scene with every pair of sources: drawn, stepped, read, linked to; legible in every size and theme.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checked, cursor, fromMenu, openPage, pane, ready, testBrowser, twin } from './browser.mjs';
import { clipped } from './layout.mjs';
import { SCENES } from './scenes.mjs';

/** @typedef {import('playwright-core').Page} Page */

const browser = await testBrowser();

const PANES = /** @type {const} */ (['A', 'B']);

/** Waits until the cursor stands at k and both drawings are of it. @param {Page} page @param {number} k */
async function stands(page, k) {
  const shown = k.toLocaleString('en');
  await page.waitForFunction(
    (n) => document.querySelector('.count')?.textContent?.startsWith(n + ' '),
    shown,
  );
}

/** What both twins and the caption say. @param {Page} page */
async function said(page) {
  const caption = await page.locator('.caption h1, .caption p').allInnerTexts();
  return [...caption, ...(await Promise.all(PANES.map((id) => twin(page, id))))].join('\n');
}

/** Frames after which what is said has settled. */
const FRAMES = 300;

/** Waits until what is said is, or is not, `text`. @param {Page} page @param {string} text @param {boolean} same */
async function says(page, text, same) {
  let now = '';
  for (let i = 0; i < FRAMES; i++) {
    now = await said(page);
    if ((now === text) === same) return;
    await page.evaluate(() => new Promise(requestAnimationFrame));
  }
  if (same) assert.equal(now, text);
  else assert.notEqual(now, text);
}

/** Text with an outline that is no halo: of what it stands in, or over its letters. @param {Page} page */
function outlined(page) {
  return page.evaluate(() =>
    [...document.querySelectorAll('svg :is(text, tspan)')].flatMap((text) => {
      const { stroke, strokeDasharray, paintOrder } = getComputedStyle(text);
      const halo = paintOrder.startsWith('stroke') && strokeDasharray === 'none';
      return stroke === 'none' || halo ? [] : [`${text.textContent}: ${stroke}`];
    }),
  );
}

for (const { id, title, models, changed, both, captures } of SCENES) {
  for (const [what, view] of Object.entries({ models, both, captures })) {
    test(`${title}, ${what}: drawn, stepped forth and back, and every step read as text`, async () => {
      const { page, problems } = await openPage(browser, `#v1/${id}?${view}`);
      for (const p of PANES) await pane(page, p).locator('.drawing svg').first().waitFor();
      const k = Number(/k=(\d+)/.exec(view)?.[1]);
      await stands(page, k);
      await checked(page);
      const there = await said(page);
      await page.keyboard.press('ArrowRight');
      await stands(page, k + 1);
      await says(page, there, false);
      await page.keyboard.press('ArrowLeft');
      await stands(page, k);
      await says(page, there, true);
      assert.deepEqual(await clipped(page), []);
      assert.deepEqual(await outlined(page), []);
      assert.deepEqual(problems, []);
    });
  }

  test(`${title}: two tunables, the URL, Back, play and scrub`, async () => {
    const { page, problems } = await openPage(browser, `#v1/${id}?${models}`);
    const hash = await page.evaluate(() => location.hash);
    for (const [name, value] of changed) assert.ok(hash.includes(`${name}=${value}`), `${name} in ${hash}`);
    const there = await said(page);
    await page.reload();
    await ready(page);
    await says(page, there, true);
    await page.keyboard.press('Space');
    const k = await cursor(page);
    await page.waitForFunction(
      (n) => !document.querySelector('.count')?.textContent?.startsWith(n),
      k.toLocaleString('en') + ' ',
    );
    await page.keyboard.press('Space');
    const box = await page.locator('.track').boundingBox();
    if (!box) throw new Error('no track');
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
    await page.waitForFunction(() => /k=\d+/.test(location.hash));
    assert.ok((await cursor(page)) > 0);
    const other = SCENES.find((s) => s.id !== id)?.title ?? '';
    await page.getByRole('link', { name: other, exact: true }).click();
    await page.waitForURL((url) => !url.hash.startsWith(`#v1/${id}`));
    await ready(page);
    await page.goBack();
    await page.waitForURL((url) => url.hash.startsWith(`#v1/${id}?`));
    await ready(page);
    await pane(page, 'A').locator('.drawing svg').first().waitFor();
    assert.deepEqual(problems, []);
  });
}

test('Interleave and DMA: the words of a new request do not lie on the bar of the one before', async () => {
  const view = '#v1/interleave?a=model:interleave-1&b=none&k=1000&large=requests';
  const { page } = await openPage(browser, view, { bypassCSP: true });
  // What moves has not arrived while it is looked at.
  await page.addStyleTag({ content: ':root { --m-move: 600s }' });
  await page.keyboard.press('ArrowRight');
  const words = pane(page, 'A').locator('.drawing text', { hasText: 'new: the one before' });
  await words.waitFor();
  const [bar, label] = await Promise.all(
    [pane(page, 'A').locator('.drawing .bar').first(), words].map((mark) => mark.boundingBox()),
  );
  assert.ok(bar && label && bar.x + bar.width <= label.x, JSON.stringify({ bar, label }));
});

test('from the header, each scene opens with something to show, and keeps what it can show', async () => {
  const { page } = await openPage(browser, '#v1/swap-devices?a=model:two-nodes&b=none&k=5');
  for (const { title, id } of SCENES.slice(1)) {
    await page.getByRole('link', { name: title, exact: true }).click();
    await page.waitForURL((url) => url.hash.startsWith(`#v1/${id}?`));
    await ready(page);
    for (const p of PANES) await pane(page, p).locator('.drawing svg').first().waitFor();
  }
  await fromMenu(page, 'Decisions');
  await pane(page, 'A').locator('.decision').first().waitFor();
  await page.getByRole('link', { name: 'Swap-in path', exact: true }).click();
  await page.waitForURL(/#v1\/swap-in\?a=model:swap-in/);
});

test('what is observed is stepped through where nothing is decided, and not called a decision', async () => {
  const { page } = await openPage(browser, '#v1/decisions?a=none&b=none');
  await pane(page, 'A').locator('.source-name').click();
  const title = 'interleave-none';
  const { captures } = await (await fetch(new URL('datasets/index.json', page.url()))).json();
  const own = captures.find((/** @type {{id: string}} */ c) => c.id === title);
  await page
    .locator('.picker-item', { has: page.getByText(own.title, { exact: true }) })
    .last()
    .click();
  await page.waitForURL(/#v1\/interleave\?a=capture:interleave-none/);
  await page.locator('.count', { hasText: /of [\d,]+ steps/ }).waitFor();
});
