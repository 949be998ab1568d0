// Files that are no text of a trace, dropped on a timeline that shows one: each is named, and view and link stay.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { drop, file, testBrowser } from './browser.mjs';
import { drawn, open, span, start, urlBecomes } from './timeline.mjs';

/** @type {{name: string, says: string, hex?: string, pad?: number, text?: string, times?: number}[]} */
const FILES = JSON.parse(
  await readFile(new URL('../src/trace/testing/wrong-files.json', import.meta.url), 'utf8'),
);

const browser = await testBrowser();

test('each of them is named by what it is, and changes neither view nor link', async () => {
  assert.ok(FILES.length >= 40);
  const { page, problems } = await start(browser);
  await open(page, 'A');
  await urlBecomes(page, (hash) => hash.includes('t='));
  const all = span(page);
  await page.keyboard.press('w');
  await urlBecomes(page, (hash) => !hash.includes(`t=${all.t0}&u=${all.t1}`));
  await drawn(page);
  const link = page.url();
  const canvas = page.locator('.tl-canvas').first();
  const [shown, lane] = [await canvas.screenshot(), await page.locator('.tl-lane').innerText()];
  for (const { name, says, hex, pad = 0, text = '', times = 1 } of FILES) {
    const bytes =
      hex === undefined
        ? Buffer.from(text.repeat(times))
        : Buffer.concat([Buffer.from(hex, 'hex'), Buffer.alloc(pad)]);
    await drop(page, '.tl-lane', [file(name, bytes)]);
    const failure = page.locator('.tl-failure', { hasText: `${name} cannot be shown` });
    await failure.waitFor();
    const said = await failure.innerText();
    // A page shows one blank where the text has several.
    assert.ok(said.toLowerCase().includes(says.toLowerCase().replace(/\s+/g, ' ')), `${name}: ${said}`);
    assert.equal(page.url(), link, name);
    await failure.getByRole('button', { name: 'Dismiss' }).click();
    await failure.waitFor({ state: 'detached' });
    assert.equal(await page.locator('.tl-lane').innerText(), lane, name);
  }
  await drawn(page);
  assert.ok(shown.equals(await canvas.screenshot()), 'what is drawn has changed');
  assert.deepEqual(problems, []);
});

test('a message of the page does not cover the search', async () => {
  for (const width of [1440, 320]) {
    const { page } = await start(browser, '', { viewport: { width, height: 900 } });
    await open(page, 'A');
    const three = [1, 2, 3].map((n) => file(`${n}.txt`, Buffer.from('no trace')));
    await drop(page, '.tl-page', three);
    const message = page.locator('.notices', { hasText: 'one capture or two, not 3' });
    const [over, bar] = [await message.boundingBox(), await page.locator('.tl-bar').boundingBox()];
    assert.ok(over && bar && over.y > bar.y + bar.height, `${JSON.stringify([over, bar])} at ${width}`);
  }
});
