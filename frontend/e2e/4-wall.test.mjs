// On a wall of any size: every scene, every kind of question before and after its answer, lessons, and pages.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checked, fits, openAt, openPage, testBrowser } from './browser.mjs';
import { QUESTIONS } from './questions.mjs';
import { SCENES } from './scenes.mjs';
import { onWalls, SHAPES, WALLS } from './wall.mjs';

/** @typedef {import('playwright-core').Page} Page */

const browser = await testBrowser();

const [[width, height]] = WALLS;
const SMALL = { viewport: { width, height } };

const STAGE = {
  sentences: ['.caption h1'],
  columns: ['[data-pane=A] :is(.drawing, li, .why-hidden)'],
};
const NARRATED = {
  ...STAGE,
  parts: ['.caption h1', '[data-pane=A] .drawing', '[data-pane=A] .why-panel li'],
};
const ASKED = { ...STAGE, parts: ['.caption h1', '[data-pane=A] .drawing', '.question form'] };
const SHOWN = { ...NARRATED, parts: [...NARRATED.parts, '.question h2', '.question-because'] };

for (const view of [
  ...SCENES.map(({ id, picture, both }) => `${id}?${picture ?? both}`),
  'decisions?a=model:four-nodes&b=capture:one-each-roundrobin&k=1800',
  'decisions?a=capture:zones-fair&b=capture:swap-in-hybrid&k=1800',
])
  test(`a wall of any size, nothing cut, read from the last row: ${view}`, async () => {
    const { page, context } = await openPage(browser, `?present=1#v1/${view}`, SMALL);
    await checked(page);
    const found = await onWalls(page, {
      ...NARRATED,
      name: view.replace(/[?:&]/g, '-').slice(0, 40),
      parts: NARRATED.parts.flatMap((part) => [part, part.replace('pane=A', 'pane=B')]),
    });
    await context.close();
    assert.deepEqual(found, []);
  });

// One question of each scene on every wall, the others in both shapes.
const seen = new Set();
for (const { form, what, view, there, answer } of QUESTIONS) {
  const [scene = ''] = view.slice(4).split('?');
  const walls = seen.has(scene) ? SHAPES : WALLS;
  seen.add(scene);
  test(`a wall of any size, asked, answered, shown: ${what}`, async () => {
    const { page, context } = await openPage(browser, `?present=1${view}`, SMALL);
    await page.locator(there).first().waitFor();
    await checked(page);
    const name = (/** @type {string} */ state) => `${scene}-${form}-${state}`;
    const found = await onWalls(page, { ...ASKED, walls, name: name('asked') });
    await answer(page);
    found.push(...(await onWalls(page, { ...ASKED, walls, name: name('answered') })));
    // As a clicker does, wherever the focus is: in what is dragged or typed, too.
    await page.keyboard.press('PageDown');
    await page.locator('.question h2').waitFor();
    await checked(page);
    const because = await page.locator('.question-because').count();
    found.push(
      ...(await onWalls(page, {
        ...{ ...SHOWN, walls },
        sentences: [...SHOWN.sentences, '.question h2'],
        parts: SHOWN.parts.filter((part) => because > 0 || part !== '.question-because'),
        name: name('shown'),
      })),
    );
    await context.close();
    assert.deepEqual(found, []);
  });
}

for (const [id, step] of /** @type {const} */ ([
  ['what-am-i-looking-at', 3],
  ['which-swap-device', 5],
  ['when-kswapd-wakes', 3],
  ['asleep-or-spinning', 2],
  ['one-page-from-each-node', 2],
]))
  test(`a wall of any size, a lesson’s step, asked and shown: ${id}`, async () => {
    const address = `?present=1#v1/lessons/${id}?step=${step}`;
    const { page, context } = await openAt(browser, address, SMALL, /Failed to load resource/);
    const there = page.locator('.lesson-panes[data-there=true] .pane');
    await there.first().waitFor();
    await checked(page);
    const parts = ['.lesson-words h1', '.lesson-words > p', '.lesson-question .question h2', '.lesson-bar'];
    const columns = ['.lesson-picture > *'];
    const sentences = ['.lesson-words h1', '.lesson-question .question h2'];
    const picture = '.lesson-picture';
    const found = await onWalls(page, { sentences, parts, columns: [], picture, name: `${id}-asked` });
    await page.locator('.lesson-question form').waitFor();
    await page.keyboard.press('PageDown');
    await page.locator('.lesson-question form').waitFor({ state: 'detached' });
    await page.locator('.lesson-panes[data-there=true] .drawing').first().waitFor();
    await checked(page);
    found.push(...(await onWalls(page, { sentences, parts, columns, picture, name: `${id}-shown` })));
    await page.keyboard.press('PageUp');
    await page.locator('.lesson-question form').waitFor();
    await context.close();
    assert.deepEqual(found, []);
  });

for (const view of ['compare', 'published', 'lessons', 'timeline', 'check'])
  test(`a wall of any size, nothing wider than it: ${view}`, async () => {
    const { page, context } = await openAt(
      browser,
      `?present=1#v1/${view}`,
      SMALL,
      /Failed to load resource/,
    );
    await page.locator('#panes').waitFor();
    for (const [width, height] of WALLS) {
      await page.setViewportSize({ width, height });
      await fits(page);
    }
    await context.close();
  });
