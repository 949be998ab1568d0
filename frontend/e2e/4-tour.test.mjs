// For who has never met any of this: a tour of each scene, terms where they are read, how to read the strip.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fits, openAt, openPage, pane, reached, testBrowser } from './browser.mjs';
import { SCENES } from './scenes.mjs';
import { isShort } from './tiers.mjs';

const browser = await testBrowser();

/** A minute, read at an easy pace. */
const WORDS = 260;

/** In a short tier a usual screen and the narrowest. */
const TOUR_SIZES = /** @type {const} */ ([
  [1440, 900],
  [320, 640],
  [390, 844],
  [844, 390],
]).slice(0, isShort() ? 2 : 4);

for (const view of [
  ...SCENES.map(({ id, both }) => `${id}?${both}`),
  'decisions?a=model:four-nodes&b=capture:one-each-roundrobin&k=1800',
]) {
  for (const [width, height] of TOUR_SIZES) {
    test(`a tour by keyboard, each part seen beside its card: ${view}, ${width} by ${height}`, async () => {
      const { page, problems } = await openPage(browser, `#v1/${view}`, { viewport: { width, height } });
      await page.keyboard.press('?');
      await page.getByRole('button', { name: /^A tour of this scene/ }).press('Enter');
      const tour = page.locator('dialog.tour');
      await tour.waitFor();
      const of = Number((await tour.locator('.tour-head span').innerText()).split(' of ')[1]);
      assert.ok(of >= 5, `${of} steps`);
      let words = 0;
      const seen = [];
      for (let step = 1; step <= of; step++) {
        await tour.getByText(`${step} of ${of}`).waitFor();
        words += (await tour.locator('p').innerText()).split(/\s+/).length;
        seen.push(await tour.getByRole('heading').innerText());
        const boxes = await tour.evaluate((own) => {
          const [card, hole] = ['.tour-card', '.tour-hole'].map((what) =>
            own.querySelector(what)?.getBoundingClientRect(),
          );
          if (!card || !hole) return null;
          const over = Math.min(card.bottom, hole.bottom) - Math.max(card.top, hole.top);
          const beside = Math.min(card.right, hole.right) - Math.max(card.left, hole.left);
          const inside =
            card.top >= 0 && card.bottom <= innerHeight && card.left >= 0 && card.right <= innerWidth;
          return { inside, seen: over <= 0 || beside <= 0 ? 1 : 1 - over / hole.height };
        });
        assert.ok(boxes?.inside, `the card of step ${step} stands out of the window`);
        assert.ok(boxes.seen > 0.25, `step ${step}: ${Math.round(100 * boxes.seen)} % of the part is seen`);
        await page.keyboard.press(step % 2 ? 'Enter' : 'ArrowRight');
      }
      await tour.waitFor({ state: 'detached' });
      assert.ok(words <= WORDS, `${words} words`);
      assert.equal(new Set(seen).size, of);
      await fits(page);
      assert.deepEqual(problems, []);
    });
  }
}

test('the tour is left by Esc; what a link hides is left out', async () => {
  const { page } = await openPage(browser, '?hide=why,strip#v1/zones?a=model:zones-preferred&b=none&k=9');
  await page.locator('header summary', { hasText: 'Menu' }).press('Enter');
  await page.getByRole('button', { name: 'Tour of this scene' }).click();
  const tour = page.locator('dialog.tour');
  await tour.waitFor();
  await page.keyboard.press('ArrowLeft');
  await tour.getByText(/^1 of/).waitFor();
  const titles = [];
  const of = Number((await tour.locator('.tour-head span').innerText()).split(' of ')[1]);
  for (let i = 0; i < of; i++) {
    titles.push(await tour.getByRole('heading').innerText());
    if (i < of - 1) await page.keyboard.press('PageDown');
  }
  assert.ok(!titles.includes('Why it was decided so'), titles.join());
  await page.keyboard.press('Escape');
  await tour.waitFor({ state: 'detached' });
});

