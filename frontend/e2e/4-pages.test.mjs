// One walk over pages and sizes: each page is opened with a mouse and on a phone that is touched, and in each size is asked
// all that its row says. What is found names page, size and question.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { axe, axeEverywhere } from './axe.mjs';
import { fits, openAt, openPage, pane, settled, STAGE, testBrowser } from './browser.mjs';
import { clipped, messAt, small, WIDTHS } from './layout.mjs';
import { openLesson, pictured } from './lessons.mjs';
import { SCENES } from './scenes.mjs';
import { draw, openMachine, REPORT, SWAPS, ZONEINFO } from './machine.mjs';
import { PHONE, wrong } from './targets.mjs';
import { TIER } from './tiers.mjs';
import { open, openReport, start, unfold } from './timeline.mjs';

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {import('playwright-core').BrowserContextOptions} Options */

const browser = await testBrowser();

/** The page's policy forbids what is not the page's own; axe is let in by the browser. */
const MOUSE = { bypassCSP: true };
const VIEW = '#v1/swap-devices?a=model:four-nodes&b=model:four-nodes&b.rule=roundrobin&k=918';

/** @param {string} view @param {Options} options */
const stage = async (view, options) => (await openPage(browser, view, options)).page;

/** The stage after a key. @param {string} key */
const keyed = (key) => async (/** @type {Options} */ options) => {
  const page = await stage(VIEW, options);
  await page.keyboard.press(key);
  return page;
};

/** With its strip, which comes behind the drawings and makes the transport higher. @param {string} view */
const striped = (view) => async (/** @type {Options} */ options) => {
  const page = await stage(view, options);
  await page.locator('svg.strip').first().waitFor();
  return page;
};

/** A page beside the stage, as soon as it shows that. @param {string} view @param {string} what */
const beside = (view, what) => async (/** @type {Options} */ options) => {
  const { page } = await openAt(browser, view, options, /Failed to load resource/);
  await page.locator(what).first().waitFor();
  return page;
};

/** @param {string} view */
const lesson = (view) => async (/** @type {Options} */ options) => {
  const { page } = await openLesson(browser, view, options);
  if (view.includes('?step')) await pictured(page);
  return page;
};

/** Of a lesson's step that asks: what is asked about may be hidden, the drawing with it. */
const PANES = '.lesson-panes[data-there=true] > *';
const COMPARED = '#v1/compare?a=capture:two-nodes-node&b=capture:two-nodes-node&b.rule=global';
const SWEEP = '#v1/compare?of=model:four-nodes&x=rule:node,global&y=demand.0:1,4&m=home,device_share';

/**
 * What a page is asked. axe: what axe-core finds, light and dark, and whether all fits, in any window, and at 1440 whether words are large enough. drawn: whether
 * words of drawings are cut there. narrow: whether all fits in 320 pixels. header: whether it is in order at any width.
 * thumb: what a thumb cannot press, on a phone; there axe is asked, too. sideways: how much of a phone held sideways is
 * drawing.
 * @typedef {'axe' | 'drawn' | 'narrow' | 'header' | 'thumb' | 'sideways'} Asked
 * @type {(readonly [what: string, opened: (options: Options) => Promise<Page>, asked: readonly Asked[]])[]}
 */
