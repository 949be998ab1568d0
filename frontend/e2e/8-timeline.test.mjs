// The timeline: a file of somebody else's kernel, moved about by keys, searched, selected, read as tables; two of
// them beneath each other; what cannot be read.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { BASE, drop, file, launch } from './browser.mjs';

const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const SAMPLE = fileURLToPath(
  new URL('../../datasets/foreign/ftrace/debian-6.1-default.txt.gz', import.meta.url),
);
const NAME = 'debian-6.1-default.txt.gz';
/** Lines of the sample that are events, as grep would count them. */
const LINES = gunzipSync(await readFile(SAMPLE))
  .toString()
  .split('\n')
  .filter((line) => /\[\d{3}\] \S+ +\d+\.\d{6}: /.test(line));
const shown = (/** @type {number} */ n) => n.toLocaleString('en');
const count = (/** @type {RegExp} */ pattern) => LINES.filter((line) => pattern.test(line)).length;

/** @typedef {import('playwright-core').Page} Page */

/** @type {import('playwright-core').Browser} */
let browser;
before(async () => {
  browser = await launch();
});
after(() => browser.close());

/** @param {string} [view] @param {import('playwright-core').BrowserContextOptions} [options] */
async function start(view = '', options = {}) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...options });
  const page = await context.newPage();
  /** @type {string[]} */
  const problems = [];
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text());
  });
  await page.goto(`${BASE}/#v1/timeline${view}`);
  await page.locator('.tl-chooser, .tl-lane, .tl-failure').first().waitFor();
  return { page, problems };
}

/** Every canvas shows what it was asked for last. @param {Page} page */
const drawn = (page) =>
  page.waitForFunction(() => {
    const all = [...document.querySelectorAll('.tl-canvas')];
    return (
      all.length > 0 &&
      all.every(
        (c) => c instanceof HTMLElement && c.dataset['asked'] && c.dataset['asked'] === c.dataset['drawn'],
      )
    );
  });

/** @param {Page} page @param {'A' | 'B'} slot */
async function open(page, slot) {
  await page.locator('.tl-chooser input[type=file]').setInputFiles(SAMPLE);
  await page.locator(`.tl-lane[data-pane=${slot}]`).waitFor();
  await drawn(page);
}

/** What is in view, as the URL has it. @param {Page} page @param {[string, string]} keys */
async function span(page, keys = ['t', 'u']) {
  const [t0 = NaN, t1 = NaN] = keys.map((key) =>
    Number(new RegExp(`[?&]${key}=(-?\\d+)`).exec(page.url())?.[1]),
  );
  return { t0, t1, width: t1 - t0 };
}

/** @param {Page} page @param {(text: string) => boolean} is */
const urlBecomes = (page, is) => page.waitForURL((url) => is(url.hash));

test('a file: its tracks have as many events as its text, and keys move, step, select and mark', async () => {
  const { page, problems } = await start();
  await open(page, 'A');
  await page.getByText(`${shown(LINES.length)} events`).waitFor();
  for (const cpu of [0, 1]) {
    const label = page.locator('.tl-row.track', { hasText: new RegExp(`^CPU ${cpu}`) });
    const events = count(new RegExp(`\\[00${cpu}\\]`));
    assert.equal(await label.innerText(), `CPU ${cpu}\n${shown(events)}`);
  }
  await urlBecomes(page, (hash) => hash.includes('t='));
  const all = await span(page);
  await page.keyboard.press('w');
  await urlBecomes(page, (hash) => !hash.includes(`t=${all.t0}&`));
  const nearer = await span(page);
  assert.ok(nearer.width < all.width * 0.95, `${nearer.width} of ${all.width}`);
  await page.keyboard.press('0');
  await urlBecomes(page, (hash) => hash.includes(`t=${all.t0}&`));

  await page.keyboard.press('ArrowDown');
  assert.equal(
    await page.locator('.tl-labels [aria-pressed=true]').innerText(),
    `CPU 0\n${shown(count(/\[000\]/))}`,
  );
  await page.keyboard.press('.');
  const where = page.locator('.tl-where');
  await where.waitFor();
  const first = LINES.find((line) => line.includes('[000]')) ?? '';
  const kind = /\d: (\w+):/.exec(first)?.[1] ?? '';
  assert.match(await page.locator('.tl-why h2').innerText(), new RegExp(`^${kind}`));
  const before = await where.innerText();
  await page.keyboard.press('.');
  await page.waitForFunction((text) => document.querySelector('.tl-where')?.textContent !== text, before);
  await page.keyboard.press(',');
  await page.waitForFunction((text) => document.querySelector('.tl-where')?.textContent === text, before);

  await page.keyboard.press('m');
  await page.getByRole('tab', { name: 'Marks (1)' }).click();
  await page.locator('.tl-marks li', { hasText: kind }).waitFor();
  await page.keyboard.press('r');
  await page.locator('.tl-range', { hasText: `${shown(count(/\[000\]/))} events` }).waitFor();
  await page.keyboard.press('Escape');
  await page.locator('.tl-range').waitFor({ state: 'detached' });
  assert.deepEqual(problems, []);
});

