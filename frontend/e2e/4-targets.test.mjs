// On a phone that is touched whatever can be pressed is 44 pixels high and wide, or has that much room around it, and
// nothing of it stays behind what sticks to the window's foot, upright and sideways.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { axe } from './axe.mjs';
import { base, launch, openAt, openPage, ready, settled } from './browser.mjs';
import { QUESTIONS } from './questions.mjs';
import { SCENES } from './scenes.mjs';
import { MENU, PHONE, wrong } from './targets.mjs';
import { open, openReport, start, unfold } from './timeline.mjs';

/** @typedef {import('playwright-core').Page} Page */

/** @type {import('playwright-core').Browser} */
let browser;
before(async () => {
  browser = await launch();
});
after(() => browser.close());

const VIEW = '#v1/swap-devices?a=model:four-nodes&b=model:four-nodes&b.rule=roundrobin&k=918';

/** @param {string} view */
const stage = async (view) => (await openPage(browser, view, PHONE)).page;

/** With its strip, which comes behind the drawings and makes the transport higher. @param {string} view */
async function striped(view) {
  const page = await stage(view);
  await page.locator('svg.strip').first().waitFor();
  return page;
}

/** A page beside the stage, as soon as it shows that. @param {string} view @param {string} what */
async function at(view, what) {
  const { page } = await openAt(browser, view, PHONE, /Failed to load resource/);
  await page.locator(what).first().waitFor();
  return page;
}

/** Pages that are whole in this respect: add one when it is. @type {(readonly [string, () => Promise<Page>])[]} */
const PAGES = [
  ...SCENES.map(({ id, title, both }) => /** @type {const} */ ([title, () => striped(`#v1/${id}?${both}`)])),
  ['all decisions', () => striped('#v1/decisions?a=model:four-nodes&b=capture:one-each-roundrobin&k=1800')],
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
      await openReport(page);
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
    await page.getByRole('region', { name: 'What came of it' }).waitFor();
    assert.deepEqual(await wrong(page), []);
    assert.deepEqual(await axe(page), []);
    await page.context().close();
  });
}

test('a finger draws a curve, and drags a level', async () => {
  const [drawn, level] = ['curve', 'level'].map((form) => QUESTIONS.find((one) => one.form === form));
  assert.ok(drawn && level);
  const page = await stage(drawn.view);
  const surface = page.locator('.asks-curve .surface');
  await surface.scrollIntoViewIfNeeded();
  const box = await surface.boundingBox();
  assert.ok(box);
  await page.mouse.move(box.x + 6, box.y + box.height * 0.1);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width - 6, box.y + box.height * 0.9, { steps: 40 });
  await page.mouse.up();
  const said = await page
    .locator('.asks-curve [role=slider]')
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
