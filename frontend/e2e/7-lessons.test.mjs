// Lessons: a whole one by keyboard, on a phone, from a file, bad ones; exercises on two pages.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fits, testBrowser } from './browser.mjs';
import { openLesson, pictured } from './lessons.mjs';

/** @typedef {import('playwright-core').Page} Page */

const browser = await testBrowser();

/** @param {string} view @param {import('playwright-core').BrowserContextOptions} [options] */
const open = (view, options) => openLesson(browser, view, options);

test('a whole lesson by keyboard alone: every step, every question answered or shown', async () => {
  const { page, problems } = await open('#v1/lessons/which-swap-device');
  const titles = await page.locator('.lesson-bar li').count();
  assert.equal(titles, 8);
  for (let step = 1; step <= titles; step++) {
    await page.getByText(`step ${step} of ${titles}`).waitFor();
    if (step === 1)
      await page
        .locator('.lesson-aims')
        .getByRole('link', { name: 'What am I looking at', exact: true })
        .waitFor();
    if (step === titles) await page.getByRole('link', { name: 'In turn', exact: true }).waitFor();
    await pictured(page);
    for (;;) {
      const question = page.getByRole('region', { name: 'Question' });
      if ((await question.count()) === 0) break;
      const radio = question.getByRole('radio').first();
      if (await radio.count()) {
        await radio.focus();
        await page.keyboard.press('2');
        assert.equal(await question.getByRole('radio').nth(1).isChecked(), true);
        await question.getByRole('status').getByText('You chose').waitFor();
        await page.keyboard.press('Enter');
        await page
          .getByRole('status')
          .getByText(/You said .*, and the model takes/)
          .waitFor();
      } else if (await question.getByRole('textbox').count()) {
        await question.getByRole('textbox').focus();
        await page.keyboard.type('25');
        await page.keyboard.press('Enter');
      } else {
        await question.getByRole('button', { name: 'Show without an answer' }).focus();
        await page.keyboard.press('Enter');
      }
      const result = page.getByRole('region', { name: 'Result' });
      await result.waitFor();
      const next = result.getByRole('button', { name: 'Next question' });
      if ((await next.count()) === 0) break;
      await next.focus();
      await page.keyboard.press('Enter');
    }
    if (step < titles) await page.keyboard.press('PageDown');
  }
  await page.keyboard.press('PageUp');
  await page.getByText(`step 7 of ${titles}`).waitFor();
  await page.reload();
  await page.getByText(`step 7 of ${titles}`).waitFor();
  await page.goBack();
  await page.getByText(`step 8 of ${titles}`).waitFor();
  assert.deepEqual(problems, []);
});

test('the list says how far one has come, where to go on, and forgets it', async () => {
  const { page, problems } = await open('#v1/lessons');
  await page.getByRole('link', { name: 'Begin: What am I looking at' }).waitFor();
  assert.equal(await page.getByText(/of 8 done/).count(), 0);
  await page.locator('.lesson-cards').getByRole('link', { name: 'In turn', exact: true }).click();
  await page.getByText('step 1 of 8').waitFor();
  await page.keyboard.press('PageDown');
  await page.getByText('step 2 of 8').waitFor();
  await page.goto(new URL('#v1/lessons', page.url()).href);
  const card = page.locator('.lesson-cards li', { hasText: 'In turn' });
  // A small drawing of each, of this theme alone.
  await page.waitForFunction(() => {
    const shown = [...document.querySelectorAll('.lesson-cards img')].filter((img) => img.checkVisibility());
    return shown.length === 8 && shown.every((img) => /** @type {HTMLImageElement} */ (img).naturalWidth > 0);
  });
  await card.getByText('step 2 of 8').waitFor();
  await page.getByText('0 of 8 done').waitFor();
  await page.getByRole('link', { name: 'Go on: In turn, step 2' }).click();
  await page.getByText('step 2 of 8').waitFor();
  await page.goto(new URL('#v1/lessons/in-turn?step=8', page.url()).href);
  await page.getByText('step 8 of 8').waitFor();
  await page.goto(new URL('#v1/lessons', page.url()).href);
  await card.locator('b', { hasText: 'done' }).waitFor();
  await page.getByText('1 of 8 done').waitFor();
  await page.getByRole('link', { name: 'Next: What am I looking at' }).waitFor();
  await page.reload();
  await page.getByText('1 of 8 done').waitFor();
  await page.getByRole('button', { name: 'forget it' }).click();
  await page.getByRole('link', { name: 'Begin: What am I looking at' }).waitFor();
  assert.equal(await card.locator('b').count(), 0);
  await fits(page);
  assert.deepEqual(problems, []);
});

