// The timeline under a pointer and under fingers: one capture moved against the other, pinched, dragged; on a phone.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { axe } from './axe.mjs';
import { fits, testBrowser } from './browser.mjs';
import { drawn, laneOf, open, openRaw, openTwo, span, spanIn, start, urlBecomes } from './timeline.mjs';

/** @typedef {import('playwright-core').Page} Page */

const browser = await testBrowser();

const need = (/** @type {{x: number, y: number, width: number, height: number} | null} */ box) => {
  assert.ok(box);
  return box;
};

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, bypassCSP: true };
const B = /** @type {[string, string]} */ (['bt', 'bu']);

/** Drags with Alt held, to the right by a quarter of the width. @param {Page} page @param {'A' | 'B'} slot */
async function altDrag(page, slot) {
  const lane = await laneOf(page, slot);
  const { x, width } = lane;
  const y = lane.y + lane.height / 2;
  await page.mouse.move(x + width / 2, y);
  await page.keyboard.down('Alt');
  await page.mouse.down();
  await page.mouse.move(x + width * 0.75, y, { steps: 5 });
  await page.mouse.up();
  await page.keyboard.up('Alt');
}

/** Is `part` so large a share of `whole`, to a hundredth? */
const isShare = (/** @type {number} */ part, /** @type {number} */ whole, /** @type {number} */ share) =>
  Math.abs(part / whole - share) < 0.01;

/**
 * The URL comes to say that the view begins so much earlier than `all`, by a share of its width.
 * @param {Page} page @param {{t0: number, width: number}} all @param {number} share @param {[string, string]} [keys]
 */
const earlier = (page, all, share, keys) =>
  urlBecomes(page, (hash) => isShare(all.t0 - spanIn(hash, keys).t0, all.width, share));

/** Where each row of names ends, and where the lines below the lanes are drawn, in px below the canvas' top. */
const ends = () => {
  const canvas = document.querySelector('.tl-canvas');
  if (!(canvas instanceof HTMLCanvasElement)) return null;
  const { top, width, height } = canvas.getBoundingClientRect();
  const names = [...document.querySelectorAll('.tl-row')].map((row) =>
    Math.round(row.getBoundingClientRect().bottom - top),
  );
  const first = Math.round((document.querySelector('.tl-row')?.getBoundingClientRect().top ?? 0) - top);
  const copy = new OffscreenCanvas(width, height).getContext('2d');
  copy?.drawImage(canvas, 0, 0, width, height);
  const drawn = copy?.getImageData(0, 0, width, height);
  if (!drawn) return null;
  // A line's own colour: that of most of the pixels of the first row's end.
  const word = (/** @type {number} */ x, /** @type {number} */ y) =>
    drawn.data.slice((y * drawn.width + x) * 4, (y * drawn.width + x) * 4 + 3).join();
  const most = (/** @type {number} */ y) => {
    const counts = new Map();
    for (let x = 0; x < drawn.width; x++) counts.set(word(x, y), (counts.get(word(x, y)) ?? 0) + 1);
    return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0];
  };
  const line = most((names[0] ?? 1) - 1);
  const lanes = Array.from({ length: drawn.height - first }, (_, i) => first + i).filter(
    (y) => most(y) === line,
  );
  return { names, lanes: lanes.map((y) => y + 1) };
};

test('on a phone each name stands beside its own lane', async () => {
  const { page } = await start(browser, '', PHONE);
  await open(page, 'A');
  const found = await page.evaluate(ends);
  assert.ok(found && found.names.length > 6);
  assert.deepEqual(found.lanes, found.names);
});

test('a drag with Alt moves the capture under the pointer against the other one', async () => {
  const { page, problems } = await start(browser);
  await openTwo(page);
  await urlBecomes(page, (hash) => hash.includes('bt='));
  const all = span(page);
  await altDrag(page, 'B');
  await earlier(page, all, 0.25, B);
  assert.deepEqual(span(page), all, 'A stays');
  await page.getByRole('button', { name: /B moved by/ }).waitFor();

  const held = span(page, B);
  await altDrag(page, 'A');
  await earlier(page, all, 0.25);
  assert.deepEqual(span(page, B), held, 'B stays');
  // Both by as much: nothing is moved against the other.
  await page.getByRole('button', { name: /B moved by/ }).waitFor({ state: 'detached' });
  assert.deepEqual(problems, []);
});

test('where each has an axis of its own, a drag with Alt moves one along its own, and a lone one not at all', async () => {
  const { page } = await start(browser);
  await open(page, 'A');
  await urlBecomes(page, (hash) => hash.includes('t='));
  const alone = span(page);
  await altDrag(page, 'A');
  await page.keyboard.press('m');
  await urlBecomes(page, (hash) => hash.includes('marks='));
  assert.deepEqual(span(page), alone);
  await page.getByRole('button', { name: 'Compare with…' }).click();
  await open(page, 'B');
  await page.keyboard.press('l');
  await urlBecomes(page, (hash) => hash.includes('link=free'));
  const all = span(page, B);
  await altDrag(page, 'B');
  await earlier(page, all, 0.25, B);
  assert.deepEqual(span(page), alone);
  assert.match(page.url(), /link=free/);
});

