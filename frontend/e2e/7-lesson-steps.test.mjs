// Every step of every lesson in the browser: its picture, what it asks, what came of it. With SHOTS, a folder, pictures
// of all of it to look through.
import assert from 'node:assert/strict';
import { mkdir, readdir } from 'node:fs/promises';
import { test } from 'node:test';
import { fits, settled, testBrowser } from './browser.mjs';
import { openLesson, pictured } from './lessons.mjs';

const folder = process.env['SHOTS'];
const LESSONS = new URL('../../datasets/lessons/', import.meta.url);
const DESK = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };

const browser = await testBrowser();
if (folder) await mkdir(folder, { recursive: true });

/** All of the page, as in a window as high as it is. @param {import('playwright-core').Page} page @param {string} name */
async function picture(page, name) {
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  await page.setViewportSize({ width: page.viewportSize()?.width ?? 0, height });
  await settled(page);
  await page.screenshot({ path: `${folder}/${name}.png` });
}

for (const file of await readdir(LESSONS))
  test(`${file}: every step and question, on a desk and on a phone`, async () => {
    const id = file.replace(/\.md$/, '');
    const { page, problems } = await openLesson(browser, `#v1/lessons/${id}`);
    const steps = await page.locator('.lesson-bar li').count();
    assert.ok(steps > 1);
    /** @param {number} step @param {string} what */
    const looked = async (step, what) => {
      await pictured(page);
      for (const [size, viewport] of Object.entries({ phone: PHONE, desk: DESK })) {
        await page.setViewportSize(viewport);
        await settled(page);
        await fits(page);
        if (folder) await picture(page, `${id}-${size}-${String(step).padStart(2, '0')}${what}`);
      }
      assert.equal(await page.locator('.failure').count(), 0, `step ${step}`);
    };
    for (let step = 1; step <= steps; step++) {
      await page.getByText(`step ${step} of ${steps}`).waitFor();
      await looked(step, '');
      const question = page.getByRole('region', { name: 'Question' });
      for (let n = 1; await question.count(); n++) {
        await question.getByRole('button', { name: 'Show without an answer' }).click();
        const result = page.getByRole('region', { name: 'Result' });
        await result.waitFor();
        await looked(step, `-${n}`);
        const next = result.getByRole('button', { name: 'Next question' });
        if (await next.count()) await next.click();
      }
      if (step < steps) await page.keyboard.press('PageDown');
    }
    assert.deepEqual(problems, []);
  });
