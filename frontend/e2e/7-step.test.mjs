// A step as cause, then effect: what is seen at given moments of it, in every scene. The page's clock is ours.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cursor, eventually, openPage, pane, testBrowser } from './browser.mjs';
import { SCENES } from './scenes.mjs';

/** @typedef {import('playwright-core').Page} Page */

const browser = await testBrowser();

/** ms that a step takes at most, and longer than a step back. */
const STEP_MS = 1200;

/** A scene's two models, and time that stands still. @param {string} id */
async function stopped(id, options = {}) {
  const scene = SCENES.find((one) => one.id === id);
  const opened = await openPage(browser, `#v1/${id}?${scene?.models}`, options);
  await opened.page.clock.install();
  await opened.page.clock.pauseAt(Date.now() + 3_600_000);
  return opened;
}

/** The parts of the drawing of pane A, and how much of Why is in ink. @param {Page} page */
const seen = (page) =>
  pane(page, 'A').evaluate((root) => {
    const all = (/** @type {string} */ what) => [...root.querySelectorAll(what)];
    return {
      discs: all('.drawing circle + circle + text:not(.inow)')
        .map((e) => Number(e.textContent))
        .sort((a, b) => a - b),
      tokens: all('.drawing .token').length,
      ahead: all('.why li.ahead').length,
      // As what it shows: not by which way it came to it.
      drawing: (root.querySelector('.drawing')?.innerHTML ?? '')
        .replace(/^<svg class="[^"]*"/, '<svg')
        .replaceAll(' style=""', ''),
    };
  });

/** Until the frame of the step that was asked for is drawn; no time passes in the page. @param {Page} page @param {string} key */
async function press(page, key) {
  const { drawing } = await seen(page);
  await page.keyboard.press(key);
  await eventually(async () => assert.notEqual((await seen(page)).drawing, drawing));
}

for (const { id } of SCENES) {
  test(`${id}: nothing before its cause, all of it in the end, and back the same way`, async () => {
    const { page, problems, context } = await stopped(id);
    const before = await seen(page);
    const at = await cursor(page);
    await press(page, 'ArrowRight');
    const began = await seen(page);
    assert.deepEqual([began.discs, began.tokens], [[], 0]);
    assert.ok(began.ahead > 0, 'nothing of Why is in ink');
    /** @type {Awaited<ReturnType<typeof seen>>[]} */
    const frames = [began];
    for (let ms = 0; ms < STEP_MS; ms += 60) {
      await page.clock.runFor(60);
      frames.push(await seen(page));
    }
    const end = await eventually(async () => {
      await page.clock.runFor(20);
      const now = await seen(page);
      assert.equal(now.ahead, 0);
      return now;
    });
    for (const [i, { discs, ahead }] of frames.entries()) {
      const last = frames[i - 1] ?? began;
      assert.ok(
        last.discs.every((n) => discs.includes(n)),
        'a disc that has come stays',
      );
      assert.ok(ahead <= last.ahead, 'what is in ink stays so');
    }
    // Where one part of a drawing is large, a number may stand in it and beside its small picture.
    const discs = [...new Set(end.discs)];
    assert.deepEqual(
      discs,
      discs.map((_, i) => i + 1),
    );
    assert.ok(new Set(frames.map(({ drawing }) => drawing)).size > 4, 'it goes on in between');
    assert.equal(await cursor(page), at + 1);

    await page.keyboard.press('ArrowLeft');
    assert.equal(await cursor(page), at);
    /** @type {typeof frames} */
    const undone = [end];
    await eventually(async () => {
      await page.clock.runFor(20);
      undone.push(await seen(page));
      assert.equal(undone.at(-1)?.drawing, before.drawing);
    });
    for (const [i, { discs }] of undone.slice(0, -1).entries())
      assert.ok(
        discs.every((n) => (undone[i - 1] ?? end).discs.includes(n)),
        'discs go as they came',
      );
    assert.ok(new Set(undone.map(({ drawing }) => drawing)).size > 4, 'it goes back in between');
    assert.deepEqual(problems, []);
    await context.close();
  });

  test(`${id}: from part to part by hand, and no time passes`, async () => {
    const { page, problems, context } = await stopped(id, { reducedMotion: 'reduce' });
    const before = await seen(page);
    // Whole steps are there at once.
    await press(page, 'ArrowRight');
    const whole = await seen(page);
    assert.equal(whole.ahead, 0);
    await press(page, 'ArrowLeft');
    assert.equal((await seen(page)).drawing, before.drawing);
    /** @type {(typeof whole)[]} */
    const stills = [];
    while (stills.at(-1)?.drawing !== whole.drawing && stills.length < 20) {
      await press(page, '>');
      stills.push(await seen(page));
    }
    assert.ok(stills.length >= 3 && stills.length < 20, `${stills.length} stills`);
    for (const still of stills.slice(0, -1).reverse()) {
      await press(page, '<');
      assert.deepEqual(await seen(page), still);
    }
    await press(page, '<');
    assert.equal((await seen(page)).drawing, before.drawing);
    assert.deepEqual(problems, []);
    await context.close();
  });
}

test('swap devices: the tank fills when its slots arrive, and one sentence is said, at the end', async () => {
  const { page, context } = await stopped('swap-devices');
  const used = () => pane(page, 'A').locator('.drawing [data-device] text.end:not(.i2)').allTextContents();
  const token = () => pane(page, 'A').locator('.drawing .token text').allTextContents();
  const said = () => page.locator('.caption [role=status]').innerText();
  const narration = await eventually(async () => {
    await page.clock.runFor(100);
    const words = await said();
    assert.match(words, /Decision/);
    return words;
  });
  await press(page, 'ArrowRight');
  const before = await used();
  /** @type {string[][]} */
  const tokens = [];
  await eventually(async () => {
    await page.clock.runFor(40);
    tokens.push(await token());
    assert.notDeepEqual(await used(), before);
  });
  assert.ok(
    tokens.some((shown) => shown.join() === '64'),
    'the slots are seen on their way',
  );
  assert.equal(await said(), narration);
  await eventually(async () => {
    await page.clock.runFor(STEP_MS);
    assert.notEqual(await said(), narration);
  });
  await context.close();
});
