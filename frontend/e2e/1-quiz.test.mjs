// Predict, then see: what is hidden, an answer by mouse on the drawing and by keyboard alone, what came of it, and the way out.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { axeEverywhere } from './axe.mjs';
import { eventually, openPage, pane, testBrowser } from './browser.mjs';
import { AT_THE_MARKS } from './questions.mjs';

const browser = await testBrowser();

const VIEW = '#v1/swap-devices?a=capture:four-nodes-node&b=model:four-nodes&k=1502&predict=a1';

test('a decision is asked before it is shown, answered on the drawing, and then explained', async () => {
  const shown = await openPage(browser, VIEW.replace(/k=1502.*/, 'k=1503'));
  const why = await pane(shown.page, 'A').getByRole('heading', { name: /^Why / }).innerText();
  const taken = /Why (.*)\?/.exec(why)?.[1] ?? '';
  await shown.context.close();

  const { page, problems } = await openPage(browser, VIEW);
  const question = page.locator('.question');
  await question.getByRole('heading', { name: 'Which device gives these 64 slots?' }).waitFor();
  // The caption says question and lead: the panel does so only for those who listen.
  assert.ok(((await question.locator('legend').boundingBox())?.width ?? 0) <= 1, 'asked twice');
  assert.equal(await question.locator('legend + .note').isVisible(), false);
  assert.equal(await page.locator('.pane').count(), 1);
  assert.equal(await page.locator('.walk').count(), 0, 'no path');
  assert.equal(await pane(page, 'A').locator('.why-panel').count(), 0);
  await pane(page, 'A').getByText('after your answer').waitFor();
  await page.locator('.strip-hidden').first().waitFor();
  assert.equal(await question.getByRole('button', { name: /^Show/ }).isDisabled(), true);

  // One that it does not take.
  const names = await question.locator('.choice b').allInnerTexts();
  const other = names.findIndex((name) => name !== taken);
  await pane(page, 'A').locator(`[data-target="${other}"]`).click();
  assert.equal(await question.getByRole('radio', { name: names[other] ?? '' }).isChecked(), true);
  await question.getByRole('button', { name: /^Show/ }).click();
  await question
    .getByRole('status')
    .getByText(`You said ${names[other]}, and the kernel takes ${taken}.`)
    .waitFor();
  await question.locator('.question-because', { hasText: taken }).waitFor();
  await pane(page, 'A')
    .getByRole('heading', { name: `Why ${taken}?` })
    .waitFor();
  await pane(page, 'A').locator(`[data-ghost="${other}"]`, { hasText: 'you said' }).waitFor();
  await question.getByText('0 of 1').waitFor();

  await question.getByRole('button', { name: 'Leave, and show all' }).click();
  await question.waitFor({ state: 'detached' });
  assert.equal(await page.locator('.pane').count(), 2);
  await page.waitForURL((url) => !url.hash.includes('predict'));
  assert.deepEqual(problems, []);
});

test('by keyboard alone: a set from easy to hard, a right answer, a skip, stepping on, Escape', async () => {
  const { page, problems } = await openPage(browser, '#v1/swap-devices?a=capture:four-nodes-node&b=none&k=3');
  await page.keyboard.press('q');
  const question = page.locator('.question');
  await question.getByText('Question 1 of 8, easy ones first.').waitFor();
  await page.waitForURL(/predict=a\d+/);
  await question.locator('.choice').first().waitFor();
  const choices = await question.locator('.choice b').allTextContents();
  assert.equal(choices.length, 7);
  for (const [i] of choices.entries()) {
    await page.keyboard.press(String(i + 1));
    assert.equal(await question.getByRole('radio').nth(i).isChecked(), true);
  }
  await page.keyboard.press('Enter');
  await question.getByRole('button', { name: /Next question/ }).waitFor();
  await question.getByText(/[01] of 1/).waitFor();
  await page.keyboard.press('n');
  await question.getByText('Question 2 of 8').waitFor();
  await page.keyboard.press('n');
  await question.getByText('Question 3 of 8').waitFor();
  await question.getByText('of 1').waitFor();
  const asked = await page.locator('.count').innerText();
  await page.keyboard.press('ArrowRight');
  await question
    .getByRole('status')
    .getByText(/^The kernel: nvme/)
    .waitFor();
  await page.keyboard.press('ArrowRight');
  await question.getByText('not of the set').waitFor();
  assert.notEqual(await page.locator('.count').innerText(), asked);
  await page.keyboard.press('Escape');
  await question.waitFor({ state: 'detached' });
  await pane(page, 'A').locator('.why-panel').waitFor();
  assert.deepEqual(problems, []);
});

