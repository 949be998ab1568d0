// How a capture that stays on a server feels: BASE_URL is the server, CAPTURE the id. Run by tools/bench/windows.py.
//
// Frames are measured as timeline.mjs does: script of the main thread in each while W, A, S and D are held. Sharp: from a key's press to the frame that is
// drawn from bins as fine as its pixels, that is with the server's answer in between.
import { launch } from '../browser.mjs';
import { drive, HELD_MS, KEYS, WARM_KEYS } from './keyboard.mjs';
import { quantile } from './frame-times.mjs';

const LIMITS = { p99: 2, task: 50, sharp: 500 };
const PRESSES = 60;

const { BASE_URL: base = '', CAPTURE: capture = '' } = process.env;

/** @typedef {import('playwright-core').Page} Page */

/** @param {Page} page */
const sharp = (page) =>
  page.waitForFunction(() =>
    [...document.querySelectorAll('.tl-canvas')].every(
      (c) =>
        c instanceof HTMLElement && c.dataset['asked'] === c.dataset['drawn'] && c.dataset['rough'] === 'no',
    ),
  );

/** ms from the press of a key to a sharp picture, wherever one is. @param {Page} page */
async function sharpened(page) {
  await page.evaluate(() => {
    /** @type {number[]} */
    const times = [];
    Object.assign(window, { times });
    addEventListener(
      'keydown',
      (event) => {
        const canvas = document.querySelector('.tl-canvas');
        if (!(canvas instanceof HTMLElement)) return;
        const { asked } = canvas.dataset;
        const done = () => {
          const now = canvas.dataset;
          if (now['asked'] === asked || now['asked'] !== now['drawn'] || now['rough'] !== 'no') return;
          observer.disconnect();
          requestAnimationFrame(() => times.push(performance.now() - event.timeStamp));
        };
        const observer = new MutationObserver(done);
        observer.observe(canvas, { attributeFilter: ['data-drawn', 'data-rough'] });
      },
      { capture: true },
    );
  });
  const box = await page.locator('.tl-canvas').first().boundingBox();
  if (!box) throw new Error('no canvas');
  for (let i = 0; i < PRESSES; i++) {
    if (i % 10 === 0) {
      // Somewhere else, with all of it in view first.
      await page.getByRole('button', { name: 'All', exact: true }).click();
      await sharp(page);
      await page.mouse.click(box.x + (0.05 + 0.9 * ((i * 0.6180339887) % 1)) * box.width, box.y + 10);
      await sharp(page);
    }
    const before = await page.evaluate(() => /** @type {any} */ (window).times.length);
    await page.keyboard.press(i % 3 === 2 ? 'd' : 'w');
    await page.waitForFunction((n) => /** @type {any} */ (window).times.length > n, before);
  }
  /** @type {number[]} */
  const times = await page.evaluate(() => /** @type {any} */ (window).times);
  return times.sort((a, b) => a - b);
}

const browser = await launch();
const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
const page = await context.newPage();
const begun = Date.now();
await page.goto(`${base}/#v1/timeline?a=server:${capture}/windows`);
await page.locator('.tl-facts', { hasText: 'loaded from the server' }).waitFor();
await sharp(page);
const first = Date.now() - begun;
const facts = await page.locator('.tl-facts').first().innerText();
await page.keyboard.press('h');
await page.evaluate(() => {
  /** @type {any} */ (window).drawn = 0;
  const count = () => /** @type {any} */ (window).drawn++;
  const [canvas] = document.querySelectorAll('.tl-canvas');
  if (canvas) new MutationObserver(count).observe(canvas, { attributeFilter: ['data-drawn'] });
});
const { times, longest, long, thread } = await drive(browser, page);
const drawn = await page.evaluate(() => /** @type {any} */ (window).drawn);
const held = ((KEYS.length + WARM_KEYS.length) * HELD_MS) / 1000;
const waits = await sharpened(page);
if (process.env['SHOT']) await page.screenshot({ path: `${process.env['SHOT']}/served.png` });
await browser.close();

const [p50, p99] = [quantile(times, 0.5), quantile(times, 0.99)];
const clock = thread ? "the thread's own time" : 'time that passed';
console.log(`served: ${facts}; first sharp picture after ${first} ms`);
console.log(
  `served: ${times.length} frames, script ${p50.toFixed(2)} ms median, ${p99.toFixed(2)} ms p99, longest task ${longest.toFixed(1)} ms (${clock}); ${(drawn / held).toFixed(1)} frames a second drawn by the worker while keys are held`,
);
const most = waits.at(-1) ?? NaN;
console.log(
  `bench-served p50_ms=${p50.toFixed(2)} p99_ms=${p99.toFixed(2)} longtasks=${long} first_ms=${first} sharp_p50_ms=${quantile(waits, 0.5).toFixed(0)} sharp_p95_ms=${quantile(waits, 0.95).toFixed(0)} sharp_most_ms=${most.toFixed(0)} presses=${waits.length}`,
);
process.exitCode =
  p99 <= LIMITS.p99 && long === 0 && quantile(waits, 0.95) <= LIMITS.sharp && times.length >= 100 ? 0 : 1;
