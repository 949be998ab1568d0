// On a phone that is touched whatever can be pressed is 44 pixels high and wide, or has that much room around it.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { launch, openAt, settled } from './browser.mjs';

/** @type {import('playwright-core').Browser} */
let browser;
before(async () => {
  browser = await launch();
});
after(() => browser.close());

const PHONES = /** @type {const} */ ([
  [320, 640],
  [390, 844],
  [844, 390],
]);

/** What is too small, in words. A word within a sentence is as high as its line: a press beside it has the rest. */
const small = async () => {
  const LEAST = 43.5;
  const found = new Set();
  const all = document.querySelectorAll(
    'a[href], button, summary, select, input:not([type=hidden], [type=file]), textarea, [role=slider], [role=tab]',
  );
  for (const element of all) {
    if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    if (element.closest('.visually-hidden, .skip, .term-word, dialog:not([open])')) continue;
    const inSentence =
      getComputedStyle(element).display === 'inline' &&
      element.parentElement?.closest('p, li, h1, h2, td, th, dd, .caption');
    if (inSentence) continue;
    // Of a choice and of a tick, the words beside it count, too.
    const target = element.matches('input[type=radio], input[type=checkbox]')
      ? (element.closest('label') ?? element)
      : element;
    target.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
    const box = target.getBoundingClientRect();
    if (box.width === 0 || box.height === 0) continue;
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
    /** @param {number} dx @param {number} dy */
    const hits = (dx, dy) => {
      const at = document.elementFromPoint(x + dx, y + dy);
      return (
        at !== null &&
        (target.contains(at) ||
          (at.contains(target) === false && at.closest('label')?.contains(target) === true))
      );
    };
    const far = LEAST / 2 - 0.5;
    const wide = box.width >= LEAST || (hits(-far, 0) && hits(far, 0));
    const high = box.height >= LEAST || (hits(0, -far) && hits(0, far));
    if (wide && high) continue;
    const words = (element.getAttribute('aria-label') ?? element.textContent ?? '')
      .trim()
      .replace(/\s+/g, ' ');
    found.add(
      `${element.localName}.${element.className} “${words.slice(0, 30)}” in .${target.parentElement?.className}: ${Math.round(box.width)} by ${Math.round(box.height)}`,
    );
  }
  return [...found];
};

/** Pages that are whole in this respect: add one when it is. */
const PAGES = ['#v1/room'];

for (const view of PAGES) {
  test(`what is pressed is large enough for a thumb: ${view}`, async () => {
    const found = [];
    for (const [width, height] of PHONES) {
      const { page, context } = await openAt(
        browser,
        view,
        { viewport: { width, height }, hasTouch: true, isMobile: true },
        /Failed to load resource/,
      );
      await page.locator('#panes').waitFor();
      await page.waitForFunction(() => !document.querySelector('[aria-busy=true], .loading, .awaited'));
      await settled(page);
      const menu = page.locator('header summary', { hasText: 'Menu' });
      found.push(...(await page.evaluate(small)).map((words) => `${width}: ${words}`));
      if (await menu.isVisible()) {
        await menu.tap();
        found.push(...(await page.evaluate(small)).map((words) => `${width}, menu: ${words}`));
      }
      await context.close();
    }
    assert.deepEqual([...new Set(found)], []);
  });
}
