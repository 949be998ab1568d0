// What a thumb can press, and what lies over it. `small` and `covered` run in the page, hence hold all that they need.
import assert from 'node:assert/strict';
import { eventually, fits, settled } from './browser.mjs';

/** @typedef {import('playwright-core').Page} Page */

/** Phones, upright and sideways. */
export const PHONES = /** @type {const} */ ([
  [390, 844],
  [320, 640],
  [844, 390],
]);

/** A phone that is touched. Axe is let in by the browser: the page's policy forbids what is not the page's own. */
export const PHONE = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
  bypassCSP: true,
};

/** What can be pressed. */
export const PRESSED =
  'a[href], button, summary, select, input:not([type=hidden], [type=file]), textarea, ' +
  '[role=button], [role=slider], [role=tab], [role=radio], [role=checkbox], [role=link], [aria-expanded]';

/** Within which part of the page to look; of a page with a dialog, within that. */
export const ALL = 'body';
export const MENU = '.header-menu[open] > .header-list';

/**
 * What is smaller than a thumb's 44 pixels, but for one lost to rounding, in words. A target is as large as what answers
 * around its middle: room around a drawn control counts, and what another one covers does not. A word within a sentence
 * is as high as its line: a press beside it has the rest.
 * @param {[pressed: string, within: string]} what
 */
export const small = ([pressed, within]) => {
  const LEAST = 43;
  const FAR = 60;
  const found = new Set();
  const root = document.querySelector('dialog:modal') ?? document.querySelector(within);
  for (const element of root?.querySelectorAll(pressed) ?? []) {
    if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    if (element.closest('.visually-hidden, .skip, [aria-hidden=true], [inert]')) continue;
    const word = element.closest('.term-word') ?? element;
    const sentence =
      getComputedStyle(word).display === 'inline' &&
      word.parentElement?.closest('p, li, h1, h2, h3, td, th, dd, .caption');
    if (sentence && (sentence.textContent ?? '').trim() !== (element.textContent ?? '').trim()) continue;
    // A handle of a curve follows a finger anywhere on the surface. Of a choice and of a tick, the words beside it count.
    const surface = element.parentElement?.querySelector(':scope > [data-surface]');
    const ticked = element.matches('input[type=radio], input[type=checkbox]') && element.closest('label');
    const target = surface ?? (ticked || element);
    target.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
    const box = target.getBoundingClientRect();
    if (box.width === 0 || box.height === 0) continue;
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
    /** How far it answers that way. @param {number} dx @param {number} dy */
    const reach = (dx, dy) => {
      for (let far = 0; far < FAR; far++) {
        const at = document.elementFromPoint(x + dx * (far + 0.5), y + dy * (far + 0.5));
        if (!at || !(target.contains(at) || at.closest('label')?.contains(element))) return far;
      }
      return FAR;
    };
    const wide = reach(-1, 0) + reach(1, 0);
    const high = reach(0, -1) + reach(0, 1);
    if (wide >= LEAST && high >= LEAST) continue;
    const name = element.getAttribute('aria-label') ?? element.textContent ?? '';
    const words = name.trim().replace(/\s+/g, ' ').slice(0, 30);
    const about = `${element.localName}.${element.getAttribute('class') ?? ''} “${words}”`;
    found.add(`${about} in .${target.parentElement?.getAttribute('class') ?? ''}: ${wide} by ${high}`);
  }
  return [...found];
};

/**
 * What stays behind something else when it is scrolled to, in words. The page is gone through from its top: each comes up
 * from behind what sticks to the window's foot.
 * @param {[pressed: string, within: string]} what
 */
export const covered = ([pressed, within]) => {
  const found = new Set();
  scrollTo({ top: 0, behavior: 'instant' });
  const root = document.querySelector('dialog:modal') ?? document.querySelector(within);
  for (const element of root?.querySelectorAll(pressed) ?? []) {
    if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    if (element.closest('.visually-hidden, .skip, [aria-hidden=true], [inert]')) continue;
    const surface = element.parentElement?.querySelector(':scope > [data-surface]');
    const ticked = element.matches('input[type=radio], input[type=checkbox]') && element.closest('label');
    const target = surface ?? (ticked || element);
    target.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' });
    // Of a word that is broken, its first line.
    const box = target.getClientRects()[0];
    if (!box || box.width === 0 || box.height === 0) continue;
    const at = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
    if (at && (target.contains(at) || at.closest('label')?.contains(element))) continue;
    const name = element.getAttribute('aria-label') ?? element.textContent ?? '';
    const words = name.trim().replace(/\s+/g, ' ').slice(0, 30);
    const over = `${at?.localName ?? 'nothing'}.${at?.getAttribute('class') ?? ''}`;
    found.add(`${element.localName}.${element.getAttribute('class') ?? ''} “${words}” behind ${over}`);
  }
  return [...found];
};

/** The page knows how much of it the transport covers, as high as that is now. */
const measured = () => {
  const transport = document.querySelector('.transport');
  if (!(transport instanceof HTMLElement) || getComputedStyle(transport).position !== 'sticky') return true;
  const known = getComputedStyle(document.documentElement).getPropertyValue('--covered');
  return Number.parseFloat(known) >= transport.offsetHeight;
};

/** How high page and transport are: what is found while they change is of no page that anybody sees. */
const heights = () => [document.body.scrollHeight, document.querySelector('.transport')?.scrollHeight].join();

/**
 * What `look` finds while the page stays as it is.
 * @param {Page} page @param {(what: [pressed: string, within: string]) => string[]} look @param {string} within
 */
const foundAtRest = (page, look, within) =>
  eventually(async () => {
    await page.waitForFunction(measured);
    const before = await page.evaluate(heights);
    const found = await page.evaluate(look, /** @type {[string, string]} */ ([PRESSED, within]));
    if (found.length > 0) assert.equal(await page.evaluate(heights), before, 'the page still moves');
    return found;
  });

/**
 * What is wrong for a thumb, in each size, and what is too wide for its window.
 * @param {Page} page @param {string} [within] @param {readonly (readonly [number, number])[]} [sizes]
 */
export async function wrong(page, within = ALL, sizes = PHONES) {
  /** @type {string[]} */
  const found = [];
  const before = page.viewportSize();
  for (const [width, height] of sizes) {
    await page.setViewportSize({ width, height });
    await settled(page);
    await fits(page).catch((/** @type {Error} */ error) =>
      found.push(`${width} by ${height}, fits: ${error.message}`),
    );
    for (const [question, look] of /** @type {const} */ ([
      ['thumb', small],
      ['covered', covered],
    ])) {
      const here = await foundAtRest(page, look, within);
      found.push(...here.map((words) => `${width} by ${height}, ${question}: ${words}`));
    }
  }
  if (before) await page.setViewportSize(before);
  return found;
}
