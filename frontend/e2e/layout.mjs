// How things lie on a page: the header at any width, words of drawings. What takes no page runs in it.
import { fontsLoaded, redrawn } from './browser.mjs';

/** @typedef {import('playwright-core').Page} Page */

/** Text of drawings that lies outside of its pane or under another one's edge. @param {Page} page */
export function clipped(page) {
  return page.evaluate(() =>
    [
      .../** @type {NodeListOf<SVGTextElement>} */ (document.querySelectorAll('.pane .drawing svg text')),
    ].flatMap((text) => {
      const box = text.getBoundingClientRect();
      const frame = text.closest('.pane-body')?.getBoundingClientRect();
      const svg = text.ownerSVGElement?.getBoundingClientRect();
      if (!frame || !svg || box.width === 0 || getComputedStyle(text).visibility === 'hidden') return [];
      // A pixel of the drawing, which a wall enlarges.
      const pixel = Number(getComputedStyle(document.documentElement).getPropertyValue('--zoom'));
      const out =
        box.left < frame.left - pixel ||
        box.right > frame.right + pixel ||
        box.top < svg.top - pixel ||
        box.bottom > svg.bottom + pixel;
      return out ? [text.textContent ?? ''] : [];
    }),
  );
}

/** Pairs of things in the header that lie over each other, what stands out of the window or wraps, and what is cut. */
const mess = () => {
  const all = [...document.querySelectorAll('.stage > header :is(a, summary, button)')]
    .filter((e) => e.checkVisibility())
    .map((e) => ({ words: e.textContent, box: e.getBoundingClientRect() }));
  const over = all.flatMap((one, i) =>
    all
      .slice(i + 1)
      .filter(({ box }) => one.box.left < box.right - 0.5 && box.left < one.box.right - 0.5)
      .map((other) => `header at ${innerWidth}: ${one.words} over ${other.words}`),
  );
  const height = document.querySelector('.stage > header')?.getBoundingClientRect().height ?? 0;
  const out = all
    .filter(({ box }) => box.left < 0 || box.right > innerWidth + 0.5 || box.height > height + 0.5)
    .map(({ words }) => `header at ${innerWidth}: ${words} out`);
  const current = document.querySelector('.stage > header nav [aria-current]')?.getBoundingClientRect();
  if (!current || current.width === 0 || current.right > innerWidth)
    out.push(`header at ${innerWidth}: no current page`);
  if (!all.some(({ words }) => words.startsWith('Menu'))) out.push(`header at ${innerWidth}: no menu`);
  return [...over, ...out];
};

/** What is wrong with the header. @param {Page} page @param {readonly number[]} widths */
export async function messAt(page, widths) {
  const found = [];
  await fontsLoaded(page);
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 });
    await redrawn(page);
    found.push(...(await page.evaluate(mess)));
  }
  return found;
}

export const WIDTHS = Array.from({ length: 57 }, (_, i) => 320 + i * 40);

/** px below which nobody should have to read anything, on a screen 1440 wide. */
const LETTERS = 12;

/** Words that are set smaller than that, of the page and of drawings as they are scaled. @param {number} least */
const smaller = (least) => {
  const found = new Map();
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walk.nextNode(); node; node = walk.nextNode()) {
    const words = node.textContent?.trim() ?? '';
    const parent = node.parentElement;
    if (words === '' || !parent?.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
      continue;
    // The speaker's slides are pictures of the wall, where the same words are large.
    if (parent.closest('title, desc, style, script, .visually-hidden, .speaker-slide')) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    // A pixel or none of it is for screen readers.
    if (range.getBoundingClientRect().width <= 1 || parent.clientWidth === 1) continue;
    const size = parseFloat(getComputedStyle(parent).fontSize);
    const scale = parent instanceof SVGGraphicsElement ? (parent.getScreenCTM()?.d ?? 1) : 1;
    const px = size * scale;
    if (px < least - 0.01) found.set(words.slice(0, 60), px.toFixed(1));
  }
  return [...found].map(([words, px]) => `${px} px: ${words}`);
};

/** Words that are too small to be read; on narrower windows a drawing may be smaller. @param {import('playwright-core').Page} page */
export async function small(page) {
  const width = page.viewportSize()?.width ?? 0;
  return width === 1440 ? page.evaluate(smaller, LETTERS) : [];
}
