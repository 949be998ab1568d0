// A figure as a file from the app: PNG and PDF; and steps of a view, as an SVG that moves by itself.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { fits, fontsLoaded, openPage, testBrowser } from './browser.mjs';

const ZONES = 'zones?a=model:zones-fair&k=16000';
const WIDTH = 1040;
const SCALE = 2;
/** Of 255, in a channel; and how many pixels may be further apart: the edges of letters. */
const APART = 48;
const EDGES = 0.002;
const FIGURE = new URL('../../tools/check/figure.mjs', import.meta.url).pathname;

/** @typedef {import('playwright-core').Page} Page */

const browser = await testBrowser();

/** What `mmscope render` draws. @param {Record<string, unknown>} order */
async function rendered(order) {
  const all = { width: WIDTH, why: false, theme: 'light', fonts: true, form: 'svg', ...order };
  return (await promisify(execFile)(process.execPath, [FIGURE, JSON.stringify(all)])).stdout;
}

/** The dialog at a view. @param {string} [view] @param {import('playwright-core').BrowserContextOptions} [options] */
async function dialogAt(view = ZONES, options = {}) {
  const opened = await openPage(browser, `#v1/${view}`, options);
  // On a phone one menu holds all.
  await opened.page
    .locator('header summary:visible')
    .filter({ hasText: /Share|Menu/ })
    .first()
    .click();
  await opened.page.getByRole('button', { name: 'In your page' }).filter({ visible: true }).click();
  return { ...opened, dialog: opened.page.getByRole('dialog', { name: 'In your page' }) };
}

/** An SVG in a page of its own. @param {string} svg @param {import('playwright-core').BrowserContextOptions} [options] */
async function paper(svg, options = {}) {
  const page = await browser.newPage({ viewport: { width: 1200, height: 900 }, ...options });
  await page.setContent(`<!doctype html><style>body { margin: 0 } svg { display: block }</style>${svg}`);
  await fontsLoaded(page);
  return page;
}

/** Which part of the pixels of two pictures differs; 1 where they are not of one size. @param {Buffer[]} pictures */
async function apart(pictures) {
  const page = await browser.newPage();
  const part = await page.evaluate(
    async ({ urls, step }) => {
      const [a, b] = await Promise.all(
        urls.map(async (url) => {
          const image = new Image();
          image.src = url;
          await image.decode();
          const paint = /** @type {OffscreenCanvasRenderingContext2D} */ (
            new OffscreenCanvas(image.width, image.height).getContext('2d')
          );
          paint.drawImage(image, 0, 0);
          return paint.getImageData(0, 0, image.width, image.height);
        }),
      );
      if (!a || !b || a.width !== b.width || a.height !== b.height) return 1;
      let differ = 0;
      for (let i = 0; i < a.data.length; i += 4)
        if ([0, 1, 2].some((c) => Math.abs((a.data[i + c] ?? 0) - (b.data[i + c] ?? 0)) > step)) differ += 1;
      return differ / (a.width * a.height);
    },
    { urls: pictures.map((png) => `data:image/png;base64,${png.toString('base64')}`), step: APART },
  );
  await page.close();
  return part;
}

test('PNG: what Chromium paints of the figure, two pixels for each of its own', async () => {
  const { page, dialog, problems, context } = await dialogAt();
  const saved = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Save as PNG' }).click();
  const download = await saved;
  assert.equal(download.suggestedFilename(), 'zones-16000.png');
  const png = await readFile(await download.path());
  const painted = await paper(await rendered({ view: ZONES }), { deviceScaleFactor: SCALE });
  const wanted = await painted.locator('svg.mmscope').screenshot();
  assert.equal(png.readUInt32BE(16), WIDTH * SCALE);
  const differ = await apart([png, wanted]);
  assert.ok(differ <= EDGES, `${(100 * differ).toFixed(3)} % of the pixels differ`);
  // The next step is another picture: such pictures are told apart.
  const other = await paper(await rendered({ view: ZONES.replace('16000', '16001') }), {
    deviceScaleFactor: SCALE,
  });
  assert.ok((await apart([png, await other.locator('svg.mmscope').screenshot()])) > EDGES);
  assert.deepEqual(problems, []);
  await Promise.all([painted, other].map((p) => p.close()));
  await context.close();
});

