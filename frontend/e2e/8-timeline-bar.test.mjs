// The timeline's bar, tracks and tooltip: nothing jumps, nothing is cut to the same letters, nothing stays behind.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testBrowser } from './browser.mjs';
import {
  drawn,
  inMargin,
  LINES,
  open,
  openRaw,
  shown,
  span,
  spanIn,
  start,
  urlBecomes,
} from './timeline.mjs';

/** @typedef {import('playwright-core').Page} Page */

const browser = await testBrowser();

/** @param {Page} page */
const barHeight = (page) => page.locator('.tl-bar').evaluate((e) => e.getBoundingClientRect().height);

test('the bar keeps its height while one searches, finds, and writes what cannot be read', async () => {
  for (const width of [1440, 1180]) {
    const { page } = await start(browser, '', { viewport: { width, height: 900 } });
    await open(page, 'A');
    const empty = await barHeight(page);
    const field = page.getByRole('searchbox', { name: 'Find' });
    await field.fill('kswapd');
    await field.press('Enter');
    await page.locator('.tl-facts', { hasText: 'found' }).waitFor();
    assert.equal(await barHeight(page), empty);
    await field.fill('cpu:many');
    await field.press('Enter');
    await page.getByText('“many” is not the number of a CPU.').waitFor();
    assert.equal(await barHeight(page), empty);
  }
});

test('a button and its key move the view by as much, and both are announced in one way', async () => {
  const { page } = await start(browser);
  await open(page, 'A');
  await urlBecomes(page, (hash) => hash.includes('t='));
  const all = span(page);
  const more = page.getByRole('button', { name: 'Zoom in', exact: true });
  await more.click();
  await more.click();
  await urlBecomes(page, (hash) => Math.abs(spanIn(hash).width / all.width - 0.49) < 0.001);
  const moved = async (/** @type {() => Promise<void>} */ act) => {
    const before = span(page);
    await act();
    await urlBecomes(page, (hash) => spanIn(hash).t0 !== before.t0);
    return (span(page).t0 - before.t0) / before.width;
  };
  const byButton = await moved(() => page.getByRole('button', { name: 'Later' }).click());
  const byArrow = await moved(() => page.keyboard.press('ArrowLeft'));
  const byLetter = await moved(() => page.keyboard.press('d'));
  assert.ok(Math.abs(byButton + byArrow) < 0.001, `${byButton} and ${byArrow}`);
  assert.ok(Math.abs(byButton - byLetter) < 0.001, `${byButton} and ${byLetter}`);
  assert.equal(await more.getAttribute('title'), 'Zoom in (W or +)');
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keys' }).getByText('Zoom in', { exact: true }).waitFor();
});

