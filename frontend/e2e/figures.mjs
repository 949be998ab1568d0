// npm run shown-as -- VIEWS FOLDER: figures as `mmscope render` drew them, beside the same views in the app at BASE_URL,
// pixel by pixel; and beside the app at the next decision, which must not look the same.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { base, launch, fontsLoaded, ready, settled } from './browser.mjs';

/**
 * Two rasterisers never agree on the edges of letters and lines. Both pictures are made half as large as the screen is, and
 * blurred; of these pixels at most so many may differ by more than STEP of 255 in a channel.
 */
const TOLERANCE = 0.002;
const STEP = 40;
const SCALE = 2;
/** What the app says of a hundred decisions, and a figure of one does not. */
const OWN = 'The panes differ in';
const ROOT = new URL('../../', import.meta.url).pathname;

/** @typedef {{ x: number, y: number, width: number, height: number }} Box */
/** @typedef {{ name: string, theme: string, why: boolean, width: number, view: string }} Row */

/** @param {string} text @returns {Row[]} */
function rowsOf(text) {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return lines.map((line, i) => {
    const [ending = '', theme = '', options = '', ...view] = line.split(' ');
    const name = `${String(i + 1).padStart(2, '0')}.${ending}`;
    return {
      name,
      theme,
      why: options.includes('--why'),
      width: Number(/--width=(\d+)/.exec(options)?.[1] ?? 1040),
      view: view.join(' '),
    };
  });
}

/** The figure as SVG. @param {Row} row */
const svgOf = ({ theme, why, width, view }) =>
  execFileSync(process.execPath, [
    join(ROOT, 'tools/check/figure.mjs'),
    JSON.stringify({ view, width, theme, why, fonts: true, form: 'svg' }),
  ]).toString();

/** Where its drawings are. @param {string} svg @returns {Box[]} */
const boxesOf = (svg) =>
  [...svg.matchAll(/<svg x="([\d.]+)" y="([\d.]+)"[^>]*?>/g)].map(([tag, x, y]) => ({
    x: Number(x),
    y: Number(y),
    width: Number(/ width="([\d.]+)"/.exec(tag)?.[1]),
    height: Number(/ height="([\d.]+)"/.exec(tag)?.[1]),
  }));

const browser = await launch();

/** What Chromium draws of a figure. @param {string} svg */
async function painted(svg) {
  const page = await browser.newPage({ deviceScaleFactor: SCALE, viewport: { width: 1200, height: 800 } });
  await page.setContent(`<!doctype html><style>body { margin: 0 } svg { display: block }</style>${svg}`);
  await fontsLoaded(page);
  const png = await page.locator('svg.mmscope').screenshot();
  await page.close();
  return png;
}

/** The file as a picture. @param {string} path @param {string} svg */
async function pictureOf(path, svg) {
  if (path.endsWith('.png')) return readFile(path);
  if (path.endsWith('.svg')) return painted(await readFile(path, 'utf8'));
  assert.equal(path.slice(-4), '.pdf', svg.slice(0, 20));
  return execFileSync('pdftoppm', ['-png', '-r', String(96 * SCALE), '-singlefile', path], {
    maxBuffer: 1 << 28,
  });
}

/** The app at a view. @param {Row} row */
async function app({ theme, view }) {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 1000 },
    deviceScaleFactor: SCALE,
    colorScheme: theme === 'dark' ? 'dark' : 'light',
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  await page.goto(`${base()}/#v1/${view}${/[?&]b=/.test(view) ? '' : '&b=none'}`);
  await ready(page);
  // What is assumed, varied: it is shown once each of these runs is made.
  const asif = [...view.matchAll(/&[ab]\.[a-z_]+=/g)].length;
  await page.waitForFunction(
    (wanted) => document.querySelectorAll('.band-words[role=status]').length === wanted,
    asif,
  );
  await settled(page);
  return { page, context };
}