const PAGES = [
  ...SCENES.map(
    ({ id, title, both }) =>
      /** @type {const} */ ([
        title,
        striped(`#v1/${id}?${both}`),
        ['axe', 'drawn', 'thumb', 'sideways', ...(/^swap/.test(id) ? /** @type {const} */ (['header']) : [])],
      ]),
  ),
  ['the start page', beside('', '.play[aria-disabled=false]'), ['axe', 'narrow', 'thumb']],
  [
    'the start page where both rules are shown',
    async (options) => {
      const page = await beside('', '.play[aria-disabled=false]')(options);
      await page.keyboard.press('f');
      await page.locator('.start.both .start-more').waitFor();
      return page;
    },
    ['axe', 'narrow', 'thumb'],
  ],
  ['the stage as it opens', (options) => stage(STAGE, options), ['narrow']],
  ['all decisions as they open', (options) => stage('#v1/decisions', options), ['axe', 'header']],
  [
    'all decisions',
    striped('#v1/decisions?a=model:four-nodes&b=capture:one-each-roundrobin&k=1800'),
    ['thumb'],
  ],
  ['empty panes', (options) => stage('#v1/swap-devices?a=none&b=none', options), ['narrow']],
  [
    'empty and failed panes',
    (options) => stage('#v1/swap-devices?a=none&b=capture:nowhere', options),
    ['axe', 'thumb'],
  ],
  ['the source picker', keyed('o'), ['axe']],
  ['the keys', keyed('?'), ['axe']],
  ['presenter mode', keyed('p'), ['axe']],
  [
    'a part of the tour',
    async (options) => {
      const page = await keyed('?')(options);
      await page.getByRole('button', { name: /^A tour of this scene/ }).click();
      await page.locator('.tour-hole').waitFor();
      return page;
    },
    ['axe'],
  ],
  [
    'how the strip is read',
    async (options) => {
      const page = await stage(VIEW, options);
      await page.getByRole('button', { name: 'How to read the strip' }).press('Enter');
      return page;
    },
    ['axe'],
  ],
  ['a question', (options) => stage(`${VIEW}&predict=a7`, options), ['axe']],
  [
    'a question that is answered',
    async (options) => {
      const page = await stage(`${VIEW}&predict=a7`, options);
      await page.locator('.question').getByRole('radio').first().waitFor();
      await page.keyboard.press('1');
      await page.keyboard.press('Enter');
      await page.locator('.walk').first().waitFor();
      return page;
    },
    ['axe'],
  ],
  [
    'what tunables and terms mean',
    async (options) => {
      const page = await stage('#v1/zones', options);
      await pane(page, 'A').getByRole('button', { name: 'What these mean' }).click();
      await pane(page, 'A').locator('.term button').first().click();
      return page;
    },
    ['axe'],
  ],
  ['zones as they open', (options) => stage('#v1/zones', options), ['narrow']],
  [
    'the speaker’s window',
    async (options) => {
      const wall = await keyed('p')(options);
      const opened = wall.context().waitForEvent('page');
      await wall.keyboard.press('s');
      const speaker = await opened;
      await speaker.locator('.speaker-slide svg').nth(1).waitFor();
      await wall.keyboard.press('q');
      await speaker.locator('.speaker-answer').waitFor();
      return speaker;
    },
    ['axe'],
  ],
  ['the lessons', beside('#v1/lessons', '.lesson-list li'), ['axe', 'thumb']],
  ['a step of a lesson', beside('#v1/lessons/what-am-i-looking-at?step=1&answers=1', PANES), ['thumb']],
  ['a step of a lesson that asks', beside('#v1/lessons/which-swap-device?step=5', PANES), ['axe', 'thumb']],
  [
    'a step of a lesson with its answer',
    beside('#v1/lessons/one-page-from-each-node?step=3&answers=1', PANES),
    ['axe'],
  ],
  ['a step of answers', lesson('#v1/lessons/which-swap-device?step=3&answers=1'), ['axe']],
  ['a step of zones', lesson('#v1/lessons/the-zone-that-wore-out?step=3'), ['axe']],
  [
    'exercises',
    async (options) => {
      const page = await lesson('#v1/lessons/in-turn/exercises?seed=3')(options);
      await page.locator('.exercise-sheet > li .drawing svg').nth(7).waitFor();
      return page;
    },
    ['axe', 'thumb'],
  ],
  ['a room’s door', beside('#v1/room', 'button:has-text("Open a room")'), ['axe', 'thumb']],
  [
    'published tables',
    async (options) => {
      const page = await beside('#v1/published/roundrobin-used', '.pub-verdict')(options);
      if (!options.hasTouch) await page.getByRole('button', { name: 'Stop' }).click();
      return page;
    },
    ['axe', 'header', 'thumb'],
  ],
  ['two sources that differ', beside(COMPARED, 'a:has-text("Open both panes")'), ['axe', 'thumb']],
  [
    'a sweep',
    async (options) => {
      const page = await beside(SWEEP, '.cmp-numbers tbody button')(options);
      await page.getByRole('status').getByText('4 runs', { exact: true }).waitFor();
      if (options.hasTouch) return page;
      await page.locator('.cmp-numbers tbody button').first().click();
      await page.locator('.cmp-picked').waitFor();
      return page;
    },
    ['axe', 'thumb'],
  ],
  ['a kernel, offered', beside('#v1/kernel', '.guest-offer'), ['thumb']],
  [
    'a text of a machine',
    async (options) => {
      const { page } = await openMachine(browser, options);
      await page.getByLabel('What your kernel printed').fill(ZONEINFO + SWAPS);
      await page.locator('.machine-offers').waitFor();
      return page;
    },
    ['axe', 'header', 'narrow', 'thumb'],
  ],
  [
    'zones of a machine',
    async (options) => {
      const { page } = await openMachine(browser, options);
      await draw(page, ZONEINFO);
      await page.locator('.machine-axis [role=slider] svg').waitFor();
      await page.getByLabel('vm.watermark_scale_factor, as a number').fill('100');
      await page.locator('.machine-line').waitFor();
      return page;
    },
    ['axe', 'narrow', 'thumb'],
  ],
  [
    'a report of a machine',
    async (options) => {
      const { page } = await openMachine(browser, options);
      await draw(page, REPORT);
      await page.locator('.machine-drawing svg').waitFor();
      return page;
    },
    ['axe', 'thumb'],
  ],
  [
    'swap devices of a machine',
    async (options) => {
      const { page } = await openMachine(browser, options);
      await draw(page, SWAPS);
      await page.locator('.machine-mend').waitFor();
      return page;
    },
    ['axe', 'thumb'],
  ],
  ['what the check sees of rules', beside('#v1/check/roundrobin', '.check-body h2'), ['thumb']],
  [
    'what the check sees',
    async (options) => {
      const page = await beside('#v1/check/swap_in', '.check-body h2:has-text("swap-in")')(options);
      await page.locator('.check-body summary').first().click();
      return page;
    },
    ['axe', 'header'],
  ],
  [
    'the report of a trace',
    async (options) => {
      const page = await stage(VIEW, options);
      await openReport(page);
      if (options.hasTouch) await unfold(page);
      return page;
    },
    ['axe', 'thumb'],
  ],
  ['the timeline before a capture', async (options) => (await start(browser, '', options)).page, ['thumb']],
  [
    'the timeline',
    async (options) => {
      const { page } = await start(browser, '', options);
      await open(page, 'A');
      return page;
    },
    ['axe', 'thumb'],
  ],
];

