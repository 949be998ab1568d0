// Windows of any size: nothing lies over anything else, nothing stands out, the drawing has room. Pages, one after the
// other, at any size: 4-pages.test.mjs.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checked, fits, openDetails, openPage, pane, ready, settled, testBrowser } from './browser.mjs';
import { messAt, WIDTHS } from './layout.mjs';
import { SCENES } from './scenes.mjs';

/** @typedef {import('playwright-core').Page} Page */

const browser = await testBrowser();

const VIEW = '#v1/swap-devices?a=model:four-nodes&b=capture:one-each-roundrobin&k=918';

test('the header is in order at 200 percent: as many dots, half as many pixels', async () => {
  const { page } = await openPage(browser, VIEW, { deviceScaleFactor: 2 });
  const half = WIDTHS.map((width) => width / 2).filter((width) => width >= 320);
  assert.deepEqual(await messAt(page, half), []);
});

test('at 320 pixels everything is reached from the menu', async () => {
  const { page } = await openPage(browser, VIEW, { viewport: { width: 320, height: 640 } });
  assert.deepEqual(await page.locator('.stage > header :is(nav a, summary):visible').allInnerTexts(), [
    'Swap devices',
    'Menu',
  ]);
  await page.locator('header summary', { hasText: 'Menu' }).press('Enter');
  const list = page.locator('.header-list');
  for (const name of ['Zones and watermarks', 'Compare', 'Timeline', 'Published tables', 'Decisions'])
    await list.getByRole('link', { name }).waitFor();
  for (const name of ['Predict', 'Copy link', 'Link for a class', 'Present', 'Theme', 'Keys', 'Tour'])
    await list.getByRole('button', { name }).waitFor();
  await fits(page);
  await list.getByRole('button', { name: 'Theme' }).click();
  assert.equal(await page.evaluate(() => document.documentElement.dataset['theme']), 'dark');
  assert.equal(await page.locator('header details[open]').count(), 0);
});