test('before the answer the drawing says who asks; a phone shows each choice with what it holds, its facts whole', async () => {
  const phone = { viewport: { width: 320, height: 844 }, hasTouch: true, isMobile: true };
  const { page, context } = await openPage(browser, VIEW, phone);
  const choices = page.locator('.question .choice');
  await choices.first().waitFor();
  const drawing = pane(page, 'A').locator('.drawing');
  await drawing.locator('.asked').waitFor();
  for (const choice of await choices.all()) {
    const box = await choice.boundingBox();
    assert.ok((box?.height ?? 0) >= 44);
    const bar = await choice.locator('.use-bar').evaluate((own) => {
      const [whole, level] = [own, own.firstElementChild].map((e) => e?.getBoundingClientRect().width ?? 0);
      return (level ?? 0) / (whole ?? 1);
    });
    const note = await choice.locator('.choice-note').innerText();
    const free = Number(/([\d.]+)M\sfree/.exec(note)?.[1]);
    assert.ok(Math.abs(bar - (1 - free / 96)) < 0.05, `${note}: drawn as ${bar}`);
    const lines = await choice.locator('.choice-note').evaluate((own) => {
      const text = own.firstChild;
      const facts = [...(text?.textContent ?? '').matchAll(/[^,]+/g)];
      return facts.map((fact) => {
        const range = document.createRange();
        if (!text) return 0;
        range.setStart(text, fact.index + (fact[0].length - fact[0].trimStart().length));
        range.setEnd(text, fact.index + fact[0].length);
        return range.getClientRects().length;
      });
    });
    assert.deepEqual(new Set(lines), new Set([1]), note);
  }
  await choices.nth(1).tap();
  await page.locator('.question').getByRole('button', { name: /^Show/ }).tap();
  await drawing.locator('.walk').waitFor();
  assert.equal(await drawing.locator('.asked').count(), 0);
  await context.close();
});

test('a link brings the question back; every scene asks; what has nothing to ask says so', async () => {
  const { page, problems } = await openPage(
    browser,
    '#v1/zones?a=capture:zones-fair&b=none&k=2000&predict=a4',
  );
  const question = page.locator('.question');
  await question.getByRole('heading', { name: 'Which zone gives this page?' }).waitFor();
  await page.reload();
  await question.getByRole('heading', { name: 'Which zone gives this page?' }).waitFor();
  // The first decision from there on that can be asked about.
  const [, asked] = /k=(\d+)&predict=a4$/.exec(page.url()) ?? [];
  assert.ok(Number(asked) >= 2000 && Number(asked) < 2010, page.url());
  await page.goto(page.url().replace('zones?a=capture:zones-fair', 'interleave?a=capture:interleave-8'));
  await question.getByRole('heading', { name: 'Which node gives this page?' }).waitFor();
  await page.goto(
    page
      .url()
      .replace('interleave?a=capture:interleave-8', 'swap-in?a=model:swap-in-hybrid')
      .replace(`k=${asked}`, 'k=1990'),
  );
  await question.getByRole('heading', { name: 'How does the task wait for this page?' }).waitFor();
  await page.goto(page.url().replace('swap-in?a=model:swap-in-hybrid', 'decisions?a=model:two-nodes'));
  await question.getByRole('alert').getByText('This scene asks nothing.').waitFor();
  await page.goto(page.url().replace('predict=a4', 'predict=seven'));
  await page.getByText('“predict=seven” is not a pane and seed, such as a1.').waitFor();
  assert.equal(await question.count(), 0);
  assert.deepEqual(problems, []);
});