test('what is asked is hidden: from the drawing, from its words and from screen readers', async () => {
  const { page, problems } = await open('#v1/lessons/which-swap-device?step=5');
  await pictured(page);
  const question = page.getByRole('region', { name: 'Question' });
  await question.getByRole('radio').first().waitFor();
  assert.equal(await page.locator('.walk, .why-panel').count(), 0);
  assert.match((await page.locator('.twin').textContent()) ?? '', /list 2: hidden until you answer/);
  await page.locator('[data-target="3"]').click();
  assert.equal(await question.getByRole('radio', { name: 'swapD' }).isChecked(), true);
  await question.getByRole('button', { name: /^Show/ }).first().click();
  await page.getByRole('heading', { name: 'You said swapD, and the model takes swapA.' }).waitFor();
  await page.locator('.why-panel').waitFor();
  // The tunable that the lesson frees, and the way back.
  await page
    .getByRole('radio', { name: 'global' })
    .or(page.getByRole('button', { name: 'global' }))
    .first()
    .click();
  await page.getByRole('button', { name: 'As the lesson has it' }).click();
  await page.getByRole('button', { name: 'As the lesson has it' }).waitFor({ state: 'detached' });

  await page.goto(page.url().replace('step=5', 'step=6'));
  const bar = page.getByRole('slider', { name: 'How much' });
  await bar.waitFor();
  assert.equal(await page.locator('.lesson-panes [data-pane=B]').count(), 0);
  await bar.focus();
  await page.keyboard.press('Home');
  for (let i = 0; i < 4; i++) await page.keyboard.press('PageUp');
  assert.match((await bar.getAttribute('aria-valuetext')) ?? '', /^102\.?\d*M of 256M$/);
  await page
    .getByRole('button', { name: /^Show Enter|^Show$/ })
    .first()
    .click();
  await page
    .getByRole('status')
    .getByText(/You said 102/)
    .waitFor();
  await page.locator('.lesson-panes [data-pane=B] .drawing > *').waitFor();
  assert.deepEqual(problems, []);
});

test('a file opens with all that is to be mended, by line; what is no lesson says why', async () => {
  const { page, problems } = await open('#v1/lessons');
  const text = [
    '---\ntitle: Mine <b>\nid: mine\nminutes: 5\n---\n\n## One <img src=x onerror=alert(1)>',
    'It has 5 nodes, [[no such word]], <script>alert(1)</script>.',
    '[view](#v1/swap-devices?a=model:four-nodes&k=3)\n\n## Two\n\nWords.\n\n[view](#v1/nowhere)\n',
  ].join('\n\n');
  const file = (/** @type {string} */ body, name = 'mine.md') => ({
    name,
    mimeType: 'text/markdown',
    buffer: Buffer.from(body),
  });
  await page.getByTestId('lesson-file').setInputFiles(file(text));
  await page.getByText('step 1 of 2').waitFor();
  await pictured(page);
  const wrong = page.locator('.lesson-wrong');
  await wrong.locator('summary').click();
  await wrong.getByText('“5 nodes” is typed. Write {nodes}: the core says 4.').waitFor();
  await wrong.getByText('“no such word” is not in the glossary.').waitFor();
  assert.equal(await page.locator('.lesson-words img, .lesson-words script').count(), 0);
  await page.getByRole('link', { name: 'Next' }).click();
  await page.getByText('This picture does not open.').waitFor();
  await page.reload();
  await page.getByText('a reload cannot bring it back').waitFor();
  await page.goto(page.url().replace(/#.*/, '#v1/lessons/no-such-lesson'));
  await page.getByText('There is no lesson “no-such-lesson” here.').waitFor();
  await page.goto(page.url().replace(/#.*/, '#v1/lessons/from?src=https://example.org/x.md'));
  await page.getByText('A lesson opens from this server alone.').waitFor();
  await page.goto(page.url().replace(/#.*/, '#v1/lessons/from?src=datasets/lessons/in-turn.md&step=2'));
  await page.getByText('step 2 of 8').waitFor();
  assert.deepEqual(problems, []);
});

test('on a phone: words, picture, question, in this order; nothing is too wide', async () => {
  for (const [width, height] of /** @type {const} */ ([
    [390, 844],
    [320, 640],
    [844, 390],
  ])) {
    const { page, context } = await open('#v1/lessons/which-swap-device?step=2', {
      viewport: { width, height },
    });
    await pictured(page);
    await page.getByRole('radio').first().waitFor();
    const tops = await page.evaluate(() =>
      ['.lesson-words', '.lesson-picture', '.lesson-question'].map(
        (one) => document.querySelector(one)?.getBoundingClientRect().top ?? 0,
      ),
    );
    assert.deepEqual(
      tops,
      [...tops].sort((a, b) => a - b),
    );
    await fits(page);
    await context.close();
  }
});

test('nothing is to be scrolled at 1440 by 900, question or no', async () => {
  for (const step of [1, 2, 3, 5, 6]) {
    const { page, context } = await open(`#v1/lessons/which-swap-device?step=${step}`);
    await pictured(page);
    await page.waitForFunction(() => document.documentElement.scrollHeight <= innerHeight);
    await context.close();
  }
});

test('exercises: the same for a seed, answers when asked for, two pages of paper with the key', async () => {
  const { page, problems } = await open('#v1/lessons/which-swap-device/exercises?seed=7');
  await page.locator('.exercise-sheet > li').nth(7).waitFor();
  await page.locator('.exercise-sheet > li .drawing svg').nth(7).waitFor();
  const sheet = () => page.locator('.exercise-sheet').innerText();
  const first = await sheet();
  assert.equal(await page.locator('.exercise-answer').count(), 0);
  assert.equal(await page.locator('.walk').count(), 0);
  await page.getByRole('link', { name: 'Show the answers' }).click();
  await page.locator('.exercise-key').waitFor();
  const pages = (/** @type {Buffer} */ pdf) =>
    (pdf.toString('latin1').match(/\/Type\s*\/Page[^s]/g) ?? []).length;
  assert.equal(pages(await page.pdf({ preferCSSPageSize: true })), 2);
  await page.getByRole('link', { name: 'Hide the answers' }).click();
  await page.locator('.exercise-key').waitFor({ state: 'detached' });
  assert.equal(pages(await page.pdf({ preferCSSPageSize: true })), 2);
  await page.reload();
  await page.locator('.exercise-sheet > li .drawing svg').nth(7).waitFor();
  assert.equal(await sheet(), first);
  assert.deepEqual(problems, []);
});