test('a tour frames the whole of what it speaks of, and ends where one goes Back', async () => {
  const view = '#v1/swap-devices?a=model:four-nodes&b=capture:one-each-roundrobin&k=918';
  const { page, context } = await openPage(browser, view, { viewport: { width: 1024, height: 768 } });
  await page.evaluate(() => {
    location.hash = '#v1/lessons';
  });
  await page.locator('.lesson-list').waitFor();
  await page.goBack();
  await page.locator('[data-device]').first().waitFor();
  await page.keyboard.press('?');
  await page.getByRole('button', { name: /^A tour of this scene/ }).press('Enter');
  const tour = page.locator('dialog.tour');
  await tour.waitFor();
  while ((await tour.getByRole('heading').innerText()) !== 'A bar is one swap device')
    await page.keyboard.press('ArrowRight');
  for (const [width, height] of /** @type {const} */ ([
    [1024, 768],
    [2560, 1440],
  ])) {
    await page.setViewportSize({ width, height });
    await page.waitForFunction(() => {
      const hole = document.querySelector('.tour-hole')?.getBoundingClientRect();
      const tanks = [...document.querySelectorAll('#pane-A [data-device]')].map((e) =>
        e.getBoundingClientRect(),
      );
      return (
        hole &&
        tanks.length === 4 &&
        tanks.every(
          (t) => t.left >= hole.left && t.right <= hole.right && t.top >= hole.top && t.bottom <= hole.bottom,
        )
      );
    });
  }
  await page.goForward();
  await page.locator('.lesson-list').waitFor();
  await page.goBack();
  await page.locator('[data-device]').first().waitFor();
  assert.equal(await tour.count(), 0);
  await context.close();
});

test('on a large screen a term opens beside its word, and a press on the strip goes where it is', async () => {
  const large = { viewport: { width: 2560, height: 1440 } };
  const view = '#v1/swap-devices?a=model:four-nodes&b=capture:one-each-roundrobin&k=918';
  const { page, context } = await openPage(browser, view, large);
  const word = pane(page, 'A').locator('.why .term-word > button').last();
  // Once it is open, it has terms of its own.
  const at = await word.boundingBox();
  await word.click();
  const box = await page.locator('.term-box').boundingBox();
  assert.ok(box && at);
  const [above, below] = [at.y - box.y - box.height, box.y - at.y - at.height];
  assert.ok(Math.max(above, below) >= 0 && Math.max(above, below) < 40, JSON.stringify({ box, at }));
  await page.keyboard.press('Escape');
  const frame = await page.locator('.strip-cursor').first().boundingBox();
  assert.ok(frame);
  // Four cells on, as wide as the frame is but for its stroke.
  const pitch = await page.locator('.strip').evaluate((svg) => {
    const { width } = svg.getBoundingClientRect();
    return ((Number(svg.getAttribute('width')) - 28) / 44) * (width / Number(svg.getAttribute('width')));
  });
  await page.mouse.click(frame.x + frame.width / 2 + 4 * pitch, frame.y + frame.height / 4);
  await reached(page, 922);
  await context.close();
});