test('in every scene the drawing marks who asks, until it is shown', async () => {
  for (const view of [
    'zones?a=capture:zones-fair&b=none&k=2000',
    'zones?a=capture:wake-zone&b=none&k=100',
    'interleave?a=capture:interleave-8&b=none&k=2000',
    'swap-in?a=model:swap-in-hybrid&b=none&k=1990',
    'swap-in?a=model:swap-in-readahead&b=none&k=3',
  ]) {
    const { page, problems, context } = await openPage(browser, `#v1/${view}&predict=a4`);
    await page.locator('.question .choice').first().waitFor();
    const asked = pane(page, 'A').locator('.drawing .asked');
    await asked.waitFor();
    // Whole, and within the drawing.
    const [own, all] = [await asked.boundingBox(), await pane(page, 'A').locator('.drawing').boundingBox()];
    assert.ok(own && all && own.x >= all.x - 1 && own.x + own.width <= all.x + all.width + 1, view);
    assert.ok(own.y >= all.y && own.y + own.height <= all.y + all.height, view);
    await page.keyboard.press('1');
    await page.keyboard.press('Enter');
    await page.getByRole('region', { name: 'Result' }).waitFor();
    await asked.waitFor({ state: 'detached' });
    assert.deepEqual(problems, [], view);
    await context.close();
  }
});

/** Where the three marks are on the screen: in the drawing, and in the chart. @param {import('playwright-core').Page} page */
const marksIn = (page) =>
  page.evaluate(() => {
    /** @param {string} css */
    const box = (css) => {
      const { left, right, top, bottom } =
        document.querySelector(css)?.getBoundingClientRect() ?? new DOMRect();
      return { left, right, y: (top + bottom) / 2 };
    };
    return ['high', 'low', 'min'].map((name) => ({
      drawn: box(`.drawing path[stroke="var(--wm-${name})"]`),
      chart: box(`.answer-curve .mark-${name}`),
    }));
  });

test('free pages near a zone’s marks are drawn on its own scale: level with the tank, or below it on a phone', async () => {
  const { page, problems } = await openPage(browser, `#v1/zones?${AT_THE_MARKS}`);
  const handles = page.locator('.answer-curve [role=slider]');
  await handles.last().waitFor();
  const level = async () => {
    const marks = await marksIn(page);
    for (const { drawn, chart } of marks) {
      assert.ok(Math.abs(drawn.y - chart.y) < 1, JSON.stringify(marks));
      assert.ok(chart.left - drawn.right < 1 && chart.right > drawn.right + 200, JSON.stringify(marks));
    }
    return marks;
  };
  const [, low] = await eventually(level);

  // Pressed where the tank has its low mark, it comes to that many pages.
  const at = await handles.nth(3).boundingBox();
  if (!at || !low) throw new Error('no handle');
  await page.mouse.click(at.x + at.width / 2, low.drawn.y);
  const said = await handles.nth(3).getAttribute('aria-valuetext');
  const words = await page.locator('.answer-curve .name-low').innerHTML();
  const [pages, mark] = [said, words].map((text) =>
    Number(/[\d,]+/.exec(text ?? '')?.[0].replaceAll(',', '')),
  );
  assert.ok(Math.abs((pages ?? 0) - (mark ?? 0)) < 30, `${said}, ${words}`);
  await handles.nth(3).press('End');
  assert.match((await handles.nth(3).getAttribute('aria-valuetext')) ?? '', /above min|between min and low/);

  await page.keyboard.press('Tab');
  await page.locator('.question [type=submit]').click();
  await page.locator('.answer-curve .is').waitFor();
  assert.equal(await page.locator('.answer-curve .said').count(), 1);
  await page.waitForFunction(() => document.querySelector('.drawing .walk, .drawing .batch, .why-panel'));
  await level();
  assert.deepEqual(problems, []);
  await page.context().close();

  const phone = { viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true };
  const { page: small, context } = await openPage(browser, `#v1/zones?${AT_THE_MARKS}`, phone);
  await small.locator('.answer-curve [role=slider]').last().waitFor();
  for (const { drawn, chart } of await marksIn(small)) assert.ok(chart.y > drawn.y + 100 && chart.left >= 0);
  assert.equal(await small.evaluate(() => document.documentElement.scrollWidth), 320);
  await context.close();
});

test('axe finds nothing, asked and shown, in any window, light and dark', async () => {
  const { page } = await openPage(browser, VIEW);
  const question = page.locator('.question');
  await question.getByRole('heading', { name: 'Which device' }).waitFor();
  assert.deepEqual(await axeEverywhere(page), []);
  await question.getByRole('radio').last().check();
  await page.keyboard.press('Enter');
  await question.getByRole('heading', { name: 'You said' }).waitFor();
  assert.deepEqual(await axeEverywhere(page), []);
});
