// What a cold open asks for: a page, and in advance what makes it work when its server is gone. A class opens it all at once.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { base, testBrowser } from './browser.mjs';

const browser = await testBrowser();

/** Files, of whatever kind. */
const MOST = 30;
/** Beside these, and why: a list shows a picture of each entry in view, two kilobytes each. */
const PICTURES = '/datasets/pictures/';
/** Or a page has parts that no other has: a lesson what builds it, the tables their data and what reads it. */
const OWN = /** @type {Readonly<Record<string, number>>} */ ({
  '#v1/lessons/which-swap-device': 5,
  '#v1/published': 2,
});

for (const view of [
  '',
  '#v1/swap-devices',
  '#v1/zones',
  '#v1/swap-in',
  '#v1/interleave',
  '#v1/decisions',
  '#v1/compare',
  '#v1/lessons',
  '#v1/lessons/which-swap-device',
  '#v1/room',
  '#v1/machine',
  '#v1/timeline',
  '#v1/check',
  '#v1/report/A',
  '#v1/published',
]) {
  const most = MOST + (OWN[view] ?? 0);
  test(`${view || 'the start page'}: at most ${most} files`, async (t) => {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    const page = await context.newPage();
    /** What two workers share comes from the browser's cache the second time. @type {Set<string>} */
    const files = new Set();
    page.on('request', (request) => {
      if (request.url().startsWith('http')) files.add(new URL(request.url()).pathname);
    });
    await page.goto(`${base()}/${view}`);
    await page.waitForFunction(() => performance.getEntriesByName('mmscope:prepared').length > 0);
    await page.waitForLoadState('networkidle');
    const counted = [...files].filter((path) => !path.startsWith(PICTURES));
    /** @type {Map<string, number>} */
    const kinds = new Map();
    for (const path of files) {
      const kind = path.startsWith(PICTURES) ? 'pictures' : (/\.(\w+)$/.exec(path)?.[1] ?? 'page');
      kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
    }
    t.diagnostic(`requests=${files.size} ${[...kinds].map(([kind, n]) => `${kind}=${n}`).join(' ')}`);
    assert.ok(counted.length <= most, counted.sort().join('\n'));
    await context.close();
  });
}
