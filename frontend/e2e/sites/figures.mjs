// What every page with a figure must do, wherever it stands: it is drawn, it steps, and nothing else happens.
import assert from 'node:assert/strict';

/** @typedef {import('playwright-core').Browser} Browser */
/** @typedef {import('playwright-core').Page} Page */
/** @typedef {import('playwright-core').Frame} Frame */

/** Colours that a drawing has at least; one of them is paper, which leaves so much ink. */
const COLOURS = 12;
const INK = 0.02;
/** ms that a page has for what it must do. */
const PATIENCE = 60_000;

/**
 * A page, and what went wrong in it: errors, and requests to a host that it may not ask.
 * @param {Browser} browser
 * @param {string} url
 * @param {{ sites?: string[], expected?: RegExp, patience?: number }} [options] `sites`: other origins that it may ask
 */
export async function opened(browser, url, { sites = [], expected, patience = PATIENCE } = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  context.setDefaultTimeout(patience);
  const page = await context.newPage();
  const own = [new URL(url).origin, ...sites];
  /** @type {string[]} */
  const problems = [];
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('console', (message) => {
    const about = `${message.text()} ${message.location().url}`;
    if (message.type() === 'error' && !about.includes('/favicon.ico') && !expected?.test(about))
      problems.push(about);
  });
  page.on('request', (request) => {
    const at = new URL(request.url());
    if (/^(https?|wss?):$/.test(at.protocol) && !own.includes(at.origin.replace(/^ws/, 'http')))
      problems.push(`asked ${request.url()}`);
  });
  await page.goto(url);
  return { page, problems, close: () => context.close() };
}

/**
 * Every figure of a page is drawn, in the place of its picture, and steps with a key.
 * @param {Browser} browser
 * @param {string} url
 * @param {{ count?: number, shot?: string, sites?: string[], patience?: number, before?: (page: Page) => Promise<void> }} [options]
 */
export async function shows(browser, url, { count = 1, shot, sites = [], patience = PATIENCE, before } = {}) {
  const { page, problems, close } = await opened(browser, url, { sites, patience });
  try {
    await before?.(page);
    const figures = page.locator('mm-scope');
    await figures.first().waitFor({ state: 'attached' });
    assert.equal(await figures.count(), count, `figures on ${url}`);
    for (const figure of await figures.all()) await stepped(browser, page, figure, patience);
    await figures.first().scrollIntoViewIfNeeded();
    await page.evaluate(() => Promise.all(document.getAnimations().map((a) => a.finished.catch(() => null))));
    if (shot !== undefined) await page.screenshot({ path: shot });
    assert.deepEqual(problems, []);
  } finally {
    await close();
  }
}

/**
 * @param {Browser} browser
 * @param {Page} page
 * @param {import('playwright-core').Locator} figure
 * @param {number} patience
 */
async function stepped(browser, page, figure, patience) {
  await figure.scrollIntoViewIfNeeded();
  const view = (await figure.getAttribute('view')) ?? '';
  await drawnIn(browser, figure, view.replace(/\?.*/, ''));
  // The page's own picture makes way.
  const element = await figure.elementHandle();
  await page.waitForFunction(
    (e) => [...(e?.children ?? [])].every((child) => !child.checkVisibility()),
    element,
  );
  await figure.getByRole('figure').focus();
  await steps(page, () => figure.evaluate((e) => /** @type {any} */ (e).state), patience);
}

/**
 * The drawing of a figure: large enough to be read, and in more than one colour.
 * @param {Browser} browser
 * @param {import('playwright-core').Locator} inside
 * @param {string} scene
 */
export async function drawnIn(browser, inside, scene) {
  const svg = inside.locator(`svg.${scene}`).first();
  await svg.waitFor();
  const box = await svg.boundingBox();
  assert.ok(box && box.width > 250 && box.height > 100, `the drawing has ${JSON.stringify(box)}`);
  await inked(browser, await svg.screenshot(), 'the drawing');
}

/**
 * The right arrow key leads to the next decision.
 * @param {Page} page
 * @param {() => Promise<string>} state the view as it is shown
 * @param {number} patience
 */
async function steps(page, state, patience) {
  const at = async () => Number(/k=(\d+)/.exec(await state())?.[1] ?? 0);
  const k = await at();
  await page.keyboard.press('ArrowRight');
  await until(async () => (await at()) === k + 1, `decision ${k + 1} after ${k}`, patience);
}

/**
 * A picture that shows something.
 * @param {Browser} browser
 * @param {Buffer} png
 * @param {string} what
 */
export async function inked(browser, png, what) {
  const page = await browser.newPage();
  try {
    const { colours, ink } = await page.evaluate(
      async (url) => {
        const image = new Image();
        image.src = url;
        await image.decode();
        const canvas = new OffscreenCanvas(image.width, image.height);
        const paint = /** @type {OffscreenCanvasRenderingContext2D} */ (canvas.getContext('2d'));
        paint.drawImage(image, 0, 0);
        const pixels = new Uint32Array(paint.getImageData(0, 0, image.width, image.height).data.buffer);
        /** @type {Map<number, number>} */
        const found = new Map();
        for (const pixel of pixels) found.set(pixel, (found.get(pixel) ?? 0) + 1);
        return { colours: found.size, ink: 1 - Math.max(...found.values()) / pixels.length };
      },
      `data:image/png;base64,${png.toString('base64')}`,
    );
    assert.ok(colours >= COLOURS && ink >= INK, `${what} is empty: ${colours} colours, ink ${ink}`);
  } finally {
    await page.close();
  }
}

/**
 * @param {() => Promise<boolean>} holds
 * @param {string} what
 * @param {number} patience
 */
async function until(holds, what, patience) {
  const end = Date.now() + patience;
  while (!(await holds())) {
    if (Date.now() > end) throw new Error(`in vain: ${what}`);
    await new Promise((done) => setTimeout(done, 50));
  }
}