test('what reclaim got of what it scanned is as in the text, and the scale is that of the view or of all', async () => {
  const { page, problems } = await start(browser);
  await open(page, 'A');
  await urlBecomes(page, (hash) => hash.includes('t='));
  const view = span(page);
  const sums = [0, 0];
  for (const line of LINES) {
    const ended = /shrink_inactive: nid=0 nr_scanned=(\d+) nr_reclaimed=(\d+)/.exec(line);
    for (const i of [0, 1]) sums[i] = (sums[i] ?? 0) + Number(ended?.[i + 1] ?? 0);
  }
  const [scanned = 0, got = 0] = sums;
  assert.ok(scanned > 0);
  const name = /^node 0 reclaimed$/;
  assert.deepEqual(await inMargin(page, name), [
    `${((100 * got) / scanned).toFixed(0)} % of ${shown(scanned)}`,
  ]);
  await page.keyboard.press('r');
  await page.locator('.tl-margin-head', { hasText: 'stretch' }).waitFor();
  assert.equal((await inMargin(page, name)).length, 2);

  const top = page.locator('.tl-row.track', { hasText: 'node 0 reclaimed' }).locator('.tl-top');
  const scale = page.getByRole('combobox', { name: 'Scale' });
  await scale.selectOption('capture');
  await urlBecomes(page, (hash) => hash.includes('scale=capture'));
  const changes = (/** @type {string} */ before) =>
    page.waitForFunction((text) => {
      const row = [...document.querySelectorAll('.tl-row.track')].find((r) =>
        r.textContent?.includes('node 0 reclaimed'),
      );
      const now = row?.querySelector('.tl-top')?.textContent;
      return now !== undefined && now !== text;
    }, before);
  await drawn(page);
  const all = await top.innerText();
  // Into the first burst of it, where a pixel is less time: more in a second.
  for (let i = 0; i < 6; i++) await page.keyboard.press('w');
  await drawn(page);
  assert.equal(await top.innerText(), all);
  await scale.selectOption('view');
  await urlBecomes(page, (hash) => !hash.includes('scale='));
  await page.keyboard.press('0');
  await drawn(page);
  const inAll = await top.innerText();
  const { x = 0, y = 0, width = 0 } = (await page.locator('.tl-canvas').boundingBox()) ?? {};
  const row = await page.locator('.tl-row.track', { hasText: 'node 0 reclaimed' }).boundingBox();
  const times = LINES.map((line) => Number(/ (\d+\.\d{6}): /.exec(line)?.[1]));
  const burst = times[LINES.findIndex((line) => /shrink_inactive: nid=0 nr_scanned=[1-9]/.test(line))] ?? NaN;
  const share = ((burst - Math.min(...times)) * 1e9 - view.t0) / view.width;
  await page.mouse.move(x + width * share, (row?.y ?? y) + 5);
  await page.mouse.wheel(0, -1500);
  await changes(inAll);
  assert.deepEqual(problems, []);
});

test('a tooltip goes when what stood under the pointer moves away', async () => {
  const { page } = await start(browser);
  await open(page, 'A');
  await drawn(page);
  await openRaw(page);
  const label = await page.locator('.tl-row.track', { hasText: 'CPU 3' }).boundingBox();
  const canvas = await page.locator('.tl-plot').boundingBox();
  assert.ok(label && canvas);
  const tip = page.locator('.tl-tip');
  const hover = async () => {
    for (let x = canvas.x + 100; x < canvas.x + canvas.width && (await tip.count()) === 0; x += 40) {
      await page.mouse.move(x, label.y + label.height / 2);
      await tip.waitFor({ timeout: 150 }).catch(() => null);
    }
    assert.equal(await tip.count(), 1);
  };
  await hover();
  await page.keyboard.press('ArrowRight');
  await tip.waitFor({ state: 'detached' });
  await hover();
  await page.mouse.wheel(0, -200);
  await tip.waitFor({ state: 'detached' });
});

test('tracks of begin and end can be told apart, cut or not', async () => {
  const { page } = await start(browser);
  await open(page, 'A');
  await page.getByRole('searchbox', { name: 'Tracks' }).fill('slab');
  await page.locator('.tl-row.track', { hasText: 'mm_shrink_slab_end' }).waitFor();
  const names = await page.locator('.tl-row.track > [role=rowheader]').evaluateAll((all) =>
    all
      .filter((b) =>
        /_(start|end)$/.test(b.getAttribute('title') ?? b.querySelector('.tl-track-name')?.textContent ?? ''),
      )
      .map((b) => {
        const name = b.querySelector('.tl-track-name');
        const end = document.createRange();
        const texts = document.createTreeWalker(name ?? b, NodeFilter.SHOW_TEXT);
        let last = texts.nextNode();
        for (let next = last; next; next = texts.nextNode()) last = next;
        if (last) end.setStart(last, Math.max(0, (last.textContent?.length ?? 0) - 3));
        if (last) end.setEnd(last, last.textContent?.length ?? 0);
        const box = name?.getBoundingClientRect();
        return {
          title: b.getAttribute('title'),
          seen: end.getBoundingClientRect().right <= (box?.right ?? 0) + 1,
        };
      }),
  );
  assert.ok(names.length >= 2, 'the sample has such events');
  for (const { title, seen } of names) assert.ok(seen && title, `the end of ${title} cannot be seen`);
});