/**
 * Where a drawing begins between two pixels, its picture is one larger than it is, and all in it is moved by half of one.
 * @param {HTMLElement | SVGElement} svg
 */
function onPixels(svg) {
  svg.style.position = 'relative';
  svg.style.left = svg.style.top = '0';
  const { x, y } = svg.getBoundingClientRect();
  svg.style.left = `${Math.round(x) - x}px`;
  svg.style.top = `${Math.round(y) - y}px`;
}

/**
 * The window as wide as makes a drawing so wide: of two panes that share an odd number of pixels, one is narrower.
 * @param {import('playwright-core').Page} page
 * @param {import('playwright-core').Locator} svg
 * @param {number} wanted
 */
async function widen(page, svg, wanted) {
  const widthNow = async () => (await svg.boundingBox())?.width ?? 0;
  for (let left = 8, now = await widthNow(); now !== wanted; left -= 1) {
    assert.notEqual(left, 0, `a drawing of the app is ${now} px wide, not ${wanted}`);
    const { width = 0, height = 0 } = page.viewportSize() ?? {};
    const missing = wanted - now;
    const step = Math.abs(missing) > 2 ? 2 * missing : missing;
    await page.setViewportSize({ width: width + Math.round(step), height });
    await settled(page);
    now = await widthNow();
  }
}

/**
 * The drawings of the app as they are now, each as wide as that of the figure.
 * @param {import('playwright-core').Page} page
 * @param {readonly Box[]} boxes
 */
async function drawingsOf(page, boxes) {
  const all = await page.locator('.drawing > svg').all();
  assert.equal(all.length, boxes.length, 'drawings in the app, and in the figure');
  const found = [];
  for (const [i, svg] of all.entries()) {
    await widen(page, svg, boxes[i]?.width ?? 0);
    await page.evaluate(() => Promise.all(document.getAnimations().map((a) => a.finished.catch(() => null))));
    await svg.evaluate(onPixels);
    found.push(await svg.screenshot());
  }
  return found;
}

const bench = await browser.newPage();

/**
 * Of the pixels of a drawing the part that differs from that box of the figure.
 * @param {Buffer} figure
 * @param {Box} box
 * @param {Buffer} drawing
 */
const apart = (figure, box, drawing) =>
  bench.evaluate(
    async ({ urls, box: { x, y, width, height }, scale, step }) => {
      const [one, other] = await Promise.all(
        urls.map(async (url) => {
          const image = new Image();
          image.src = url;
          await image.decode();
          return image;
        }),
      );
      const [w, h] = [Math.round(width / 2), Math.round(height / 2)];
      const small = (/** @type {HTMLImageElement} */ image, /** @type {number[]} */ from) => {
        const paint = /** @type {OffscreenCanvasRenderingContext2D} */ (
          new OffscreenCanvas(w, h).getContext('2d')
        );
        paint.imageSmoothingQuality = 'high';
        paint.filter = 'blur(1px)';
        const [sx = 0, sy = 0, sw = 0, sh = 0] = from;
        paint.drawImage(image, sx, sy, sw, sh, 0, 0, w, h);
        return paint.getImageData(0, 0, w, h).data;
      };
      if (!one || !other) throw new Error('no picture');
      const a = small(
        one,
        [x, y, width, height].map((n) => n * scale),
      );
      const b = small(other, [0, 0, other.width, other.height]);
      let differ = 0;
      for (let i = 0; i < a.length; i += 4)
        if ([0, 1, 2].some((c) => Math.abs((a[i + c] ?? 0) - (b[i + c] ?? 0)) > step)) differ += 1;
      return differ / (w * h);
    },
    {
      urls: [figure, drawing].map((png) => `data:image/png;base64,${png.toString('base64')}`),
      box,
      scale: SCALE,
      step: STEP,
    },
  );

/**
 * Of the sentences of the app's caption the part that is not in a text.
 * @param {string} text
 * @param {import('playwright-core').Page} page
 */
