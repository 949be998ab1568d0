// What the server's policy forbids, and that the app does without. Run where there is a server: make test-e2e brings it.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { test } from 'node:test';
import { base, openAt, pane, ready, testBrowser } from './browser.mjs';
import { SCENES } from './scenes.mjs';

const skip = process.env['MMS_NO_API'] !== undefined;

const browser = await testBrowser();

/**
 * What a page did that its policy forbids.
 * @param {import('playwright-core').Page} page
 * @returns {Promise<string[]>}
 */
const violations = (page) => page.evaluate(() => /** @type {any} */ (globalThis).__violations);

/** Opened with an eye on the policy. @param {string} view */
async function watched(view) {
  const { page, problems } = await openAt(browser, view, {}, /Failed to load resource/);
  await page.addInitScript(() => {
    const violated = /** @type {string[]} */ (/** @type {any} */ (globalThis).__violations = []);
    document.addEventListener('securitypolicyviolation', (event) => {
      violated.push(`${event.violatedDirective} ${event.blockedURI} ${event.sourceFile}:${event.lineNumber}`);
    });
  });
  await page.reload();
  return { page, problems };
}

test('the policy is in force', { skip }, async () => {
  const { page } = await watched('');
  await page.evaluate(() => {
    document.body.insertAdjacentHTML('beforeend', '<p style="color: red">x</p>');
    document.head.append(Object.assign(document.createElement('style'), { textContent: 'p {}' }));
    document.body.append(Object.assign(document.createElement('object'), { data: '/mark.svg' }));
    document.head.append(Object.assign(document.createElement('base'), { href: '/elsewhere/' }));
  });
  await page.waitForFunction(() => /** @type {any} */ (globalThis).__violations.length >= 4);
  const directives = (await violations(page)).map((one) => one.split(' ')[0]).sort();
  assert.deepEqual(directives, ['base-uri', 'object-src', 'style-src-attr', 'style-src-elem']);
});

for (const { id, title, both } of SCENES)
  test(`${title}: drawn, stepped, played and explained within the policy`, { skip }, async () => {
    const { page, problems } = await watched(`#v1/${id}?${both}`);
    await ready(page);
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Space');
    await page.waitForFunction((before) => document.querySelector('.count')?.textContent !== before, null);
    await page.keyboard.press('Space');
    await page.keyboard.press('?');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await pane(page, 'B').locator('.source-name').click();
    await page.getByRole('dialog').waitFor();
    assert.deepEqual(await violations(page), []);
    assert.deepEqual(problems, []);
  });

for (const [what, view, there] of /** @type {const} */ ([
  ['the timeline', '#v1/timeline?a=capture:cache-preferred', 'canvas'],
  ['the published tables', '#v1/published', 'table'],
  ['a sweep', '#v1/compare?of=model:interleave-1&x=granularity:1,2', '.cmp-numbers td'],
]))
  test(`${what} within the policy`, { skip }, async () => {
    const { page, problems } = await watched(view);
    await page.locator(there).first().waitFor();
    assert.deepEqual(await violations(page), []);
    assert.deepEqual(problems, []);
  });

test('another site cannot show the app in a frame', { skip }, async () => {
  const site = createServer((_, answer) => {
    answer.setHeader('content-type', 'text/html');
    answer.end(`<iframe src="${base()}/"></iframe>`);
  }).listen(0, 'localhost');
  await once(site, 'listening');
  const address = site.address();
  assert.ok(address !== null && typeof address === 'object');
  const page = await (await browser.newContext()).newPage();
  const refused = page.waitForEvent('console', (message) => /frame-ancestors 'none'/.test(message.text()));
  await page.goto(`http://localhost:${address.port}/`);
  await refused;
  const [, frame] = page.frames();
  assert.equal(await frame?.locator('#root').count(), 0);
  site.close();
});
