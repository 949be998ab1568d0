// On a phone that is touched whatever can be pressed is 44 pixels high and wide, or has that much room around it, and
// nothing of it stays behind what sticks to the window's foot, upright and sideways: questions, the menu, what is drawn with
// a finger. Pages as they open: 4-pages.test.mjs.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { axe } from './axe.mjs';
import { base, openPage, ready, testBrowser } from './browser.mjs';
import { QUESTIONS } from './questions.mjs';
import { MENU, PHONE, wrong } from './targets.mjs';

const browser = await testBrowser();

const VIEW = '#v1/swap-devices?a=model:four-nodes&b=model:four-nodes&b.rule=roundrobin&k=918';

/** @param {string} view */
const stage = async (view) => (await openPage(browser, view, PHONE)).page;

for (const { what, view, there, answer } of QUESTIONS) {
  test(`a thumb can press whatever there is, asked and answered: ${what} …`, async () => {
    const page = await stage(view);
    const question = page.locator('.question');
    await question.getByRole('heading', { name: what }).waitFor();
    await question.locator(there).first().waitFor();
    assert.deepEqual(await wrong(page), []);
    assert.deepEqual(await axe(page), []);
    await answer(page);
    await question.getByRole('button', { name: /^Show/ }).tap();
    await page.getByRole('region', { name: 'Result' }).waitFor();
    assert.deepEqual(await wrong(page), []);
    assert.deepEqual(await axe(page), []);
    await page.context().close();
  });
}

test('a finger draws a curve, and drags a level', async () => {
  const [drawn, level] = ['curve', 'level'].map((form) => QUESTIONS.find((one) => one.form === form));
  assert.ok(drawn && level);
  const page = await stage(drawn.view);
  const surface = page.locator('.answer-curve .surface');
  await surface.scrollIntoViewIfNeeded();
  const box = await surface.boundingBox();
  assert.ok(box);
  await page.mouse.move(box.x + 6, box.y + box.height * 0.1);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width - 6, box.y + box.height * 0.9, { steps: 40 });
  await page.mouse.up();
  const said = await page
    .locator('.answer-curve [role=slider]')
    .evaluateAll((all) => all.map((one) => Number(one.getAttribute('aria-valuenow'))));
  assert.equal(said.length, 8);
  assert.ok(
    said.every((value, i) => i === 0 || value < (said[i - 1] ?? 0)),
    said.join(),
  );
  await page.goto('about:blank');
  await page.goto(`${base()}/${level.view}`);
  await ready(page);
  const tank = page.getByRole('slider', { name: 'How much' });
  await tank.waitFor();
  await tank.scrollIntoViewIfNeeded();
  const room = await tank.boundingBox();
  assert.ok(room);
  await page.mouse.click(room.x + room.width / 2, room.y + room.height / 2);
  const [most, now] = await tank.evaluate((e) =>
    ['aria-valuemax', 'aria-valuenow'].map((name) => Number(e.getAttribute(name))),
  );
  assert.ok(most && now && Math.abs(now / most - 0.5) < 0.02, `${now} of ${most}`);
  await page.context().close();
});

test('a thumb can press whatever there is while presenting: the row of tunables, the wall’s bar', async () => {
  const wall = { ...PHONE, isMobile: false, viewport: { width: 1024, height: 768 } };
  const { page } = await openPage(browser, `?present=1${VIEW}`, wall);
  const WALLS = /** @type {const} */ ([
    [1024, 768],
    [1280, 720],
  ]);
  assert.deepEqual(await wrong(page, undefined, WALLS), []);
  await page.context().close();
});

test('a thumb can press whatever is in the menu, and in the form of a link for a class', async () => {
  const page = await stage(VIEW);
  assert.deepEqual(await axe(page), []);
  const menu = page.locator('header summary', { hasText: 'Menu' });
  await menu.tap();
  assert.deepEqual(await wrong(page, MENU), []);
  await page.locator('.header-list:visible').getByRole('button', { name: 'Link for a class' }).tap();
  await page.locator('.class-link').waitFor();
  assert.deepEqual(await wrong(page), []);
  await page.context().close();
});
