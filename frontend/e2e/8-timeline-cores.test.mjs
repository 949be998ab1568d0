// A long file read on a machine of four cores, whatever this one has: what is shown is what one worker makes of it, also
// where those that read parts of it cannot be had, or die.
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { eventsFor, readSample, SAMPLE, writeText } from '../../tools/lib/trace_text.mjs';
import { launch } from './browser.mjs';
import { drawn, start } from './timeline.mjs';

/** @type {import('playwright-core').Browser} */
let browser;
/** @type {string} */
let folder;
/** @type {string} */
let text;
before(async () => {
  browser = await launch();
  folder = await mkdtemp(join(tmpdir(), 'cores-'));
  const sample = readSample(SAMPLE);
  text = await writeText(sample, eventsFor(sample, 40e6), join(folder, 'long.txt'));
});
after(async () => {
  await browser.close();
  await rm(folder, { recursive: true });
});

/** What those that read parts are, by what the test calls them; '': themselves. */
const PARTS = {
  themselves: '',
  missing: '/no-such-worker.js',
  dying: 'data:text/javascript,onmessage = () => { throw new Error("It has ended."); }',
};

/**
 * What is said and drawn of the text on a machine of so many cores, and how many workers were made to read parts of it,
 * and are still there.
 * @param {number} cores
 * @param {keyof typeof PARTS} parts
 */
async function shownBy(cores, parts) {
  const { page, problems, context } = await start(browser, '', { serviceWorkers: 'block' });
  await page.route(/timeline\.worker/, async (route) => {
    const response = await route.fetch();
    const body = `
      for (const [name, value] of Object.entries({ hardwareConcurrency: ${cores}, deviceMemory: 8 }))
        Object.defineProperty(navigator, name, { value });
      self.parts = { made: 0, ended: 0 };
      self.Worker = class extends Worker {
        constructor(url, options) {
          super(${JSON.stringify(PARTS[parts])} || url, options);
          self.parts.made++;
        }
        terminate() {
          self.parts.ended++;
          super.terminate();
        }
      };
      ${await response.text()}`;
    await route.fulfill({ contentType: 'text/javascript', body });
  });
  await page.reload();
  await page.locator('.tl-chooser input[type=file]').setInputFiles(text);
  await page.locator('.tl-lane[data-pane=A]').waitFor();
  await page.locator('.tl-wait').waitFor({ state: 'detached' });
  await drawn(page);
  // Each pane has one.
  const workers = page.workers().filter((worker) => worker.url().includes('timeline.worker'));
  const counts = await Promise.all(
    workers.map((worker) => worker.evaluate(() => Reflect.get(globalThis, 'parts'))),
  );
  const found = {
    workers: counts.reduce((a, b) => ({ made: a.made + b.made, ended: a.ended + b.ended })),
    said: await page.locator('.tl-lane[data-pane=A]').innerText(),
    drawn: await page.locator('.tl-canvas').first().screenshot(),
    problems,
  };
  await context.close();
  return found;
}

test('with four cores a long file is shown as with one, whatever becomes of the workers', async () => {
  const alone = await shownBy(2, 'themselves');
  assert.deepEqual(alone.workers, { made: 0, ended: 0 });
  assert.match(alone.said, /events/);
  for (const parts of /** @type {const} */ (['themselves', 'missing', 'dying'])) {
    const apart = await shownBy(4, parts);
    assert.deepEqual(apart.workers, { made: 3, ended: 3 }, parts);
    assert.equal(apart.said, alone.said, parts);
    assert.ok(apart.drawn.equals(alone.drawn), `drawn otherwise: ${parts}`);
    assert.deepEqual(
      apart.problems.filter((problem) => !/status of 404/.test(problem)),
      [],
    );
  }
});