async function unsaid(text, page) {
  const flat = (/** @type {string} */ said) => said.replace(/\s+/g, ' ').trim();
  // What is read aloud comes behind what is seen.
  const caption = flat((await page.locator('.caption').locator('h1, p').allInnerTexts()).join(' '));
  const sentences = caption.split(/(?<=[.!?]) /).filter((one) => one !== '' && !one.startsWith(OWN));
  const given = flat(text);
  return sentences.length === 0
    ? 1
    : sentences.filter((one) => !given.includes(one)).length / sentences.length;
}

/** The app goes on to the next decision. @param {import('playwright-core').Page} page @param {Row} row */
async function goOn(page, row) {
  await page.keyboard.press('ArrowRight');
  await page.waitForFunction((k) => location.hash.includes(`k=${k}`), kOf(row) + 1);
  await settled(page);
}

/** @param {Row} row */
const kOf = ({ view }) => Number(/k=(\d+)/.exec(view)?.[1]);

/**
 * How far the figure is from the app at its decision, and from the app at the next one.
 * @param {Row} row
 * @param {string} folder
 */
async function compared(row, folder) {
  const path = join(folder, row.name);
  const svg = svgOf(row);
  if (row.theme === 'print') {
    // The app has no page without colour: what Chromium makes of the figure that the app would save.
    const figure = await pictureOf(path, svg);
    const whole = { x: 0, y: 0, width: row.width, height: Number(/ height="([\d.]+)"/.exec(svg)?.[1]) };
    const next = svgOf({ ...row, view: row.view.replace(/k=\d+/, `k=${kOf(row) + 1}`) });
    return {
      is: await apart(figure, whole, await painted(svg)),
      lie: await apart(figure, whole, await painted(next)),
    };
  }
  const boxes = boxesOf(svg);
  const { page, context } = await app(row);
  try {
    const distance = row.name.endsWith('.txt')
      ? unsaid.bind(null, await readFile(path, 'utf8'))
      : farthest.bind(null, await pictureOf(path, svg), boxes);
    const is = await distance(page);
    await goOn(page, row);
    return { is, lie: await distance(page) };
  } finally {
    await context.close();
  }
}

/**
 * @param {Buffer} figure
 * @param {readonly Box[]} boxes
 * @param {import('playwright-core').Page} page
 */
async function farthest(figure, boxes, page) {
  const drawings = await drawingsOf(page, boxes);
  const parts = [];
  for (const [i, box] of boxes.entries())
    parts.push(await apart(figure, box, /** @type {Buffer} */ (drawings[i])));
  return Math.max(...parts);
}

const [views = '', folder = ''] = process.argv.slice(2).map((path) => join(ROOT, path));
const only = process.env['ONLY']?.split(',');
const rows = rowsOf(await readFile(views, 'utf8')).filter(
  ({ name }) => !only || only.includes(name.slice(0, 2)),
);
let [same, noticed] = [0, 0];
const lines = [];
for (const row of rows) {
  const { is, lie } = await compared(row, folder).catch((/** @type {Error} */ error) => {
    console.log(`${row.name} ${row.view}: ${error.message}`);
    return { is: 1, lie: 0 };
  });
  same += Number(is <= TOLERANCE);
  noticed += Number(lie > TOLERANCE);
  lines.push(
    `${row.name} ${(is * 100).toFixed(3)} % apart; at the next decision ${(lie * 100).toFixed(3)} %  ${row.view}`,
  );
  console.log(lines.at(-1));
}
const result = `pixels same=${same} lies=${rows.length} noticed=${noticed} tolerance=${TOLERANCE}`;
await writeFile(join(folder, '../pixels.txt'), [...lines, result, ''].join('\n'));
await browser.close();
process.exit(same === rows.length && noticed === rows.length && rows.length > 0 ? 0 : 1);