test('the menu opens, leads to a scene and closes; Esc closes it and keeps the focus', async () => {
  const { page } = await openPage(browser, VIEW, { viewport: { width: 720, height: 800 } });
  const menu = page.locator('header summary', { hasText: 'Menu' });
  await menu.press('Enter');
  await page.keyboard.press('Escape');
  assert.equal(await page.locator('header details[open]').count(), 0);
  assert.match(await page.evaluate(() => document.activeElement?.textContent ?? ''), /Menu/);
  await menu.press('Enter');
  await page.locator('.header-list:visible').getByRole('link', { name: 'Published tables' }).click();
  await page.waitForURL(/#v1\/published/);
  assert.equal(await page.locator('header details[open]').count(), 0);
  assert.match(await page.locator('.stage > header nav [aria-current]').innerText(), /^Published/);
});

test('on a phone held sideways the drawings have most of the height', async () => {
  const { page } = await openPage(browser, '#v1/zones', {
    viewport: { width: 844, height: 390 },
    hasTouch: true,
    isMobile: true,
  });
  const box = await pane(page, 'A').locator('.drawing').boundingBox();
  const transport = await page.locator('.transport').boundingBox();
  assert.ok(box && transport);
  const seen = Math.min(box.y + box.height, transport.y) - box.y;
  assert.ok(seen > 390 / 2, `${seen} pixels of the drawing can be seen`);
  await page.getByRole('button', { name: 'Step forward' }).tap();
  await fits(page);
});

/** What of the thing under the focus lies under the transport, in words; '' for nothing, null at the end. */
const covered = () => {
  const on = document.activeElement;
  const transport = document.querySelector('.transport');
  if (!on || on === document.body || !transport) return null;
  if (on.closest('.transport')) return '';
  const by = Math.round(on.getBoundingClientRect().bottom - transport.getBoundingClientRect().top);
  return by > 0 ? `${on.textContent}: ${by} pixels` : '';
};

test('what has the focus is never behind the transport', async () => {
  const { page } = await openPage(browser, '#v1/zones');
  const found = [];
  for (const [width, height] of /** @type {const} */ ([
    [1440, 900],
    [1024, 700],
    [844, 390],
    [390, 844],
  ])) {
    await page.setViewportSize({ width, height });
    await settled(page);
    let stops = 0;
    for (; stops < 250; stops++) {
      await page.keyboard.press('Tab');
      const words = await page.evaluate(covered);
      if (words === null) break;
      if (words !== '') found.push(`${width} by ${height}: ${words}`);
    }
    // Behind the last one the next Tab begins anew.
    assert.ok(stops > 10, `${width} by ${height}: ${stops} things with the focus`);
  }
  assert.deepEqual(found, []);
});

/** What stands wholly above the transport, and what does not, of all that these select; panes one after the other. */
const above = (/** @type {string} */ what) => {
  const edge = document.querySelector('.transport')?.getBoundingClientRect().top ?? 0;
  return [...document.querySelectorAll('.pane')].map((pane) => {
    const first = pane.querySelector(what);
    return first !== null && first.getBoundingClientRect().bottom <= edge + 1;
  });
};

/** All of a scene on a usual screen: reasons, terms, and with the details what was published. @param {Page} page */
async function shownWhole(page) {
  await checked(page);
  await settled(page);
  assert.deepEqual(await page.evaluate(above, '.why-panel'), [true, true]);
  assert.equal(await page.locator('.below :is(.twin, .pub, .fn):visible').count(), 0, 'details are folded');
  await openDetails(page);
  await page.locator('.pub').first().waitFor();
  assert.deepEqual(await page.evaluate(above, '.pub'), [true, true]);
  assert.deepEqual(await page.evaluate(above, '.why-panel'), [true, true]);
  assert.deepEqual(await page.evaluate(above, '.terms'), [true, true]);
  assert.equal(await page.evaluate(() => document.documentElement.scrollHeight), 900);
  await page.locator('.legend', { hasText: 'each mark: ' }).waitFor();
}

test('Details are folded or not in both panes, as they were left, after a reload, too', async () => {
  const { page } = await openPage(browser, VIEW);
  for (const open of [true, false]) {
    await pane(page, 'B').getByRole('button', { name: 'Details', expanded: !open }).click();
    for (const again of [false, true]) {
      if (again) {
        await page.reload();
        await ready(page);
      }
      for (const what of ['.twin', '.fn'])
        assert.equal(
          (await page.locator(`.below ${what}:visible`).count()) > 0,
          open,
          `${what}, ${open}, ${again}`,
        );
    }
  }
  const drawing = pane(page, 'A').getByRole('img').first();
  await page.locator(`#${await drawing.getAttribute('aria-describedby')}`).waitFor({ state: 'attached' });
});

/** How high drawing and texts are. @param {Page} page */
const heights = (page) =>
  page.evaluate(() =>
    ['.drawing', '.why-head h2', '.twin tbody td', '.caption h1'].map(
      (what) => document.querySelector(what)?.getBoundingClientRect().height ?? 0,
    ),
  );

for (const { id, title, picture, both } of SCENES) {
  test(`a screen of 1440 by 900 shows all of ${title} as it opens`, async () => {
    const { page } = await openPage(browser, `#v1/${id}`);
    await shownWhole(page);
  });

  test(`${title} as the README has it: all of it at 1440 by 900, the reason at 1024 by 768, a wall is used`, async () => {
    const { page } = await openPage(browser, `#v1/${id}?${picture ?? both}`);
    await shownWhole(page);
    const small = await heights(page);
    await page.setViewportSize({ width: 1024, height: 768 });
    await settled(page);
    assert.deepEqual(await page.evaluate(above, '.why-panel li'), [true, true], '1024 by 768');
    await page.setViewportSize({ width: 2880, height: 1800 });
    await settled(page);
    await page.waitForFunction(
      () => (document.querySelector('.drawing')?.getBoundingClientRect().width ?? 0) > 1300,
    );
    for (const [i, height] of (await heights(page)).entries())
      assert.ok(Math.abs(height / (small[i] ?? NaN) - 2) < 0.1, `2880 by 1800: ${i}`);
    await fits(page);
  });
}

for (const { id, title, picture, both } of SCENES) {
  test(`with other rules on the strip, too, 1440 by 900 shows the reason and what they decide: ${title}`, async () => {
    const { page } = await openPage(browser, `#v1/${id}?${picture ?? both}&others=row`);
    await page.locator('.here').getByText('over the run, each with its own history').first().waitFor();
    await checked(page);
    await settled(page);
    assert.deepEqual(await page.evaluate(above, '.why-panel ol.why'), [true, true]);
    assert.deepEqual(await page.evaluate(above, '.below-right > .here > p'), [true, true]);
  });
}

test('one part of the drawing is large in both panes; a press on a small one, or V, makes another so, and the link', async () => {
  const { page, problems } = await openPage(browser, '#v1/interleave');
  const parts = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('.drawing')].map((drawing) =>
        ['.landing', '[data-band=list]', '[data-band=requests]', '[data-band=lead]'].map(
          (what) => drawing.querySelector(what)?.closest('.film') === null,
        ),
      ),
    );
  const large = (/** @type {number} */ i) => [0, 1].map(() => [0, 1, 2, 3].map((one) => one === i));
  assert.deepEqual(await parts(), large(0));
  await pane(page, 'B').getByRole('button', { name: 'requests' }).click();
  assert.deepEqual(await parts(), large(2));
  await page.waitForURL(/[?&]large=requests/);
  await page.keyboard.press('v');
  assert.deepEqual(await parts(), large(3));
  await page.goto(page.url().replace(/large=\w+/, 'large=list'));
  await ready(page);
  assert.deepEqual(await parts(), large(1));
  await page.getByRole('link', { name: 'Swap-in path', exact: true }).click();
  await page.waitForURL((url) => /#v1\/swap-in\?/.test(url.hash) && !url.hash.includes('large='));
  assert.deepEqual(problems, []);
});