test('the ends of the window on the band of the whole capture are handles; a press beside them goes there', async () => {
  const { page, problems } = await start(browser);
  await open(page, 'A');
  await urlBecomes(page, (hash) => hash.includes('t='));
  const all = span(page);
  const band = need(await page.locator('.tl-window[data-pane=A]').boundingBox());
  const y = band.y + band.height / 2;
  /** By shares of the band. */
  const drag = async (/** @type {number} */ from, /** @type {number} */ to) => {
    await page.mouse.move(band.x + Math.min(band.width - 2, Math.max(2, from * band.width)), y);
    await page.mouse.down();
    await page.mouse.move(band.x + to * band.width, y, { steps: 5 });
    await page.mouse.up();
  };
  /** Where the view comes to begin and to end. */
  const between = (/** @type {number} */ from, /** @type {number} */ to) =>
    urlBecomes(page, (hash) => {
      const { t0, width } = spanIn(hash);
      return isShare(t0 - all.t0, all.width, from) && isShare(t0 + width - all.t0, all.width, to);
    });
  await drag(1, 0.5);
  await between(0, 0.5);
  await drag(0, 0.3);
  await between(0.3, 0.5);
  await page.mouse.click(band.x + 0.7 * band.width, y);
  await between(0.6, 0.8);
  // The handles have followed.
  await drag(0.8, 0.9);
  await between(0.6, 0.9);
  assert.deepEqual(problems, []);
});

/**
 * Fingers as the system tells of them, each along its way.
 * @param {Page} page @param {{from: [number, number], to: [number, number]}[]} ways
 */
async function fingers(page, ways) {
  const cdp = await page.context().newCDPSession(page);
  const STEPS = 8;
  const at = (/** @type {number} */ share) =>
    ways.map(({ from, to }, id) => ({
      id,
      x: from[0] + share * (to[0] - from[0]),
      y: from[1] + share * (to[1] - from[1]),
    }));
  await cdp.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(0) });
  for (let i = 1; i <= STEPS; i++)
    await cdp.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(i / STEPS) });
  await cdp.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
}

test('two fingers on a phone: what lies under each stays under it; one finger drags; a tap shows an event', async () => {
  const { page, problems } = await start(browser, '', PHONE);
  await open(page, 'A');
  await urlBecomes(page, (hash) => hash.includes('t='));
  const all = span(page);
  const { x, y, width } = await page.locator('.tl-canvas').boundingBox().then(need);
  const [left, right] = [x + width * 0.4, x + width * 0.6];
  await fingers(page, [
    { from: [left, y + 150], to: [x + width * 0.2, y + 150] },
    { from: [right, y + 150], to: [x + width * 0.8, y + 170] },
  ]);
  const isNear = (/** @type {{t0: number, width: number}} */ v) =>
    isShare(v.width, all.width, 1 / 3) &&
    isShare(v.t0 + 0.2 * v.width - all.t0, all.width, 0.4) &&
    isShare(v.t0 + 0.8 * v.width - all.t0, all.width, 0.6);
  await urlBecomes(page, (hash) => isNear(spanIn(hash)));
  const near = span(page);

  await fingers(page, [{ from: [right, y + 150], to: [left, y + 150] }]);
  await earlier(page, near, -0.2);
  assert.ok(isShare(span(page).width, near.width, 1));

  await page.getByRole('button', { name: 'All', exact: true }).click();
  await urlBecomes(page, (hash) => hash.includes(`t=${all.t0}&`));
  await drawn(page);
  await openRaw(page);
  await page.locator('.tl-row.track', { hasText: /^CPU 2/ }).scrollIntoViewIfNeeded();
  // Events of CPU 2 lie close at nine tenths of the capture.
  const label = await page.locator('.tl-row.track', { hasText: /^CPU 2/ }).boundingBox();
  assert.ok(label);
  await page.touchscreen.tap(x + width * 0.85, label.y + label.height / 2);
  await page.locator('.tl-where', { hasText: 'on CPU 2' }).waitFor();
  assert.deepEqual(problems, []);
});

test('two captures on a phone: both can be seen, scrolled past and read', async () => {
  const { page, problems } = await start(browser, '', PHONE);
  await openTwo(page);
  await page.getByRole('checkbox', { name: 'One time axis' }).waitFor();
  for (const slot of /** @type {const} */ (['A', 'B'])) {
    await page.locator(`[data-pane=${slot}] .tl-head`).scrollIntoViewIfNeeded();
    const { width, height } = need(await page.locator(`.tl-canvas[data-pane=${slot}]`).boundingBox());
    assert.ok(width > 200 && height > 250, `${slot}: ${width} by ${height}`);
  }
  // A finger on the names scrolls the page, or there would be no way past two canvases.
  await page.evaluate(() => {
    scrollTo(0, 0);
  });
  const names = await page.locator('[data-pane=A] .tl-head').boundingBox();
  assert.ok(names);
  await fingers(page, [{ from: [names.x + 20, names.y + 10], to: [names.x + 20, names.y - 190] }]);
  await page.waitForFunction(() => scrollY > 100);
  await fits(page);
  // Nothing but what lies in a box that scrolls stands out of the page.
  const out = await page.evaluate(() =>
    [...document.querySelectorAll('.tl-page button, .tl-page input, .tl-page select, .tl-page a, .tl-legend')]
      .filter((e) => e.getClientRects().length > 0 && !e.closest('.tl-scroll, .tl-tabs, .tl-tracks'))
      .filter((e) => e.getBoundingClientRect().left < 10 || e.getBoundingClientRect().right > innerWidth - 5)
      .map((e) => e.textContent),
  );
  assert.deepEqual(out, []);
  assert.deepEqual(await axe(page), []);
  assert.deepEqual(problems, []);
});