test('the search marks what it finds and steps through it; the table holds the same events', async () => {
  const { page, problems } = await start();
  await open(page, 'A');
  await page.keyboard.press('/');
  await page.keyboard.type('kind:mm_page_alloc cpu:1');
  await page.keyboard.press('Enter');
  const found =
    count(/\[001\].*: mm_page_alloc(?!_zone_locked|_extfrag)\w*:/) +
    count(/\[001\].*: mm_page_alloc_(zone_locked|extfrag):/);
  await page.locator('.tl-facts', { hasText: `${shown(found)} found` }).waitFor();
  await page.locator('.tl-canvas').click({ position: { x: 400, y: 4 } });
  await page.keyboard.press('n');
  await page.locator('.tl-where', { hasText: 'on CPU 1' }).waitFor();
  await page.keyboard.press('0');
  await page.getByRole('tab', { name: 'Events in view' }).click();
  await page.locator('.tl-of select').last().selectOption('found');
  await page.locator('.tl-of', { hasText: `${shown(found)} in view` }).waitFor();
  const kinds = await page.locator('.tl-events tbody th').allInnerTexts();
  assert.ok(kinds.length > 0 && kinds.every((k) => k.startsWith('mm_page_alloc')), kinds.join());
  await page.locator('.tl-events tbody button').first().click();
  await page.locator('.tl-where').waitFor();
  await page.locator('#tl-search').fill('cpu:many');
  await page.keyboard.press('Enter');
  await page.locator('.tl-complaint', { hasText: '“many” is not the number of a CPU' }).waitFor();
  assert.deepEqual(problems, []);
});

test('wheel and drag: nearer at the pointer, along, and a stretch with its statistics', async () => {
  const { page } = await start();
  await open(page, 'A');
  await urlBecomes(page, (hash) => hash.includes('t='));
  const all = await span(page);
  const box = await page.locator('.tl-canvas').boundingBox();
  assert.ok(box);
  const at = { x: box.x + box.width * 0.25, y: box.y + 200 };
  await page.mouse.move(at.x, at.y);
  await page.mouse.wheel(0, -500);
  await urlBecomes(page, (hash) => !hash.includes(`t=${all.t0}&`));
  const near = await span(page);
  const kept = (/** @type {{t0: number, width: number}} */ v) => v.t0 + v.width * 0.25;
  assert.ok(Math.abs(kept(near) - kept(all)) < all.width * 0.002, 'the time under the pointer stays');
  await page.keyboard.down('Shift');
  await page.mouse.down();
  await page.mouse.move(at.x + 300, at.y, { steps: 4 });
  await page.mouse.up();
  await page.keyboard.up('Shift');
  await page.locator('.tl-range tbody tr').first().waitFor();
  await page.mouse.down();
  await page.mouse.move(at.x + 100, at.y, { steps: 4 });
  await page.mouse.up();
  await urlBecomes(page, (hash) => !hash.includes(`t=${near.t0}&`));
  const along = await span(page);
  assert.ok(along.t0 > near.t0 && Math.abs(along.width - near.width) < 2);
});

test('two captures: one axis, B moved by keys, then an axis for each', async () => {
  const { page, problems } = await start();
  await open(page, 'A');
  await page.getByRole('button', { name: 'Compare with…' }).click();
  await open(page, 'B');
  const names = (/** @type {string} */ slot) =>
    page.locator(`[data-pane=${slot}] .tl-track-name`).allInnerTexts();
  assert.deepEqual(await names('A'), await names('B'));
  await page.keyboard.press(']');
  await page.getByRole('button', { name: /B moved by/ }).waitFor();
  await urlBecomes(page, (hash) => /[&]t=(-?\d+)/.exec(hash)?.[1] !== /[&]bt=(-?\d+)/.exec(hash)?.[1]);
  const [a, b] = [await span(page), await span(page, ['bt', 'bu'])];
  assert.ok(b.t0 < a.t0, 'B is later: its view begins earlier');
  await page.keyboard.press('l');
  await urlBecomes(page, (hash) => hash.includes('link=free'));
  await page.keyboard.press('1');
  await page.keyboard.press('w');
  await urlBecomes(page, (hash) => !hash.includes(`?a=file:${NAME}&b=file:${NAME}&t=${a.t0}&`));
  assert.deepEqual(await span(page, ['bt', 'bu']), b);
  assert.deepEqual(problems, []);
});

test('what cannot be read says so, and what a link cannot bring back too', async () => {
  const { page } = await start();
  await drop(page, '.tl-chooser', [file('notes.txt', 'nothing that any tool wrote\n'.repeat(50))]);
  await page.locator('.tl-failure', { hasText: 'notes.txt cannot be shown' }).waitFor();
  await page.getByRole('button', { name: 'Choose another' }).click();
  await page.locator('.tl-chooser').waitFor();
  const { page: linked } = await start('?a=file:mine.txt&t=0&u=1000');
  await linked.locator('.tl-failure', { hasText: 'Open the file again' }).waitFor();
});

for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
  for (const [width, height] of /** @type {const} */ ([
    [1440, 900],
    [1024, 768],
    [390, 844],
  ])) {
    test(`axe finds nothing: ${colorScheme}, ${width} by ${height}`, async () => {
      const { page } = await start('', { colorScheme, viewport: { width, height }, bypassCSP: true });
      const check = async () => {
        await page.evaluate(axe);
        const found = await page.evaluate(async () => {
          const run = /** @type {any} */ (globalThis).axe;
          const { violations } = await run.run(document, {
            runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa', 'best-practice'],
          });
          return violations.map(
            (/** @type {any} */ v) =>
              `${v.id}: ${v.nodes.map((/** @type {any} */ n) => n.html.slice(0, 120)).join(' | ')}`,
          );
        });
        assert.deepEqual(found, []);
      };
      await check();
      await open(page, 'A');
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('.');
      await page.locator('.tl-where').waitFor();
      await check();
      for (const tab of ['Selection', 'Events in view', 'Tracks', 'Marks']) {
        await page.getByRole('tab', { name: tab }).click();
        await check();
      }
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      assert.ok(wide <= width, `${wide} wide on a page of ${width}`);
    });
  }
}
