// A clicker on the wall: what its keys do in fields and sliders, over dialogs, menus and explanations, and while the
// wall is blank. On the plain stage: 4-presenter.test.mjs.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openPage, testBrowser } from './browser.mjs';
import { QUESTIONS } from './questions.mjs';

/** @typedef {import('playwright-core').Page} Page */

const browser = await testBrowser();

/** The speaker's window of a wall. @param {Page} page */
async function speakerOf(page) {
  const opened = page.context().waitForEvent('page');
  await page.keyboard.press('s');
  const speaker = await opened;
  await speaker.getByRole('button', { name: /Blank the wall/ }).waitFor();
  await speaker.getByText(/, following$/).waitFor();
  return speaker;
}

/** @param {Page} page */
const blankOf = (page) => page.getByRole('status', { name: /The wall is blank/ });

/** All that a key might have changed. @param {Page} page */
const stateOf = (page) =>
  page.evaluate(() => ({
    count: document.querySelector('.count')?.textContent,
    question: document.querySelector('.question')?.getAttribute('aria-label'),
    values: [...document.querySelectorAll('input, [role=slider]')].map((e) =>
      e instanceof HTMLInputElement ? [e.value, e.checked] : e.getAttribute('aria-valuenow'),
    ),
    focus: [document.activeElement?.tagName, document.activeElement?.className, document.activeElement?.id],
    full: document.fullscreenElement !== null,
    address: location.href,
    dialogs: document.querySelectorAll('dialog').length,
  }));

const KEYS = [
  'PageDown',
  'PageUp',
  '.',
  'b',
  'F5',
  'Shift+F5',
  'Escape',
  'ArrowRight',
  'Enter',
  ' ',
  '7',
  'q',
  's',
];

for (const { form, what, view, there } of QUESTIONS.filter(
  ({ form }, i) => QUESTIONS.findIndex((one) => one.form === form) === i,
))
  test(`a blank wall wakes by the first key, and only wakes: asked a ${form}, ${what}`, async () => {
    const { page, problems } = await openPage(browser, `?present=1${view}`);
    await page.locator(there).first().waitFor();
    const speaker = await speakerOf(page);
    for (const focused of ['body', '.question :is(input, [role=slider], .btn)']) {
      await page.evaluate((css) => {
        const to = document.querySelector(css);
        if (to === document.body) /** @type {HTMLElement} */ (document.activeElement).blur();
        else /** @type {HTMLElement} */ (to).focus();
      }, focused);
      const before = await stateOf(page);
      for (const key of KEYS) {
        await speaker.keyboard.press('.');
        await blankOf(page).waitFor();
        await page.keyboard.press(key);
        await blankOf(page).waitFor({ state: 'detached' });
        assert.deepEqual(await stateOf(page), before, `${key} at ${focused}`);
        await speaker.getByText(/, following$/).waitFor();
      }
    }
    assert.deepEqual(problems, []);
  });

const VIEW = '?present=1#v1/swap-devices?a=model:four-nodes&b=capture:one-each-roundrobin&k=918';

/** Whatever hides while the mouse rests. @param {Page} page @param {string} menu @param {string} item */
async function fromHeader(page, menu, item) {
  await page.mouse.move(300, 20);
  await page.locator('header summary:visible', { hasText: menu }).click();
  await page.locator('.header-list:visible').getByRole('button', { name: item, exact: true }).click();
}

/** Each by its title, and how it is opened. @type {[title: string, open: (page: Page) => Promise<void>][]} */
const DIALOGS = [
  ['Keys', (page) => page.keyboard.press('?')],
  ['Source of pane A', (page) => page.locator('[data-pane=A] .source-name').click()],
  ['Go to a decision', (page) => page.keyboard.press('/')],
  ['Link for a class', (page) => fromHeader(page, 'Share', 'Link for a class …')],
  ['In your page', (page) => fromHeader(page, 'Share', 'In your page …')],
];

/** The wall stands at a decision. @param {Page} page @param {number} k */
const at = (page, k) =>
  page.waitForFunction((is) => document.querySelector('.count')?.textContent?.startsWith(is), `${k} `);

