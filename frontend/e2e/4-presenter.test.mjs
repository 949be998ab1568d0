// On a wall: in any size, in every scene, nothing is cut and the sentence that matters is read from the last row; the
// clicker, a reload, every page, and the speaker's window.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { checked, launch, openPage, settled } from './browser.mjs';
import { SCENES } from './scenes.mjs';

/** @typedef {import('playwright-core').Page} Page */

/** @type {import('playwright-core').Browser} */
let browser;
before(async () => {
  browser = await launch();
});
after(() => browser.close());

const WALLS = /** @type {const} */ ([
  [1024, 768],
  [1280, 720],
  [1920, 1080],
  [2560, 1440],
  [3840, 2160],
]);

/** Of the screen's height: what is read from the last row has capitals at least this high. */
const CAPITAL = 1 / 40;

/** Words that are not wholly there: outside of the window, or of something that hides what stands out of it. */
const cut = () => {
  const found = [];
  const walk = document.createTreeWalker(
    document.querySelector('.stage') ?? document.body,
    NodeFilter.SHOW_TEXT,
  );
  for (let node = walk.nextNode(); node; node = walk.nextNode()) {
    const words = node.textContent?.trim() ?? '';
    const parent = node.parentElement;
    if (words === '' || !parent?.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
      continue;
    // The strip is a window on a long row: cells that stand out of it come later.
    if (parent.closest('.visually-hidden, title, desc, .strip')) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const box = range.getBoundingClientRect();
    if (box.width === 0) continue;
    const frames = [new DOMRect(0, 0, innerWidth, innerHeight)];
    for (let e = /** @type {Element | null} */ (parent); e; e = e.parentElement)
      if (getComputedStyle(e).overflow !== 'visible' && e !== document.documentElement && e !== document.body)
        frames.push(e.getBoundingClientRect());
    // A line is higher than its letters.
    const spare = box.height * 0.2 + 1;
    const out = frames.some(
      (f) =>
        box.left < f.left - 1 ||
        box.right > f.right + 1 ||
        box.top < f.top - spare ||
        box.bottom > f.bottom + spare,
    );
    if (out) found.push(`${innerWidth} by ${innerHeight}: ${words.slice(0, 60)}`);
  }
  return found;
};

/** How high a capital of the main sentence is, as a part of the screen's height. @param {Page} page */
const capital = (page) =>
  page.evaluate(() => {
    const [sentence] = document.querySelectorAll('.caption h1');
    if (!sentence) return 0;
    const { fontWeight, fontSize, fontFamily } = getComputedStyle(sentence);
    const context = document.createElement('canvas').getContext('2d');
    if (!context) return 0;
    context.font = `${fontWeight} ${fontSize} ${fontFamily}`;
    const { actualBoundingBoxAscent } = context.measureText('H');
    // The stage is zoomed: what was laid out is so many times as high on the screen.
    const zoom = sentence.getBoundingClientRect().height / /** @type {HTMLElement} */ (sentence).offsetHeight;
    const { currentCSSZoom = zoom } = sentence;
    return (actualBoundingBoxAscent * currentCSSZoom) / innerHeight;
  });

/** The stage has found its sizes: they do not change from one frame to some later one. @param {Page} page */
async function fitted(page) {
  await settled(page);
  await page.evaluate(async () => {
    const now = () =>
      document.documentElement.style.cssText +
      [...document.querySelectorAll('.below')]
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

const VIEWS = [
  ...SCENES.map(({ id, picture, both }) => `${id}?${picture ?? both}`),
  'decisions?a=model:four-nodes&b=capture:one-each-roundrobin&k=1800',
];

for (const view of VIEWS) {
  for (const [what, more] of /** @type {const} */ ([
    ['told', ''],
    ['asked', '&predict=a7'],
  ])) {
    // It asks nothing.
    if (more && view.startsWith('decisions')) continue;
    test(`a wall of any size, nothing cut, read from the last row: ${view}, ${what}`, async () => {
      const [width, height] = WALLS[0];
      const { page, context } = await openPage(browser, `?present=1#v1/${view}${more}`, {
        viewport: { width, height },
      });
      await checked(page);
      if (more) await page.locator('.question, .question-panel').first().waitFor();
      const found = [];
      for (const [width, height] of WALLS) {
        await page.setViewportSize({ width, height });
        await fitted(page);
        found.push(...(await page.evaluate(cut)));
        const high = await capital(page);
        if (high < CAPITAL) found.push(`${width} by ${height}: a capital is 1/${Math.round(1 / high)} high`);
        const page_ = await page.evaluate(() => [
          document.documentElement.scrollWidth - innerWidth,
          document.documentElement.scrollHeight - innerHeight,
        ]);
        if (page_.some((more) => more > 0)) found.push(`${width} by ${height}: scrolls by ${page_.join()}`);
        if (process.env['SHOTS'])
          await page.screenshot({
            path: `${process.env['SHOTS']}/${view.split('?')[0]}-${what}-${width}.png`,
            scale: 'css',
          });
      }
      await context.close();
      assert.deepEqual(found, []);
    });
  }
}

const VIEW = '#v1/swap-devices?a=model:four-nodes&b=capture:one-each-roundrobin&k=918';

/** The wall stands at a decision. @param {Page} page @param {number} k */
const at = (page, k) =>
  page.waitForFunction(
    (words) => document.querySelector('.count')?.textContent?.startsWith(words),
    `${k.toLocaleString('en')} `,
  );

/** @param {Page} page */
const presents = (page) =>
  page.waitForFunction(
    () => document.documentElement.dataset['mode'] === 'presenter' && location.search.includes('present=1'),
  );

test('a clicker: on, back, blank, full screen, out; nothing of it is a reload', async () => {
  const { page, problems } = await openPage(browser, `?present=1${VIEW}`);
  await page.evaluate(() => {
    Object.assign(globalThis, { loaded: 'once' });
  });
  await page.keyboard.press('PageDown');
  await at(page, 919);
  await page.keyboard.press('PageUp');
  await page.keyboard.press('PageUp');
  await at(page, 917);
  const blank = page.getByRole('status', { name: /The wall is blank/ });
  for (const key of ['.', 'b', 'B']) {
    await page.keyboard.press(key);
    await blank.waitFor();
    assert.deepEqual(await blank.boundingBox(), { x: 0, y: 0, width: 1440, height: 900 });
    // The key that brings it back does nothing else.
    await page.keyboard.press('PageDown');
    await blank.waitFor({ state: 'detached' });
  }
  await at(page, 917);
  const full = (/** @type {boolean} */ on) =>
    page.waitForFunction((is) => (document.fullscreenElement !== null) === is, on);
  await page.keyboard.press('F5');
  await full(true);
  await page.keyboard.press('F5');
  await full(false);
  await page.keyboard.press('Shift+F5');
  await full(true);
  await page.keyboard.press('Escape');
  await full(false);
  assert.equal(await page.evaluate(() => document.documentElement.dataset['mode']), 'presenter');
  assert.equal(await page.evaluate(() => /** @type {any} */ (globalThis).loaded), 'once');
  // What ended just now does not end presenting, too; a later Esc does.
  const presenting = () => page.evaluate(() => document.documentElement.dataset['mode'] !== undefined);
  while (await presenting()) await page.keyboard.press('Escape');
  assert.doesNotMatch(page.url(), /present/);
  assert.deepEqual(problems, []);
});

test('presenting outlasts a reload, every page, and the way back', async () => {
  const { page } = await openPage(browser, `?present=1${VIEW}`);
  await page.reload();
  await presents(page);
  await at(page, 918);
  const pages = [
    'zones',
    'interleave',
    'swap-in',
    'decisions',
    'published',
    'compare',
    'timeline',
    'lessons',
    'room',
    'check',
  ];
  for (const id of [...pages, 'lessons/which-swap-device?step=2']) {
    await page.evaluate((hash) => {
      location.hash = hash;
    }, `#v1/${id}`);
    await page.locator('#panes').waitFor();
    await presents(page);
    await page.reload();
    await page.locator('#panes').waitFor();
    await presents(page);
  }
  for (let i = 0; i < pages.length + 1; i++) await page.goBack();
  await presents(page);
  await at(page, 918);
});

test('the speaker’s window: what is on the wall, what comes, the answer first, and it leads', async () => {
  const { page, problems, context } = await openPage(browser, `?present=1${VIEW}`);
  const opened = context.waitForEvent('page');
  await page.keyboard.press('s');
  const speaker = await opened;
  await speaker.setViewportSize({ width: 1280, height: 800 });
  await speaker.getByText('918 of 9,600').waitFor();
  await speaker.getByText('1440 × 900, following').waitFor();
  await speaker.locator('.speaker-slide svg').nth(1).waitFor();
  assert.match(await speaker.getByRole('timer').innerText(), /^00:0\d$/);
  await speaker.keyboard.press('PageDown');
  await at(page, 919);
  await speaker.getByText('919 of 9,600').waitFor();
  await speaker.keyboard.press('.');
  await page.getByRole('status', { name: /The wall is blank/ }).waitFor();
  await speaker.keyboard.press('.');
  await page.getByRole('status', { name: /The wall is blank/ }).waitFor({ state: 'detached' });

  // A question: only the speaker sees the answer, until it is shown.
  await page.keyboard.press('q');
  const answer = speaker.locator('.speaker-answer b');
  await answer.waitFor();
  await speaker.getByText('Only you see this yet').waitFor();
  assert.equal(await page.locator('.walk, .why-panel').count(), 0);
  await speaker.getByRole('button', { name: /^Show the answer/ }).click();
  await page.locator('.walk').first().waitFor();
  await page.keyboard.press('q');

  // A lesson's notes, its answers, and its steps.
  await page.evaluate(() => {
    location.hash = '#v1/lessons/which-swap-device?step=5';
  });
  await speaker.getByRole('heading', { name: /^Step 5 of 8/ }).waitFor();
  assert.ok((await speaker.locator('.speaker-words li').count()) > 0);
  await speaker.keyboard.press('PageDown');
  await page.getByText('step 6 of 8').waitFor();
  await speaker.getByRole('heading', { name: /^Step 6 of 8/ }).waitFor();

  // The wall is reloaded, and found again; it says when the window is closed.
  await page.reload();
  await speaker.getByRole('heading', { name: /^Step 6 of 8/ }).waitFor();
  // Until it is found, nobody hears that it closes.
  await page.locator('.wall-bar [aria-pressed=true]').waitFor({ state: 'attached' });
  await speaker.close({ runBeforeUnload: true });
  await page.getByText('The speaker’s window is closed.').waitFor();
  assert.deepEqual(problems, []);
});
