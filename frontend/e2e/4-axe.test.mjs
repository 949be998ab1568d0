// axe-core on every page, scene and dialog, in every size of window, light and dark.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { axe, axeEverywhere } from './axe.mjs';
import { launch, openAt, openPage, pane } from './browser.mjs';
import { SCENES } from './scenes.mjs';
import { open, openReport, start } from './timeline.mjs';

/** @typedef {import('playwright-core').Page} Page */

/** @type {import('playwright-core').Browser} */
let browser;
before(async () => {
  browser = await launch();
});
after(() => browser.close());

/** The page's policy forbids what is not the page's own; axe is let in by the browser. */
const LET_IN = { bypassCSP: true };
const VIEW = '#v1/swap-devices?a=model:four-nodes&b=model:four-nodes&b.rule=roundrobin&k=918';

/** @param {string} view @param {string} [key] */
async function stage(view, key) {
  const { page } = await openPage(browser, view, LET_IN);
  if (key) await page.keyboard.press(key);
  return page;
}

/** @type {(readonly [string, () => Promise<Page>])[]} */
const PAGES = [
  ...SCENES.map(({ id, title, both }) => /** @type {const} */ ([title, () => stage(`#v1/${id}?${both}`)])),
  ['all decisions', () => stage('#v1/decisions')],
  ['empty and failed panes', () => stage('#v1/swap-devices?a=none&b=capture:nowhere')],
  ['the source picker', () => stage(VIEW, 'o')],
  ['the keys', () => stage(VIEW, '?')],
  ['presenter mode', () => stage(VIEW, 'p')],
  [
    'a part of the tour',
    async () => {
      const page = await stage(VIEW, '?');
      await page.getByRole('button', { name: /^A tour of this scene/ }).click();
      await page.locator('.tour-hole').waitFor();
      return page;
    },
  ],
  [
    'how the strip is read',
    async () => {
      const page = await stage(VIEW);
      await page.getByRole('button', { name: 'How to read the strip' }).press('Enter');
      return page;
    },
  ],
  ...['which-swap-device?step=5', 'one-page-from-each-node?step=3&answers=1'].map(
    (lesson) =>
      /** @type {const} */ ([
        `a lesson: ${lesson}`,
        async () => {
          const { page } = await openAt(browser, `#v1/lessons/${lesson}`, LET_IN);
          // What is asked about may be hidden, the drawing with it.
          await page.locator('.lesson-panes[data-there=true] > *').first().waitFor();
          return page;
        },
      ]),
  ),
  ['a question', () => stage(`${VIEW}&predict=a7`)],
  [
    'a question that is answered',
    async () => {
      const page = await stage(`${VIEW}&predict=a7`);
      await page.locator('.question').getByRole('radio').first().waitFor();
      await page.keyboard.press('1');
      await page.keyboard.press('Enter');
      await page.locator('.walk').first().waitFor();
      return page;
    },
  ],
  [
    'a room’s door',
    async () => {
      const { page } = await openAt(browser, '#v1/room', LET_IN);
      await page.getByRole('button', { name: 'Open a room' }).waitFor();
      return page;
    },
  ],
  [
    'the speaker’s window',
    async () => {
      const wall = await stage(VIEW, 'p');
      const opened = wall.context().waitForEvent('page');
      await wall.keyboard.press('s');
      const speaker = await opened;
      await speaker.locator('.speaker-slide svg').nth(1).waitFor();
      await wall.keyboard.press('q');
      await speaker.locator('.speaker-answer').waitFor();
      return speaker;
    },
  ],
  [
    'what tunables and terms mean',
    async () => {
      const page = await stage('#v1/zones');
      await pane(page, 'A').getByRole('button', { name: 'What these mean' }).click();
      await pane(page, 'A').locator('.term button').first().click();
      return page;
    },
  ],
  [
    'published tables',
    async () => {
      const { page } = await openAt(browser, '#v1/published/roundrobin-used', LET_IN);
      await page.locator('.pub-verdict').first().waitFor();
      await page.getByRole('button', { name: 'Stop' }).click();
      return page;
    },
  ],
  [
    'two sources that differ',
    async () => {
      const { page } = await openAt(
        browser,
        '#v1/compare?a=capture:two-nodes-node&b=capture:two-nodes-node&b.rule=global',
        LET_IN,
      );
      await page.getByRole('link', { name: 'Open both panes' }).waitFor();
      return page;
    },
  ],
  [
    'a sweep',
    async () => {
      const { page } = await openAt(
        browser,
        '#v1/compare?of=model:four-nodes&x=rule:node,global&y=demand.0:1,4&m=home,device_share',
        LET_IN,
      );
      await page.getByRole('status').getByText('4 runs', { exact: true }).waitFor();
      await page.locator('.cmp-numbers tbody button').first().click();
      await page.locator('.cmp-picked').waitFor();
      return page;
    },
  ],
  [
    'the report of a trace',
    async () => {
      const page = await stage(VIEW);
      await openReport(page);
      return page;
    },
  ],
  [
    'the timeline',
    async () => {
      const { page } = await start(browser, '', LET_IN);
      await open(page, 'A');
      return page;
    },
  ],
];

for (const [what, opened] of PAGES) {
  test(`axe finds nothing, and all fits, in any window: ${what}`, async () => {
    const page = await opened();
    assert.deepEqual(await axeEverywhere(page), []);
    await page.context().close();
  });
}

for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
  test(`axe finds nothing where scenes are a menu that is open: ${colorScheme}`, async () => {
    const viewport = { width: 720, height: 900 };
    const { page } = await openPage(browser, VIEW, { ...LET_IN, colorScheme, viewport });
    await page.locator('header summary', { hasText: 'Menu' }).press('Enter');
    assert.deepEqual(await axe(page), []);
  });
}

test('axe finds nothing on a phone that is touched', async () => {
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
  const { page } = await openPage(browser, VIEW, { ...LET_IN, ...phone });
  assert.deepEqual(await axe(page), []);
});
