// Every kind of question that a scene asks: answered by keyboard alone, and announced to a screen reader.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { base, openPage, testBrowser } from './browser.mjs';
import { QUESTIONS, tabTo } from './questions.mjs';

/** @typedef {import('playwright-core').Page} Page */

const browser = await testBrowser();

/**
 * Writes down what a screen reader would say unasked: what changes in a status that was there before it had words.
 * @param {Page} page
 */
const listen = (page) =>
  page.evaluate(() => {
    /** @type {Map<Element, string>} */
    const known = new Map();
    /** @type {string[]} */
    const heard = [];
    const look = () => {
      for (const element of document.querySelectorAll('[role=status], [aria-live=polite]')) {
        const words = (element.textContent ?? '').replace(/\s+/g, ' ').trim();
        if (known.has(element) && words !== '' && words !== known.get(element)) heard.push(words);
        known.set(element, words);
      }
    };
    look();
    new MutationObserver(look).observe(document.body, {
      subtree: true,
      childList: true,
      characterData: true,
    });
    Object.assign(globalThis, { heard });
  });

/** It was said, from then on until now. @param {Page} page @param {string} words */
const hears = (page, words) =>
  page.waitForFunction(
    (wanted) => /** @type {any} */ (globalThis).heard.some((/** @type {string} */ w) => w.includes(wanted)),
    words.replace(/\s+/g, ' ').trim(),
  );

for (const { what, form, view, there, answer } of QUESTIONS) {
  test(`by keyboard alone, and heard: ${what} …`, async () => {
    const { page, problems } = await openPage(browser, view.replace(/&predict=.*/, ''));
    await listen(page);
    await page.goto(`${base()}/${view}`);
    const question = page.locator('.question');
    const asked = question.getByRole('heading', { name: what });
    await asked.waitFor();
    await question.locator(there).first().waitFor();
    // Asked: said, and the keys are there.
    await hears(page, await asked.innerText());
    assert.ok(await question.evaluate((e) => e.contains(document.activeElement)));
    const choices = await question.locator('.choice b').allInnerTexts();
    for (const [i, words] of choices.entries()) {
      await hears(page, `${i + 1}: ${words}`);
      assert.equal((await question.getByRole('radio', { name: words }).count()) > 0, true);
    }

    // Answered: said, or on the control that has the focus.
    await answer(page);
    if (form === 'choice') await hears(page, `You chose ${choices[1]}.`);
    else if (form === 'order') await hears(page, 'Now in this order: ');
    else if (form !== 'number') {
      const said = await page.evaluate(() => document.activeElement?.getAttribute('aria-valuetext'));
      assert.match(said ?? '', /\d/);
    }
    if (form !== 'choice') await tabTo(page, '.question [type=submit]');
    await page.keyboard.press('Enter');

    // Shown: what came, and why.
    const came = page.getByRole('region', { name: 'Result' });
    await came.waitFor();
    await hears(page, await came.getByRole('heading').first().innerText());
    await hears(page, await came.locator('.question-because').innerText());
    assert.ok(await question.evaluate((e) => e.contains(document.activeElement)));
    await page.keyboard.press('Escape');
    await question.waitFor({ state: 'detached' });
    assert.deepEqual(problems, []);
    await page.context().close();
  });
}