/** @param {Page} page */
const presents = (page) => page.evaluate(() => document.documentElement.dataset['mode'] === 'presenter');

test('a dialog closes by the first press, and only closes; the next one is a step', async () => {
  const { page, problems } = await openPage(browser, VIEW);
  const speaker = await speakerOf(page);
  let k = 918;
  for (const [title, open] of DIALOGS) {
    const dialog = page.getByRole('dialog', { name: title });
    for (const key of ['PageDown', 'PageUp', 'Escape']) {
      await open(page);
      await dialog.waitFor();
      await page.keyboard.press(key);
      await dialog.waitFor({ state: 'detached' });
      assert.ok(await presents(page));
      await at(page, k);
    }
    await page.keyboard.press('PageDown');
    await at(page, ++k);
    // Led from the other window, it is the same.
    await open(page);
    await dialog.waitFor();
    await speaker.keyboard.press('PageDown');
    await dialog.waitFor({ state: 'detached' });
    await at(page, k);
    await speaker.keyboard.press('PageDown');
    await at(page, ++k);
  }
  assert.equal(await page.evaluate(() => scrollY), 0);
  assert.deepEqual(problems, []);
});

test('black lies over a dialog, which is there again as it was; full screen is no reload; Esc closes it first', async () => {
  const { page, problems } = await openPage(browser, VIEW);
  await page.evaluate(() => {
    Object.assign(globalThis, { loaded: 'once' });
  });
  await page.keyboard.press('?');
  const keys = page.getByRole('dialog', { name: 'Keys' });
  await keys.getByRole('checkbox').focus();
  for (const key of ['.', 'b']) {
    await page.keyboard.press(key);
    await blankOf(page).waitFor();
    assert.deepEqual(await blankOf(page).boundingBox(), { x: 0, y: 0, width: 1440, height: 900 });
    assert.ok(
      await page.evaluate(() => document.elementFromPoint(720, 450)?.closest('.wall-blank') !== null),
    );
    await page.keyboard.press(' ');
    await blankOf(page).waitFor({ state: 'detached' });
    assert.ok(await keys.isVisible());
    assert.ok(await keys.getByRole('checkbox').evaluate((e) => e === document.activeElement));
    assert.ok(await keys.getByRole('checkbox').isChecked());
  }
  const full = (/** @type {boolean} */ on) =>
    page.waitForFunction((is) => (document.fullscreenElement !== null) === is, on);
  await page.keyboard.press('F5');
  await full(true);
  assert.ok(await page.evaluate(() => document.elementFromPoint(720, 450)?.closest('dialog') !== null));
  await page.keyboard.press('F5');
  await full(false);
  assert.ok(await keys.isVisible());
  // The mouse wakes the wall, and presses nothing on it.
  await page.keyboard.press('.');
  await blankOf(page).waitFor();
  await page.mouse.click(5, 450);
  await blankOf(page).waitFor({ state: 'detached' });
  assert.ok(await keys.isVisible());
  await page.keyboard.press('Escape');
  await keys.waitFor({ state: 'detached' });
  assert.ok(await presents(page));

  // Where one types, a dot is a dot.
  await page.keyboard.press('/');
  await page.keyboard.type('9.');
  assert.equal(await page.locator('dialog input').inputValue(), '9.');
  await page.keyboard.press('PageDown');
  await page.locator('dialog').waitFor({ state: 'detached' });
  // Full screen may have ended just now, and takes an Esc along: a later one leaves.
  while (await presents(page)) await page.keyboard.press('Escape');
  assert.equal(await page.evaluate(() => /** @type {any} */ (globalThis).loaded), 'once');
  assert.deepEqual(problems, []);
});

