// A capture that is too large for the page, on the stage: the server answers for every step, and it feels as one that
// the page has read. Run where there is a server: the tests start one of their own, since they stop it.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { captureText, cursor, gzipSync, launch, pane, ready, twin } from './browser.mjs';
import { MMSCOPE, ownServer } from './server.mjs';

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {import('playwright-core').Browser} Browser */

const api = process.env['MMS_NO_API'] === undefined && existsSync(MMSCOPE);
/** A bundled capture with devices that fill up, so with marks. */
const CAPTURE = 'contended';
/** As if it were this long: the page then leaves it on the server. */
const EVENTS = 20_000_000;

/** @type {Browser} */
let browser;
/** @type {Awaited<ReturnType<typeof ownServer>>} */
let own;
/** Its id. */
let id = '';

if (api) {
  before(async () => {
    browser = await launch();
    own = await ownServer();
    const answer = await fetch(`${own.url}/api/captures?filename=long.mmscope.gz`, {
      method: 'POST',
      headers: { 'content-type': 'application/octet-stream' },
      body: gzipSync(await captureText(CAPTURE)),
    });
    assert.ok(answer.ok, await answer.clone().text());
    ({ id } = await answer.json());
  });
  after(async () => {
    await browser.close();
    await own.close();
  });
}

/**
 * The capture in pane A; `far`: on the server, else in the page.
 * @param {boolean} far @param {string} more
 */
async function opened(far, more = '') {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  /** @type {string[]} */
  const problems = [];
  page.on('pageerror', (error) => problems.push(error.message));
  /** @type {string[]} */
  const asked = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  if (far)
    await page.route(`**/api/captures/${id}`, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...(await response.json()), events: EVENTS } });
    });
  await page.goto(`${own.url}/#v1/swap-devices?a=server:${id}${more}`);
  await ready(page);
  return { page, problems, asked, context };
}

/** What can be read of pane A, and of what both share. @param {Page} page */
async function narrated(page) {
  const a = pane(page, 'A');
  return {
    cursor: await cursor(page),
    twin: await twin(page, 'A'),
    why: await a.locator('.why-panel').innerText(),
    strip: await page.locator('svg.strip').getAttribute('aria-label'),
    cells: await page
      .locator('svg.strip')
      .evaluate((svg) => [...svg.querySelectorAll('text')].map((text) => text.textContent).join(' ')),
    marks: await page.locator('.overview .tick-mark').count(),
    caption: await page.locator('.caption').first().innerText(),
  };
}

/** Waits until step k is drawn and said, and the cells around it are there. @param {Page} page @param {number} k */
const still = (page, k) =>
  page.waitForFunction((at) => {
    const strip = document.querySelector('svg.strip');
    const letters = [...(strip?.querySelectorAll('text') ?? [])].map((text) => text.textContent).join('');
    // What is read aloud comes slowly.
    const [words, said] = ['p', '[role=status]'].map(
      (part) => document.querySelector(`.caption ${part}`)?.textContent.trim() ?? '',
    );
    return (
      document.querySelector('.track')?.getAttribute('aria-valuenow') === String(at) &&
      said?.endsWith(words ?? '') &&
      document.querySelector('.held-awaited') === null &&
      (at === 0 || !strip?.getAttribute('aria-label')?.includes('before its first step')) &&
      letters.length > 12 &&
      document.querySelector('.check-link') !== null
    );
  }, k);

if (api) {
  test('a capture too large for the page says that the server answers, and shows what reading it shows', async () => {
    const [far, here] = [await opened(true), await opened(false)];
    await pane(far.page, 'A').getByText('stay on the server, which answers for every step').waitFor();
    assert.equal(await pane(here.page, 'A').getByText('stay on the server').count(), 0);
    for (const k of [0, 1, 2, 300, 9000]) {
      for (const { page } of [far, here]) {
        await page.goto(`${own.url}/#v1/swap-devices?a=server:${id}&k=${k}`);
        await still(page, k);
      }
      const { marks } = await narrated(here.page);
      await far.page.waitForFunction(
        (n) => document.querySelectorAll('.overview .tick-mark').length === n,
        marks,
      );
      assert.deepEqual(await narrated(far.page), await narrated(here.page), `at step ${k}`);
    }
    assert.ok(!far.asked.some((path) => path.endsWith('/file')), 'the page read the file');
    assert.deepEqual([...far.problems, ...here.problems], []);
    await far.context.close();
    await here.context.close();
  });

  test('it is stepped, scrubbed, jumped in and found in; a link leads there', async () => {
    const { page, problems, context } = await opened(true);
    await still(page, 0);
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await still(page, 2);
    const before = await twin(page, 'A');
    const track = page.locator('.track');
    const box = await track.boundingBox();
    assert.ok(box);
    await track.click({ position: { x: box.width / 2, y: box.height / 2 } });
    await page.waitForFunction(
      () => Number(document.querySelector('.track')?.getAttribute('aria-valuenow')) > 1000,
    );
    const middle = await cursor(page);
    await still(page, middle);
    assert.notEqual(await twin(page, 'A'), before);
    // The next at which another rule decides otherwise: the server looks through the whole capture.
    const found = page.waitForResponse((answer) => answer.url().includes('/parted'));
    await page.keyboard.press('n');
    assert.ok((await found).ok());
    await page.waitForFunction(
      (was) => Number(document.querySelector('.track')?.getAttribute('aria-valuenow')) > was,
      middle,
    );
    const there = await cursor(page);
    await still(page, there);
    const { page: other, context: elsewhere } = await opened(true, `&k=${there}`);
    await still(other, there);
    const { marks } = await narrated(page);
    await other.waitForFunction((n) => document.querySelectorAll('.overview .tick-mark').length === n, marks);
    assert.deepEqual(await narrated(other), await narrated(page));
    await page.waitForURL(new RegExp(`k=${there}`));
    await elsewhere.close();
    assert.deepEqual(problems, []);
    await context.close();
  });

  test('the server is killed on the way: that is said at once, and one goes on when it is back', async () => {
    const { page, problems, context } = await opened(true, '&k=500');
    await still(page, 500);
    const was = await twin(page, 'A');
    await own.kill();
    await page.keyboard.press('Shift+ArrowRight');
    await pane(page, 'A')
      .getByText('The server does not answer. The drawing stays')
      .waitFor({ timeout: 2000 });
    assert.equal(await twin(page, 'A'), was);
    await own.start();
    await page.getByRole('button', { name: 'Ask now' }).click();
    await page.locator('.held-trouble').waitFor({ state: 'detached' });
    await still(page, 510);
    assert.notEqual(await twin(page, 'A'), was);
    assert.deepEqual(problems, []);
    await context.close();
  });
}
