// What a wall must hold in any size: nothing cut, the sentence that matters read from the last row, the screen filled.
import { settled } from './browser.mjs';
import { isShort } from './tiers.mjs';

/** @typedef {import('playwright-core').Page} Page */

const ALL_WALLS = /** @type {const} */ ([
  [1024, 768],
  [1280, 720],
  [1920, 1080],
  [2560, 1440],
  [3840, 2160],
]);

/** One of each shape: the others are these, magnified. */
export const SHAPES = /** @type {const} */ ([ALL_WALLS[0], ALL_WALLS[1]]);

/** All of them, in a short tier one of each shape. */
export const WALLS = isShort() ? SHAPES : ALL_WALLS;

/** Of the screen's height: what is read from the last row has capitals at least this high. */
const CAPITAL = 1 / 40;
/** Of the screen's height: no letters are smaller, whatever they say. */
const SMALLEST = 1 / 100;
/** Of what is between caption and foot: so far down there is something, at the left and at the right. */
const FILLED = 0.65;

/** Of the whole wall: what the picture of a lesson's step takes. */
const PICTURE = 0.6;

/** Words that are not wholly there, or too small; and parts that have none. @param {{smallest: number, parts: readonly string[]}} asked */
const cut = ({ smallest, parts }) => {
  const found = [];
  const at = `${innerWidth} by ${innerHeight}: `;
  const filled = new Set();
  const walk = document.createTreeWalker(
    document.querySelector('.stage') ?? document.body,
    NodeFilter.SHOW_TEXT,
  );
  for (let node = walk.nextNode(); node; node = walk.nextNode()) {
    const words = node.textContent?.trim() ?? '';
    const parent = node.parentElement;
    if (words === '' || !parent?.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
      continue;
    // The strip is a window on a long row: cells that stand out of it come later. Steps of a lesson are named to who listens.
    if (parent.closest('.visually-hidden, .panes > .question legend, title, desc, .strip, .lesson-bar ol'))
      continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const box = range.getBoundingClientRect();
    if (box.width === 0) continue;
    for (const part of parts) if (parent.closest(part)) filled.add(part);
    const frames = [new DOMRect(0, 0, innerWidth, innerHeight)];
    for (let e = /** @type {Element | null} */ (parent); e; e = e.parentElement)
      if (getComputedStyle(e).overflow !== 'visible' && e !== document.documentElement && e !== document.body)
        frames.push(e.getBoundingClientRect());
    // A line is higher than its letters.
    const [line] = range.getClientRects();
    const spare = (line?.height ?? 0) * 0.2 + 1;
    const out = frames.some(
      (f) =>
        box.left < f.left - 1 ||
        box.right > f.right + 1 ||
        box.top < f.top - spare ||
        box.bottom > f.bottom + spare,
    );
    if (out) found.push(`${at}cut: ${words.slice(0, 60)}`);
    if (words.endsWith('…')) found.push(`${at}shortened: ${words.slice(-60)}`);
    if ((line?.height ?? 0) < smallest * innerHeight) found.push(`${at}small: ${words.slice(0, 60)}`);
  }
  for (const part of parts) if (!filled.has(part)) found.push(`${at}nothing is said in ${part}`);
  return found;
};

/** How high a capital of a sentence is, as a part of the screen's height. @param {string} what */
const capital = (what) => {
  const [sentence] = document.querySelectorAll(what);
  if (!sentence?.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return 0;
  const { fontWeight, fontSize, fontFamily } = getComputedStyle(sentence);
  const context = document.createElement('canvas').getContext('2d');
  if (!context) return 0;
  context.font = `${fontWeight} ${fontSize} ${fontFamily}`;
  const { actualBoundingBoxAscent } = context.measureText('H');
  // The stage is zoomed: what was laid out is so many times as high on the screen.
  const zoom = sentence.getBoundingClientRect().height / /** @type {HTMLElement} */ (sentence).offsetHeight;
  const { currentCSSZoom = zoom } = sentence;
  return (actualBoundingBoxAscent * currentCSSZoom) / innerHeight;
};

/** Between caption and foot: how far down each column goes, as a part of the height. @param {readonly string[]} columns */
const filled = (columns) => {
  const foot = document.querySelector('.stage > .transport, .lesson-bar')?.getBoundingClientRect().top ?? 0;
  return columns.map((what) => {
    const boxes = [...document.querySelectorAll(what)].map((e) => e.getBoundingClientRect());
    const top = Math.min(...boxes.map((box) => box.top));
    return (Math.max(...boxes.map((box) => box.bottom)) - top) / (foot - top);
  });
};

/** Of the wall: what an element takes. @param {string} what */
const shareOf = (what) => {
  const box = document.querySelector(what)?.getBoundingClientRect();
  return ((box?.width ?? 0) * (box?.height ?? 0)) / (innerWidth * innerHeight);
};

/** The stage has found its sizes: they do not change from one frame to some later one. @param {Page} page */
export async function fitted(page) {
  await settled(page);
  await page.evaluate(async () => {
    const now = () =>
      document.documentElement.style.cssText +
      [...document.querySelectorAll('.below, .question, .lesson')]
        .map((e) => /** @type {HTMLElement} */ (e).style.cssText)
        .join();
    let last = '';
    for (let same = 0; same < 5;) {
      await new Promise(requestAnimationFrame);
      same = now() === last ? same + 1 : 0;
      last = now();
    }
  });
}

/**
 * What is wrong with a page on walls of all sizes. `sentences`: those that matter; `parts`: those with words in them;
 * `columns`: what goes down to the foot; `picture`: what takes three fifths of the wall.
 * @param {Page} page @param {{name: string, sentences: readonly string[], parts: readonly string[], columns: readonly string[], picture?: string, walls?: typeof WALLS | typeof SHAPES}} asked
 */
export async function onWalls(page, { name, sentences, parts, columns, picture, walls = WALLS }) {
  const found = [];
  for (const [width, height] of walls) {
    const at = `${width} by ${height}: `;
    await page.setViewportSize({ width, height });
    await fitted(page);
    found.push(...(await page.evaluate(cut, { smallest: SMALLEST, parts })));
    for (const sentence of sentences) {
      const high = await page.evaluate(capital, sentence);
      if (high < CAPITAL) found.push(`${at}a capital of ${sentence} is 1/${Math.round(1 / high)} high`);
    }
    for (const [i, share] of (await page.evaluate(filled, columns)).entries())
      if (!(share >= FILLED)) found.push(`${at}${columns[i]} is filled to ${share.toFixed(2)}`);
    const share = picture === undefined ? 1 : await page.evaluate(shareOf, picture);
    if (share < PICTURE) found.push(`${at}${picture} takes ${share.toFixed(2)} of the wall`);
    const more = await page.evaluate(() => [
      document.documentElement.scrollWidth - innerWidth,
      document.documentElement.scrollHeight - innerHeight,
    ]);
    if (more.some((by) => by > 0)) found.push(`${at}scrolls by ${more.join()}`);
    const folder = process.env['SHOTS'];
    if (folder) await page.screenshot({ path: `${folder}/${name}-${width}.png`, scale: 'css' });
  }
  return found;
}