for (const view of [
  '#v1/swap-devices?a=model:four-nodes&b=capture:one-each-roundrobin&k=918',
  '#v1/zones?a=model:zones-preferred&b=model:zones-fair&k=12001',
])
  test(`what clings to a term stands in its line: ${view}`, async () => {
    const { page, context } = await openPage(browser, view, { viewport: { width: 500, height: 844 } });
    const found = [];
    let clinging = 0;
    for (let width = 320; width <= 500; width += 4) {
      await page.setViewportSize({ width, height: 844 });
      const seen = await page.evaluate(() => {
        const apart = [];
        let n = 0;
        for (const word of document.querySelectorAll('.caption .term-word, .why .term-word')) {
          const block = word.closest('li, p, h1');
          const walk = block && document.createTreeWalker(block, NodeFilter.SHOW_TEXT);
          let next = walk?.nextNode();
          while (next && !(word.compareDocumentPosition(next) === Node.DOCUMENT_POSITION_FOLLOWING))
            next = walk?.nextNode();
          if (!next || /^(\s|$)/.test(next.textContent ?? '')) continue;
          const range = document.createRange();
          range.setStart(next, 0);
          range.setEnd(next, 1);
          const [mark, term] = [range.getBoundingClientRect(), word.getBoundingClientRect()];
          if (mark.height === 0) continue;
          n++;
          if (mark.top > term.bottom - 4) apart.push(word.textContent);
        }
        return { apart, n };
      });
      clinging += seen.n;
      found.push(...seen.apart.map((words) => `${width}: ${words}`));
    }
    assert.ok(clinging > 40, `${clinging} looked at`);
    assert.deepEqual(found, []);
    await context.close();
  });

test('the strip says how it is read', async () => {
  const { page } = await openPage(
    browser,
    '#v1/swap-devices?a=model:four-nodes&b=capture:one-each-roundrobin&k=918',
  );
  await page.getByRole('button', { name: 'How to read the strip' }).press('Enter');
  const note = page.getByRole('note', { name: 'How to read the strip' });
  await note.getByText('the device that gave slots, in the colour of its node').waitFor();
  await note.getByText(/asked what it would have decided/).waitFor();
  await page.keyboard.press('Escape');
  await note.waitFor({ state: 'hidden' });
});

test('a term opens by tap, by focus and by pointing at it; Esc closes it', async () => {
  const view = '#v1/swap-devices?a=model:four-nodes&b=capture:one-each-roundrobin&k=918';
  const { page } = await openPage(browser, view, { hasTouch: true });
  const term = pane(page, 'A').locator('.why .term-word > button').first();
  const box = page.locator('.term-box');
  await term.tap();
  await box.waitFor();
  await page.keyboard.press('Escape');
  await box.waitFor({ state: 'detached' });
  await page.locator('.caption .term-word > button').first().hover();
  await box.waitFor();
  await page.mouse.move(2, 880);
  await box.waitFor({ state: 'detached' });
  await page.locator('.caption').click({ position: { x: 2, y: 2 } });
  await page.locator('h1').evaluate((h) => {
    h.setAttribute('tabindex', '-1');
    /** @type {HTMLElement} */ (h).focus();
  });
  await page.keyboard.press('Tab');
  await box.waitFor();
});

for (const width of [390, 320])
  test(`each term of the first lesson is explained where it is read, all of it in sight at ${width} px`, async () => {
    const phone = { viewport: { width, height: 844 }, hasTouch: true, isMobile: true };
    const { page, problems, context } = await openAt(
      browser,
      '#v1/lessons/what-am-i-looking-at',
      phone,
      /Failed to load resource/,
    );
    const found = [];
    let terms = 0;
    const step = page.locator('.lesson-at');
    for (let n = 1; n <= 8; n++) {
      await step.getByText(`step ${n} of 8`).waitFor();
      for (const word of await page.locator('.lesson-words .term-word > button').all()) {
        terms++;
        await word.tap();
        const note = page.locator('.lesson-words .term-note:visible');
        await note.waitFor();
        const box = await note.boundingBox();
        if (!box || box.x < 0 || box.x + box.width > width || box.y < 0 || box.y + box.height > 844)
          found.push(`step ${n}, ${await word.innerText()}: ${JSON.stringify(box)}`);
        await page.keyboard.press('Escape');
        await note.waitFor({ state: 'hidden' });
      }
      if (n < 8) await page.locator('.lesson-bar .btn.main').tap();
    }
    assert.ok(terms >= 8, `${terms} terms`);
    assert.deepEqual(found, []);
    assert.deepEqual(problems, []);
    await context.close();
  });
