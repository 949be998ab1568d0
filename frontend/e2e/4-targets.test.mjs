// On a phone that is touched whatever can be pressed is 44 pixels high and wide, or has that much room around it, and
// nothing of it stays behind what sticks to the window's foot, upright and sideways.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { axe } from './axe.mjs';
import { drop, file, fits, launch, openAt, openPage, settled } from './browser.mjs';
import { SCENES } from './scenes.mjs';
import { ALL, covered, MENU, PRESSED, small } from './targets.mjs';
import { NAME, open, SAMPLE, start, unfold } from './timeline.mjs';

/** @typedef {import('playwright-core').Page} Page */

/** @type {import('playwright-core').Browser} */
let browser;
before(async () => {
  browser = await launch();
});
after(() => browser.close());

const SIZES = /** @type {const} */ ([
  [390, 844],
  [320, 640],
  [844, 390],
]);
/** Axe is let in by the browser: the page's policy forbids what is not the page's own. */
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, bypassCSP: true };
const VIEW = '#v1/swap-devices?a=model:four-nodes&b=model:four-nodes&b.rule=roundrobin&k=918';

/** @param {Page} page @param {string} [within] */
async function wrong(page, within = ALL) {
  /** @type {string[]} */
  const found = [];
  for (const [width, height] of SIZES) {
    await page.setViewportSize({ width, height });
    await settled(page);
    await fits(page);
    const here = [
      ...(await page.evaluate(small, /** @type {[string, string]} */ ([PRESSED, within]))),
      ...(await page.evaluate(covered, /** @type {[string, string]} */ ([PRESSED, within]))),
    ];
    found.push(...here.map((words) => `${width} by ${height}: ${words}`));
  }
  const [[width, height]] = SIZES;
  await page.setViewportSize({ width, height });
  return found;
}

/** @param {string} view */
const stage = async (view) => (await openPage(browser, view, PHONE)).page;

/** A page beside the stage, as soon as it shows that. @param {string} view @param {string} what */
async function at(view, what) {
  const { page } = await openAt(browser, view, PHONE, /Failed to load resource/);
  await page.locator(what).first().waitFor();
  return page;
}

/** Pages that are whole in this respect: add one when it is. @type {(readonly [string, () => Promise<Page>])[]} */
const PAGES = [
  ['an empty pane, and one that failed', () => stage('#v1/swap-devices?a=none&b=capture:nowhere')],
  [
    'two sources that differ',
    () =>
      at(
        '#v1/compare?a=capture:two-nodes-node&b=capture:two-nodes-node&b.rule=global',
        'a:has-text("Open both panes")',
      ),
  ],
  [
    'a sweep',
    async () => {
      const page = await at(
        '#v1/compare?of=model:four-nodes&x=rule:node,global&y=demand.0:1,4&m=home,device_share',
        '.cmp-numbers tbody button',
      );
      await page.getByRole('status').getByText('4 runs', { exact: true }).waitFor();
      return page;
    },
  ],
  [
    'a step of a lesson',
    () => at('#v1/lessons/what-am-i-looking-at?step=1&answers=1', '.lesson-panes[data-there=true] > *'),
  ],
  [
    'a step of a lesson that asks',
    () => at('#v1/lessons/which-swap-device?step=5', '.lesson-panes[data-there=true] > *'),
  ],
  ['the lessons', () => at('#v1/lessons', '.lesson-list li')],
  ['exercises', () => at('#v1/lessons/in-turn/exercises?seed=3', '.exercise-sheet > li .drawing svg')],
  ['published tables', () => at('#v1/published/roundrobin-used', '.pub-verdict')],
  ['what the check sees', () => at('#v1/check/roundrobin', '.check-body h2')],
  [
    'the report of a trace',
    async () => {
      const page = await stage(VIEW);
      await drop(page, '.caption', [file(NAME, await readFile(SAMPLE))]);
      await page
        .getByRole('link', { name: /^Report/ })
        .first()
        .click();
      await page.locator('.report-head b', { hasText: NAME }).waitFor();
      await unfold(page);
      return page;
    },
  ],
  ['the timeline before a capture', async () => (await start(browser, '', PHONE)).page],
  [
    'the timeline',
    async () => {
      const { page } = await start(browser, '', PHONE);
      await open(page, 'A');
      return page;
    },
  ],
  ['a room’s door', () => at('#v1/room', '#room-code')],
];

for (const [what, opened] of PAGES) {
  test(`a thumb can press whatever there is: ${what}`, async () => {
    const page = await opened();
    await page.waitForFunction(() => !document.querySelector('[aria-busy=true]'));
    assert.deepEqual(await wrong(page), []);
    assert.deepEqual(await axe(page), []);
    await page.context().close();
  });
}

test('a thumb can press whatever is in the menu, and in the form of a link for a class', async () => {
  const page = await stage(VIEW);
  const menu = page.locator('header summary', { hasText: 'Menu' });
  await menu.tap();
  assert.deepEqual(await wrong(page, MENU), []);
  await page.locator('.header-list:visible').getByRole('button', { name: 'Link for a class' }).tap();
  await page.locator('.class-link').waitFor();
  assert.deepEqual(await wrong(page), []);
  await page.context().close();
});

for (const { id, title, both } of SCENES) {
  test(`on a phone held sideways two fifths of the window are drawing: ${title}`, async () => {
    const page = await stage(`#v1/${id}?${both}`);
    await page.setViewportSize({ width: 844, height: 390 });
    await settled(page);
    const seen = await page.evaluate(() => {
      const foot = document.querySelector('.transport')?.getBoundingClientRect().top ?? 0;
      return [...document.querySelectorAll('.drawing')].map((drawing) => {
        const { width, top, bottom } = drawing.getBoundingClientRect();
        return { width, high: Math.min(bottom, foot) - top };
      });
    });
    assert.equal(seen.length, 2);
    for (const { width, high } of seen) {
      assert.ok(width > 844 / 2.5, `${width} pixels wide`);
      assert.ok(high > 390 * 0.4, `${high} pixels of it can be seen`);
    }
    await page.context().close();
  });
}