/** A short tier asks axe, and fewer sizes; `rest` asks all but that; `long` and a run without a tier ask all. */
const AXE = TIER !== 'rest';
const OTHERS = TIER !== 'short';

/** Two fifths of the window are drawing, of both panes. @param {Page} page */
async function sideways(page) {
  await page.setViewportSize({ width: 844, height: 390 });
  await settled(page);
  const seen = await page.evaluate(() => {
    const foot = document.querySelector('.transport')?.getBoundingClientRect().top ?? 0;
    return [...document.querySelectorAll('.drawing')].map((drawing) => {
      const { width, top, bottom } = drawing.getBoundingClientRect();
      return { width, high: Math.min(bottom, foot) - top };
    });
  });
  const found = seen.length === 2 ? [] : [`844 by 390, sideways: ${seen.length} drawings`];
  for (const { width, high } of seen)
    if (!(width > 844 / 2.5 && high > 390 * 0.4))
      found.push(`844 by 390, sideways: ${width} by ${high} pixels of a drawing can be seen`);
  return found;
}

for (const [what, opened, asked] of PAGES) {
  const asks = (/** @type {Asked} */ question) => asked.includes(question);
  /** @param {readonly string[]} found */
  const none = (found) =>
    assert.deepEqual(
      found.map((words) => `${what}, ${words}`),
      [],
    );

  if ((AXE && asks('axe')) || (OTHERS && (asks('narrow') || asks('header'))))
    test(`with a mouse, in any window: ${what}`, async () => {
      const page = await opened(MOUSE);
      const found =
        AXE && asks('axe') ? await axeEverywhere(page, asks('drawn') ? { clipped, small } : { small }) : [];
      if (OTHERS && asks('narrow')) {
        await page.setViewportSize({ width: 320, height: 640 });
        await settled(page);
        await fits(page);
      }
      if (OTHERS && asks('header')) found.push(...(await messAt(page, [...WIDTHS, 641, 1101, 1500, 1501])));
      none(found);
      await page.context().close();
    });

  if (OTHERS && asks('thumb'))
    test(`touched, on a phone: ${what}`, async () => {
      const page = await opened(PHONE);
      await page.waitForFunction(() => !document.querySelector('[aria-busy=true]'));
      const found = [
        ...(await wrong(page)),
        ...(await axe(page)).map((words) => `390 by 844, axe: ${words}`),
      ];
      if (asks('sideways')) found.push(...(await sideways(page)));
      none(found);
      await page.context().close();
    });
}

test('axe finds nothing where scenes are a menu that is open, light and dark', async () => {
  const viewport = { width: 720, height: 900 };
  const page = await stage(VIEW, { ...MOUSE, viewport });
  await page.locator('header summary', { hasText: 'Menu' }).press('Enter');
  for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
    await page.emulateMedia({ colorScheme });
    await settled(page);
    assert.deepEqual(await axe(page), [], colorScheme);
  }
});