const NODES = Array.from({ length: 16 }, (_, i) => i >> 1).join();
const LARGE = `a=model:four-nodes&a.nodes=8&a.devices=16&a.dev_node=${NODES}`;
test('the reason begins above the transport: 8 nodes with 16 devices', async () => {
  const { page } = await openPage(browser, `#v1/swap-devices?${LARGE}&b=model:four-nodes&k=500`);
  for (const [width, height] of /** @type {const} */ ([
    [1440, 900],
    [1024, 768],
  ])) {
    await page.setViewportSize({ width, height });
    await settled(page);
    assert.deepEqual(await page.evaluate(above, '.why-panel li'), [true, true], `${width} by ${height}`);
  }
});

/** Pieces of the line of tunables that stand lower than its first. */
const lower = () =>
  [...document.querySelectorAll('.knobs')].flatMap((line) => {
    const tops = [...line.children].map((e) => e.getBoundingClientRect().bottom);
    return tops.filter((y) => y > (tops[0] ?? 0) + 8);
  });

for (const [width, height, view] of /** @type {const} */ ([
  [844, 390, '#v1/zones?a=model:zones-preferred&b=model:zones-preferred&b.zone_alloc_policy=fair'],
  [320, 640, '#v1/swap-devices?a=model:four-nodes&b=none'],
])) {
  test(`the tunables that are not folded take one line: ${width} by ${height}`, async () => {
    const { page } = await openPage(browser, view, { viewport: { width, height } });
    await settled(page);
    assert.deepEqual(await page.evaluate(lower), []);
  });
}

test('on a phone the number that tells panes apart comes with its word', async () => {
  const view = '#v1/interleave?a=model:interleave-1&b=capture:interleave-8';
  const { page } = await openPage(browser, view, { viewport: { width: 390, height: 844 } });
  for (const words of ['granularity 1', 'granularity 8']) {
    await page.locator('.pane-tab-title').getByText(words, { exact: true }).waitFor();
  }
});

test('the explanation of a term comes into view when it is opened', async () => {
  const { page } = await openPage(browser, VIEW, { viewport: { width: 1440, height: 780 } });
  const term = pane(page, 'A').locator('.term button').last();
  await term.focus();
  await page.keyboard.press('Enter');
  const text = pane(page, 'A').locator('.term-text');
  await text.waitFor();
  await page.waitForFunction(() => {
    const shown = document.querySelector('[data-pane=A] .term-text')?.getBoundingClientRect();
    const transport = document.querySelector('.transport')?.getBoundingClientRect();
    return shown && transport && shown.bottom <= transport.top + 1;
  });
});