test('PDF: the print dialog has a page as large as the figure, with its text as text, and nothing stays behind', async () => {
  const { page, dialog, problems, context } = await dialogAt();
  await page.evaluate(() => {
    const opened = /** @type {any} */ (globalThis);
    opened.print = () => (opened.printing = document.title);
  });
  const title = await page.title();
  const sheets = () => page.evaluate(() => document.adoptedStyleSheets.length);
  const own = await sheets();
  await dialog.getByRole('button', { name: 'Save as PDF' }).click();
  await page.waitForFunction(() => 'printing' in globalThis);
  assert.equal(await page.evaluate(() => /** @type {any} */ (globalThis).printing), 'zones-16000');
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
  const height = Number(/ height="(\d+)"/.exec(await rendered({ view: ZONES }))?.[1]);
  const pages = [...pdf.matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g)];
  assert.equal(pages.length, 1);
  const [, wide, high] = (pages[0] ?? []).map(Number);
  for (const [points, px] of [
    [wide, WIDTH],
    [high, height],
  ])
    assert.ok(Math.abs((points ?? 0) - (px ?? 0) * 0.75) < 1, `${points} points for ${px} px`);
  // Letters, in the figure's own face. Chromium paints hatching as tiles; the figure is no picture.
  assert.ok(/\/BaseFont \/[A-Z]{6}\+IBMPlexSans/.test(pdf), 'its text is no text');
  const tiles = [...pdf.matchAll(/\/Subtype \/Image\s+\/Width (\d+)/g)].map(([, px]) => Number(px));
  assert.ok(Math.max(0, ...tiles) < WIDTH, `a picture is ${Math.max(...tiles)} px wide`);
  await page.evaluate(() => globalThis.dispatchEvent(new Event('afterprint')));
  assert.equal(await page.title(), title);
  assert.equal(await page.locator('.printed-figure').count(), 0);
  assert.equal(await sheets(), own);
  assert.deepEqual(problems, []);
  await context.close();
});

test('where no picture can be made, the dialog says what to do instead', async () => {
  const { page, dialog, context } = await dialogAt();
  await page.evaluate(() => {
    HTMLCanvasElement.prototype.toBlob = (/** @type {(blob: null) => void} */ done) => {
      done(null);
    };
  });
  await dialog.getByRole('button', { name: 'Save as PNG' }).click();
  await dialog.getByText('Save it as SVG, or with mmscope render … -o figure.png.').waitFor();
  await page.evaluate(() => {
    Image.prototype.decode = () => Promise.reject(new Error('refused'));
  });
  await dialog.getByRole('button', { name: 'Save as PDF' }).click();
  await dialog.getByText('does not paint the figure. Save it as SVG').waitFor();
  const saved = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Save as SVG' }).click();
  await saved;
  assert.equal(await dialog.getByRole('alert').count(), 0);
  await context.close();
});

test('on a narrow phone the words before the three kinds take one line, and so do the kinds', async () => {
  const { page, dialog, context } = await dialogAt(ZONES, { viewport: { width: 320, height: 700 } });
  const buttons = dialog.getByRole('button', { name: /^Save as (SVG|PNG|PDF)$/ });
  await buttons.nth(2).waitFor();
  const tops = await buttons.evaluateAll((all) => all.map((of) => of.getBoundingClientRect().top));
  assert.equal(tops.length, 3);
  assert.equal(new Set(tops).size, 1);
  const lines = await dialog
    .getByText('Save as', { exact: true })
    .first()
    .evaluate((of) => {
      const range = document.createRange();
      range.selectNodeContents(of);
      return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
    });
  assert.equal(lines, 1);
  await fits(page);
  await context.close();
});

/** Which decision a figure of steps shows now. @param {Page} page */
const decision = (page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('svg.mmscope text')]
      .filter((e) => getComputedStyle(e).visibility === 'visible')
      .flatMap((e) => /, decision ([\d,]+) of/.exec(e.textContent)?.[1] ?? []),
  );

test('steps: each in its second, the last one longer, then again from the first', async () => {
  const svg = await rendered({ view: ZONES, steps: [15_999, 16_002] });
  const page = await paper(svg);
  for (const [seconds, shown] of /** @type {const} */ ([
    [0.1, '15,999'],
    [1.1, '16,000'],
    [2.9, '16,001'],
    [3.1, '16,002'],
    [5.9, '16,002'],
    [6.1, '15,999'],
    [61.1, '16,000'],
  ])) {
    await page.evaluate((ms) => {
      for (const animation of document.getAnimations()) {
        animation.pause();
        animation.currentTime = ms;
      }
    }, seconds * 1000);
    assert.deepEqual(await decision(page), [shown], `after ${seconds} s`);
  }
  await page.close();
});

test('steps: who wants no motion sees the step of the view, and nothing moves', async () => {
  const svg = await rendered({ view: ZONES, steps: [15_999, 16_002] });
  const page = await paper(svg, { reducedMotion: 'reduce' });
  assert.equal(await page.evaluate(() => document.getAnimations().length), 0);
  assert.deepEqual(await decision(page), ['16,000']);
  await page.close();
});