test('a menu and the meaning of a word close with the step; Esc closes them first', async () => {
  const { page, problems } = await openPage(browser, VIEW);
  const menu = page.locator('header .header-list:visible');
  const means = page.locator('.term-box');
  /** @type {[import('playwright-core').Locator, () => Promise<void>][]} */
  const passing = [
    [
      menu,
      async () => {
        await page.mouse.move(300, 20);
        await page.locator('header summary:visible', { hasText: 'Share' }).click();
      },
    ],
    [means, () => page.getByRole('button', { name: 'slots' }).first().click()],
    // By pointing at it: nothing has the focus.
    [
      means,
      async () => {
        await page.evaluate(() => /** @type {HTMLElement} */ (document.activeElement).blur());
        await page.mouse.move(300, 450);
        await page.getByRole('button', { name: 'slots' }).first().hover();
      },
    ],
  ];
  let k = 918;
  for (const [what, open] of passing) {
    await open();
    await what.waitFor();
    await page.keyboard.press('PageDown');
    await what.waitFor({ state: 'hidden' });
    await at(page, ++k);
    await page.mouse.move(300, 450);
    await open();
    await what.waitFor();
    await page.keyboard.press('Escape');
    await what.waitFor({ state: 'hidden' });
    assert.ok(await presents(page));
    await at(page, k);
    await page.mouse.move(300, 450);
  }
  await page.evaluate(() => {
    location.hash = '#v1/lessons/which-swap-device?step=1';
  });
  const note = page.locator('.term-note:visible');
  await page.getByText('step 1 of 8').waitFor();
  await page.locator('.lesson-words .term-word button').first().click();
  await note.waitFor();
  await page.keyboard.press('Escape');
  await note.waitFor({ state: 'hidden' });
  assert.ok(await presents(page));
  await page.locator('.lesson-words .term-word button').first().click();
  await note.waitFor();
  await page.keyboard.press('PageDown');
  await page.getByText('step 2 of 8').waitFor();
  assert.deepEqual(problems, []);
});

test('a clicker leads the tour from card to card, from either window, and ends it', async () => {
  const { page, problems } = await openPage(browser, VIEW);
  const speaker = await speakerOf(page);
  await fromHeader(page, 'Menu', 'Tour of this scene');
  const card = page.locator('.tour-head span');
  await card.filter({ hasText: /^1 of / }).waitFor();
  await page.keyboard.press('PageDown');
  await card.filter({ hasText: /^2 of / }).waitFor();
  await speaker.keyboard.press('PageDown');
  await card.filter({ hasText: /^3 of / }).waitFor();
  await speaker.keyboard.press('PageUp');
  await card.filter({ hasText: /^2 of / }).waitFor();
  const of = Number((await card.innerText()).split(' of ')[1]);
  for (let i = 2; i < of; i++) await page.keyboard.press('PageDown');
  await card.filter({ hasText: `${of} of ${of}` }).waitFor();
  await page.keyboard.press('PageDown');
  await card.waitFor({ state: 'detached' });
  await at(page, 918);
  assert.deepEqual(problems, []);
});

test('beside the stage a click scrolls what is on the wall, and moves nothing behind it', async () => {
  const { page, problems } = await openPage(browser, VIEW);
  const speaker = await speakerOf(page);
  await page.evaluate(() => {
    location.hash = '#v1/published';
  });
  await page.getByRole('heading', { level: 1 }).waitFor();
  await speaker.getByText('Published tables').waitFor();
  await speaker.getByText('further down').waitFor();
  assert.equal(await speaker.locator('.speaker-slide').count(), 0);
  const down = (/** @type {boolean} */ is) =>
    page.waitForFunction((far) => (far ? scrollY > 100 : scrollY === 0), is);
  for (const leads of [page, speaker]) {
    await leads.keyboard.press('PageDown');
    await down(true);
    await leads.keyboard.press('PageUp');
    await down(false);
  }
  await page.keyboard.press('?');
  const keys = page.getByRole('dialog', { name: 'Keys' });
  await keys.waitFor();
  await page.keyboard.press('PageDown');
  await keys.waitFor({ state: 'detached' });
  assert.equal(await page.evaluate(() => scrollY), 0);
  await page.goBack();
  await at(page, 918);
  await speaker.getByText('918 of 9,600').waitFor();
  assert.deepEqual(problems, []);
});
